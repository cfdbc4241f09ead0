-- Patients: what is remembered of them from turn to turn. Everything that is health data or a name is sealed (XChaCha20-Poly1305)
-- under a key of the patient's own, which is sealed under the desk's; what stands open is ids, numbers and times. To forget a
-- patient is to delete these rows: without the key what may be left of them elsewhere is noise.

CREATE TABLE patients (
    id         TEXT PRIMARY KEY,
    name       BLOB NOT NULL,               -- sealed: what the desk calls the patient
    head       BLOB NOT NULL,               -- sealed: what belongs to no single item
    revision   INTEGER NOT NULL,            -- 1, 2, 3, …: a change that was made from an older one is refused
    turns      INTEGER NOT NULL,            -- number of the last turn
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE patient_keys (
    patient_id TEXT PRIMARY KEY REFERENCES patients (id),
    sealed     BLOB NOT NULL                -- the patient's key under the desk's
) STRICT;

CREATE TABLE patient_items (
    patient_id TEXT NOT NULL REFERENCES patients (id),
    item       INTEGER NOT NULL,
    body       BLOB NOT NULL,               -- sealed
    PRIMARY KEY (patient_id, item)
) STRICT;

-- What happened to the items, also to those that are gone.
CREATE TABLE patient_history (
    patient_id TEXT NOT NULL REFERENCES patients (id),
    seq        INTEGER NOT NULL,            -- 1, 2, 3, …
    body       BLOB NOT NULL,               -- sealed
    PRIMARY KEY (patient_id, seq)
) STRICT;

CREATE TABLE patient_conversations (
    patient_id TEXT NOT NULL REFERENCES patients (id),
    id         TEXT NOT NULL,
    started_at TEXT NOT NULL,
    PRIMARY KEY (patient_id, id)
) STRICT;

CREATE TABLE patient_turns (
    patient_id      TEXT NOT NULL,
    turn            INTEGER NOT NULL,       -- 1, 2, 3, … of the patient, over all conversations
    conversation_id TEXT NOT NULL,
    at              TEXT NOT NULL,
    body            BLOB NOT NULL,          -- sealed: what was said, answered and remembered
    PRIMARY KEY (patient_id, turn),
    FOREIGN KEY (patient_id, conversation_id) REFERENCES patient_conversations (patient_id, id)
) STRICT;
