-- Rows of the DUR tables by what they say, so that a list of product pairs costs as much as its pairs of
-- ingredients. Derived from the documents of DUR.
CREATE TABLE dur_documents (
    document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    scheme      INTEGER NOT NULL         -- how the rows of the document were read
) STRICT;

CREATE TABLE dur_meanings (
    id     INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE          -- SHA-256 of all that rows say beside their products
) STRICT;

CREATE TABLE dur_products (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    drug TEXT NOT NULL,                  -- the ingredients as the row writes them
    UNIQUE (name, drug)
) STRICT;

CREATE TABLE dur_rows (
    meaning_id INTEGER NOT NULL REFERENCES dur_meanings (id),
    one        INTEGER NOT NULL,         -- of dur_products; 0: the row names no product
    other      INTEGER NOT NULL,
    chunk_id   TEXT NOT NULL REFERENCES chunks (id) ON DELETE CASCADE,
    PRIMARY KEY (meaning_id, one, other, chunk_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX dur_rows_chunk ON dur_rows (chunk_id);
CREATE INDEX dur_rows_products ON dur_rows (one, other);
