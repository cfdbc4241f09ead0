-- The corpora: source documents, their articles, provisions and searchable chunks.
-- Portable SQL: no SQLite functions, so that a PostgreSQL twin stays possible.

CREATE TABLE documents (
    id             TEXT PRIMARY KEY,
    kind           TEXT NOT NULL,
    title          TEXT NOT NULL,
    source_key     TEXT NOT NULL,           -- 법령ID: the same for every version of one law
    version        TEXT NOT NULL,           -- 법률 제21524호
    promulgated_on TEXT,                    -- ISO dates throughout
    effective_from TEXT,
    effective_to   TEXT,                    -- the day before the next version takes over
    digest         INTEGER NOT NULL,        -- 1: our own 요지
    superseded     INTEGER NOT NULL DEFAULT 0, -- 1: a digest whose full text has arrived; kept, not searched
    source_path    TEXT NOT NULL,
    sha256         TEXT NOT NULL,
    reader         TEXT NOT NULL,
    body           TEXT NOT NULL,           -- every offset counts Unicode scalar values of this text
    imported_at    TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX documents_version ON documents (kind, source_key, version, effective_from, sha256);
CREATE INDEX documents_title ON documents (title);

CREATE TABLE articles (
    id           TEXT PRIMARY KEY,
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL,
    part         TEXT NOT NULL,             -- main, supplementary, annex, section
    key          TEXT NOT NULL,
    breadcrumb   TEXT NOT NULL,             -- JSON array, outermost first
    title        TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    deleted      INTEGER NOT NULL,
    UNIQUE (document_id, key)
) STRICT;

CREATE TABLE provisions (
    article_id   TEXT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    seq          INTEGER NOT NULL,
    path         TEXT NOT NULL,             -- 제56조제2항제8호
    text         TEXT NOT NULL,
    note         TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    deleted      INTEGER NOT NULL,
    PRIMARY KEY (article_id, seq)
) STRICT;

CREATE TABLE chunks (
    id           TEXT PRIMARY KEY,
    article_id   TEXT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    label        TEXT NOT NULL,
    text         TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL
) STRICT;

CREATE INDEX chunks_article ON chunks (article_id);

CREATE TABLE quarantine (
    path       TEXT NOT NULL,
    place      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    sha256     TEXT NOT NULL,
    found_at   TEXT NOT NULL,
    PRIMARY KEY (path, place, reason)
) STRICT;

-- 신의료기술평가 list (V1's exception).
CREATE TABLE technologies (
    name         TEXT PRIMARY KEY,
    aliases      TEXT NOT NULL,             -- JSON array
    notice       TEXT NOT NULL,
    evaluated_on TEXT
) STRICT;

-- Bumped in the transaction of every corpus change; an index built for another number is stale.
CREATE TABLE corpus_generation (
    only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
    generation INTEGER NOT NULL,
    changed_at TEXT NOT NULL
) STRICT;

INSERT INTO corpus_generation (only_row, generation, changed_at) VALUES (1, 0, '');
