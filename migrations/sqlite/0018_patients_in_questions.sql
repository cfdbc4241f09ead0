-- Which stored questions named which patients before their names were masked: to forget a patient is to delete those questions.

CREATE TABLE pharmacy_question_patients (
    question_id TEXT NOT NULL REFERENCES pharmacy_questions (id) ON DELETE CASCADE,
    patient_id  TEXT NOT NULL REFERENCES patients (id) ON DELETE CASCADE,
    PRIMARY KEY (question_id, patient_id)
) STRICT;

CREATE INDEX pharmacy_question_patients_patient ON pharmacy_question_patients (patient_id);

-- Wrong tries at secrets that belong to no account, such as the passphrase of the file of keys.
CREATE TABLE secret_tries (
    subject       TEXT PRIMARY KEY,         -- keys/api.keys
    failures      INTEGER NOT NULL,         -- in a row
    blocked_until TEXT                      -- none is looked at before
) STRICT;
