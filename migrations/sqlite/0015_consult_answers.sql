-- Answers of consultations that are kept for questions that are alike. Derived: nothing is lost where they are deleted.

CREATE TABLE consult_answers (
    id         INTEGER PRIMARY KEY,
    patient_id TEXT REFERENCES patients (id) ON DELETE CASCADE,  -- absent: made of documents alone, and anybody's
    corpus     INTEGER NOT NULL,            -- state of the corpora it was made from
    used       INTEGER NOT NULL,            -- 1, 2, 3, …: the smallest was not used for longest
    body       BLOB NOT NULL                -- JSON: key, vector, answer; a patient's is sealed under the patient's key
) STRICT;

CREATE INDEX consult_answers_patient ON consult_answers (patient_id);
CREATE INDEX consult_answers_used ON consult_answers (used);

-- What they have done; one row.
CREATE TABLE consult_answer_counts (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    asked    INTEGER NOT NULL,              -- turns that were looked up
    hits     INTEGER NOT NULL,              -- of these, answered from kept ones
    saved_ms REAL NOT NULL,                 -- what making them had taken
    evicted  INTEGER NOT NULL,              -- answers that made room
    outdated INTEGER NOT NULL               -- answers that law, drug data or a record overtook
) STRICT;

INSERT INTO consult_answer_counts (id, asked, hits, saved_ms, evicted, outdated) VALUES (1, 0, 0, 0.0, 0, 0);
