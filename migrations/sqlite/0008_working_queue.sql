-- Several people on one desk: passwords, claims, priorities, second signatures, checks, reopened cases, batch intake.

ALTER TABLE reviewers ADD COLUMN disabled_at TEXT;  -- an account that signed is never deleted

CREATE TABLE passwords (
    reviewer_id   TEXT PRIMARY KEY REFERENCES reviewers (id),
    hash          TEXT NOT NULL,            -- Argon2id with its parameters and salt, as a PHC string
    revision      INTEGER NOT NULL,         -- 1, 2, 3, …; another one ends the sessions of the one before
    set_by        TEXT NOT NULL REFERENCES reviewers (id),
    set_at        TEXT NOT NULL,
    failures      INTEGER NOT NULL,         -- tries since the last right one
    blocked_until TEXT                      -- no try is looked at before
) STRICT;

-- Kinds of violation that a person is an expert for.
CREATE TABLE expertise (
    reviewer_id TEXT NOT NULL REFERENCES reviewers (id),
    kind        TEXT NOT NULL,              -- V1 … V14
    PRIMARY KEY (reviewer_id, kind)
) STRICT;

ALTER TABLE queue ADD COLUMN priority INTEGER NOT NULL DEFAULT 2;  -- 0 urgent, 1 high, 2 normal, 3 low
ALTER TABLE queue ADD COLUMN due_at TEXT;
ALTER TABLE queue ADD COLUMN due_by_hand INTEGER NOT NULL DEFAULT 0;
ALTER TABLE queue ADD COLUMN claimed_by TEXT REFERENCES reviewers (id);
ALTER TABLE queue ADD COLUMN claimed_until TEXT;    -- a claim that is over needs no clearing
ALTER TABLE queue ADD COLUMN assignment TEXT NOT NULL DEFAULT '';  -- hand, expert, no_expert

-- 네 눈 원칙: what was signed on a question before it was answered, and by whom. Never changed.
CREATE TABLE signatures (
    id           TEXT PRIMARY KEY,
    case_id      TEXT NOT NULL REFERENCES cases (id),
    interrupt_id TEXT NOT NULL REFERENCES interrupts (id),
    number       INTEGER NOT NULL,          -- 1, 2, 3, … on this question
    act          TEXT NOT NULL,             -- sign, withdraw, agree, disagree, settle
    reviewer_id  TEXT NOT NULL REFERENCES reviewers (id),
    reviewer     TEXT NOT NULL,             -- the name that signed, as it was
    role         TEXT NOT NULL,
    signed_at    TEXT NOT NULL,
    verdict      TEXT,                      -- what becomes final with it
    note         TEXT NOT NULL,
    payload      TEXT NOT NULL,             -- of `sign` and `settle`: the answer, JSON
    UNIQUE (interrupt_id, number)
) STRICT;

CREATE INDEX signatures_case ON signatures (case_id);
CREATE TRIGGER signatures_are_not_changed BEFORE UPDATE ON signatures
BEGIN SELECT RAISE(ABORT, 'signatures are never changed'); END;
CREATE TRIGGER signatures_are_not_deleted BEFORE DELETE ON signatures
BEGIN SELECT RAISE(ABORT, 'signatures are never deleted'); END;

ALTER TABLE decisions ADD COLUMN desk_verdict TEXT;  -- what the desk had drafted; NULL before this column was there

-- A finished case that nobody had looked at, drawn to be checked. The case stays as it is.
CREATE TABLE quality_checks (
    run_id      TEXT PRIMARY KEY REFERENCES runs (id),
    case_id     TEXT NOT NULL REFERENCES cases (id),
    drawn_at    TEXT NOT NULL,
    reviewer_id TEXT REFERENCES reviewers (id),
    reviewer    TEXT,                       -- the name that signed, as it was
    role        TEXT,
    checked_at  TEXT,
    agrees      INTEGER,
    verdict     TEXT,                       -- with a disagreement: what it should have been
    note        TEXT NOT NULL
) STRICT;

CREATE INDEX quality_checks_case ON quality_checks (case_id);

-- A finished case that was taken up again. The run and the decision before stay.
CREATE TABLE reopenings (
    run_id           TEXT PRIMARY KEY REFERENCES runs (id),  -- the new run
    case_id          TEXT NOT NULL REFERENCES cases (id),
    previous_run     TEXT NOT NULL REFERENCES runs (id),
    previous_verdict TEXT,
    reviewer_id      TEXT NOT NULL REFERENCES reviewers (id),
    reviewer         TEXT NOT NULL,         -- the name that signed, as it was
    role             TEXT NOT NULL,
    note             TEXT NOT NULL,
    reopened_at      TEXT NOT NULL
) STRICT;

CREATE INDEX reopenings_case ON reopenings (case_id);

-- Files that batch intake has taken in to the end, or could not: each once by its bytes.
CREATE TABLE intake_files (
    sha256   TEXT PRIMARY KEY,
    path     TEXT NOT NULL,                 -- where it was first seen
    cases    INTEGER NOT NULL,
    problem  TEXT NOT NULL,                 -- empty when all of it was taken in
    taken_at TEXT NOT NULL
) STRICT;

-- Which advertisement of which file became which case: a file that was cut off goes on where it stopped.
CREATE TABLE intake_ads (
    sha256  TEXT NOT NULL,
    number  INTEGER NOT NULL,               -- from 1
    case_id TEXT NOT NULL REFERENCES cases (id),
    PRIMARY KEY (sha256, number)
) STRICT;
