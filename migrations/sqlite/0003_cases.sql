-- Advertisement review: cases, what was found in them, the queue, and what people decided.

CREATE TABLE reviewers (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    role       TEXT NOT NULL,           -- reviewer, administrator
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE cases (
    id             TEXT PRIMARY KEY,
    external_id    TEXT,                -- the sender's own number
    status         TEXT NOT NULL,       -- running, awaiting_review, awaiting_revision, completed, failed
    version        INTEGER NOT NULL,    -- of the advertisement, from 1
    run_id         TEXT NOT NULL REFERENCES runs (id), -- the run that counts; forks do not
    final_verdict  TEXT,
    finalized_at   TEXT,
    human_reviewed INTEGER NOT NULL,
    created_at     TEXT NOT NULL,
    updated_at     TEXT NOT NULL
) STRICT;

CREATE INDEX cases_status ON cases (status, created_at);
CREATE INDEX cases_created ON cases (created_at);
CREATE INDEX cases_run ON cases (run_id);

CREATE TABLE ad_versions (
    case_id           TEXT NOT NULL REFERENCES cases (id),
    version           INTEGER NOT NULL,
    run_id            TEXT NOT NULL REFERENCES runs (id), -- the run that reviewed it
    text              TEXT NOT NULL,    -- as published; offsets count its Unicode scalar values
    medium            TEXT,
    advertiser        TEXT,
    published_on      TEXT,
    access_restricted INTEGER NOT NULL,
    evidence          TEXT NOT NULL,    -- JSON array
    approval          TEXT,             -- JSON
    received_at       TEXT NOT NULL,
    PRIMARY KEY (case_id, version)
) STRICT;

-- The result of a run as of its last question or its end. Claims, violations and citations stand in
-- their own tables and not in `rest`.
CREATE TABLE results (
    run_id     TEXT PRIMARY KEY REFERENCES runs (id),
    case_id    TEXT NOT NULL REFERENCES cases (id),
    verdict    TEXT NOT NULL,
    confidence REAL NOT NULL,
    critical   INTEGER NOT NULL,        -- violations by severity
    high       INTEGER NOT NULL,
    medium     INTEGER NOT NULL,
    low        INTEGER NOT NULL,
    rest       TEXT NOT NULL,           -- JSON
    at         TEXT NOT NULL
) STRICT;

CREATE INDEX results_case ON results (case_id);

CREATE TABLE claims (
    run_id       TEXT NOT NULL REFERENCES results (run_id),
    seq          INTEGER NOT NULL,
    id           TEXT NOT NULL,         -- c1, c2, …
    text         TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT;

CREATE TABLE violations (
    run_id    TEXT NOT NULL REFERENCES results (run_id),
    seq       INTEGER NOT NULL,
    kind      TEXT NOT NULL,            -- V1 … V14
    level     TEXT NOT NULL,            -- statute, standard
    severity  TEXT NOT NULL,            -- critical, high, medium, low
    claim_id  TEXT NOT NULL,
    article   TEXT NOT NULL,
    rationale TEXT NOT NULL,
    citations TEXT NOT NULL,            -- JSON array of citation seqs
    rule      TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT;

CREATE TABLE citations (
    run_id         TEXT NOT NULL REFERENCES results (run_id),
    seq            INTEGER NOT NULL,
    chunk_id       TEXT NOT NULL,       -- no foreign key: what was cited stays cited when a corpus is replaced
    kind           TEXT NOT NULL,
    article        TEXT NOT NULL,
    quote          TEXT NOT NULL,
    effective_from TEXT,
    status         TEXT NOT NULL,
    digest         INTEGER NOT NULL,
    version        TEXT NOT NULL,
    note           TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT;

-- One row a question put to the reviewers.
CREATE TABLE queue (
    interrupt_id TEXT PRIMARY KEY REFERENCES interrupts (id),
    case_id      TEXT NOT NULL REFERENCES cases (id),
    run_id       TEXT NOT NULL REFERENCES runs (id),
    state        TEXT NOT NULL,         -- open, done, withdrawn
    sampled      INTEGER NOT NULL,      -- 1: drawn as a sample, and for no other reason
    reasons      TEXT NOT NULL,         -- JSON array
    assigned_to  TEXT REFERENCES reviewers (id),
    opened_at    TEXT NOT NULL,
    closed_at    TEXT
) STRICT;

-- A case is in the queue at most once.
CREATE UNIQUE INDEX queue_open ON queue (case_id) WHERE state = 'open';
CREATE INDEX queue_case ON queue (case_id);

CREATE TABLE decisions (
    id           TEXT PRIMARY KEY,
    case_id      TEXT NOT NULL REFERENCES cases (id),
    run_id       TEXT NOT NULL REFERENCES runs (id),
    interrupt_id TEXT NOT NULL UNIQUE REFERENCES interrupts (id),
    action       TEXT NOT NULL,         -- approve, reject, modify, request_revision
    reviewer_id  TEXT NOT NULL REFERENCES reviewers (id),
    reviewer     TEXT NOT NULL,         -- the name that signed, as it was
    role         TEXT NOT NULL,
    decided_at   TEXT NOT NULL,
    verdict      TEXT,
    note         TEXT NOT NULL,
    diff         TEXT NOT NULL
) STRICT;

CREATE INDEX decisions_case ON decisions (case_id);

-- 수정요청: the notice to the advertiser.
CREATE TABLE notices (
    id          TEXT PRIMARY KEY,
    case_id     TEXT NOT NULL REFERENCES cases (id),
    decision_id TEXT NOT NULL UNIQUE REFERENCES decisions (id),
    text        TEXT NOT NULL,
    created_at  TEXT NOT NULL
) STRICT;

CREATE INDEX notices_case ON notices (case_id);

-- Decisions are for good. (A trigger's body is SQLite's dialect; PostgreSQL says the same in its own.)
CREATE TRIGGER decisions_are_not_changed BEFORE UPDATE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are never changed'); END;
CREATE TRIGGER decisions_are_not_deleted BEFORE DELETE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are never deleted'); END;
