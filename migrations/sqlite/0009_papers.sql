-- Letters and notices that were issued. What a paper says is kept as it was issued: a reprint says the same, whatever
-- became of the settings and the corpora since.

CREATE TABLE papers (
    id          TEXT PRIMARY KEY,
    kind        TEXT NOT NULL,              -- letter, notice
    case_id     TEXT NOT NULL REFERENCES cases (id),
    subject     TEXT NOT NULL,              -- what it tells: a decision's id, or the run that ended without a person
    year        INTEGER NOT NULL,           -- in Korea
    number      INTEGER NOT NULL,           -- 1, 2, 3, … in the year, without gaps
    number_text TEXT NOT NULL,              -- as printed, by the office's rule of the day
    content     TEXT NOT NULL,              -- JSON object: everything it says
    issued_at   TEXT NOT NULL,
    UNIQUE (year, number),
    UNIQUE (kind, subject)                  -- issued once, printed as often as needed
) STRICT;

CREATE INDEX papers_case ON papers (case_id);

CREATE TRIGGER papers_are_not_changed BEFORE UPDATE ON papers
BEGIN SELECT RAISE(ABORT, 'issued papers are never changed'); END;
CREATE TRIGGER papers_are_not_deleted BEFORE DELETE ON papers
BEGIN SELECT RAISE(ABORT, 'issued papers are never deleted'); END;
