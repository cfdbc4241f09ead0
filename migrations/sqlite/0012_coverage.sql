-- Insurance coverage: what was imported to be compared. An import replaces all of it in one transaction.

-- One row an import, for good; the last one is what the other tables hold.
CREATE TABLE coverage_imports (
    id          INTEGER PRIMARY KEY,
    path        TEXT NOT NULL,
    imported_at TEXT NOT NULL
) STRICT;

CREATE TABLE coverage_insurers (
    code    TEXT PRIMARY KEY,
    seq     INTEGER NOT NULL,               -- order of the file
    name    TEXT NOT NULL,
    aliases TEXT NOT NULL                   -- JSON: other names
) STRICT;

CREATE TABLE coverage_standard (
    code          TEXT PRIMARY KEY,
    seq           INTEGER NOT NULL,
    name          TEXT NOT NULL,
    domain        TEXT NOT NULL,            -- empty: the rules say it
    role          TEXT NOT NULL,
    coverage_type TEXT NOT NULL
) STRICT;

-- What a company calls a coverage.
CREATE TABLE coverage_alias (
    seq           INTEGER PRIMARY KEY,
    insurer_code  TEXT NOT NULL REFERENCES coverage_insurers (code),
    coverage_code TEXT NOT NULL REFERENCES coverage_standard (code),
    raw_name      TEXT NOT NULL,
    confidence    REAL,                     -- 0 to 1
    UNIQUE (insurer_code, coverage_code, raw_name)
) STRICT;

CREATE TABLE coverage_documents (
    id           INTEGER PRIMARY KEY,
    insurer_code TEXT NOT NULL REFERENCES coverage_insurers (code),
    doc_type     TEXT NOT NULL,
    name         TEXT NOT NULL,             -- of the file
    sha256       TEXT NOT NULL,             -- of its bytes
    UNIQUE (insurer_code, doc_type, name)
) STRICT;

CREATE TABLE coverage_pages (
    document_id INTEGER NOT NULL REFERENCES coverage_documents (id),
    page        INTEGER NOT NULL,           -- from 1
    text        TEXT NOT NULL,
    PRIMARY KEY (document_id, page)
) STRICT, WITHOUT ROWID;
