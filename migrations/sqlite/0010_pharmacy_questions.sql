-- Questions of pharmacists and what was answered. A question may hold personal data: identifiers are masked before a row is
-- written, rows go after as many days as an administrator sets (those with feedback stay), and one goes at once when somebody
-- asks for it.

CREATE TABLE pharmacy_questions (
    id       TEXT PRIMARY KEY,                  -- the run; the audit log's chat_call entries name it
    asked_at TEXT NOT NULL,
    asked_by TEXT REFERENCES reviewers (id),    -- nobody where no name was given
    question TEXT NOT NULL,                     -- identifiers masked
    status   TEXT NOT NULL,                     -- answered, emergency, out_of_scope, insufficient
    response TEXT NOT NULL,                     -- JSON object: the answer as it was shown
    calls    TEXT NOT NULL                      -- JSON array: what chat models were asked and said
) STRICT;

CREATE INDEX pharmacy_questions_by_time ON pharmacy_questions (asked_at);

-- What somebody thought of an answer: the desk's own evaluation set.
CREATE TABLE pharmacy_feedback (
    question_id TEXT PRIMARY KEY REFERENCES pharmacy_questions (id),
    given_at    TEXT NOT NULL,
    given_by    TEXT REFERENCES reviewers (id),
    verdict     TEXT NOT NULL,                  -- helpful, wrong_section, wrong_scope, missing
    title       TEXT NOT NULL,                  -- the document that should have come first; empty where nobody said
    section     TEXT NOT NULL,                  -- its section; empty where nobody said
    note        TEXT NOT NULL                   -- identifiers masked; empty where nobody said
) STRICT;
