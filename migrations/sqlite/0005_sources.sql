-- Files that an import has taken in to the end. A file may hold many documents: only when all of them are stored is
-- it here, so that an import that was cut off reads it again.

CREATE TABLE sources (
    sha256      TEXT NOT NULL,
    path        TEXT NOT NULL,
    kinds       TEXT NOT NULL,              -- JSON array: what its documents are
    readers     TEXT NOT NULL,              -- JSON array: who read it; read again when one of them is another
    documents   INTEGER NOT NULL,
    finished_at TEXT NOT NULL,
    PRIMARY KEY (sha256, path)
) STRICT;
