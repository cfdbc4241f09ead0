-- Products of drugs with the keys by which a text names them. Derived from the documents of labels, permits and 낱알식별.
CREATE TABLE drug_products (
    document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    scheme      INTEGER NOT NULL,        -- how the row was read
    name        TEXT NOT NULL,
    product     TEXT NOT NULL            -- JSON
) STRICT;

CREATE TABLE drug_product_keys (
    key         TEXT NOT NULL,
    document_id TEXT NOT NULL REFERENCES drug_products (document_id) ON DELETE CASCADE,
    short       INTEGER NOT NULL,        -- 1: the name without its form, which may be a common word
    PRIMARY KEY (key, document_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX drug_product_keys_document ON drug_product_keys (document_id);

-- The state of the corpora at which the products were read, so that a question need not look for new documents.
CREATE TABLE drug_products_read (
    only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
    scheme     INTEGER NOT NULL,
    generation INTEGER NOT NULL
) STRICT;
