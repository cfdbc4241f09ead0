-- Facts read from the documents of the last coverage import, so that a question need not read them again.
CREATE TABLE coverage_facts (
    id            INTEGER PRIMARY KEY,
    insurer_code  TEXT NOT NULL REFERENCES coverage_insurers (code),
    coverage_code TEXT NOT NULL,            -- empty: rows of tables that belong to no standard coverage
    scheme        TEXT NOT NULL,            -- of the rules and the program that read them; others are read again
    facts         TEXT NOT NULL,            -- JSON: a list in reading order
    UNIQUE (insurer_code, coverage_code)
) STRICT;
