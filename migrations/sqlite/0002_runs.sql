-- Runs of durable graphs: what `simui-flow` records. Node names, deltas and states are text here.

CREATE TABLE runs (
    id         TEXT PRIMARY KEY,
    graph      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    subject    TEXT NOT NULL,           -- what it is about: a case id
    parent_run TEXT REFERENCES runs (id), -- for forks
    parent_seq INTEGER,
    initial    TEXT NOT NULL,           -- the initial state, JSON; never changed
    entry      TEXT NOT NULL,           -- where it begins, JSON
    status     TEXT NOT NULL,           -- running, waiting, finished, failed, cancelled
    failure    TEXT,                    -- JSON, while failed
    owner      TEXT NOT NULL,           -- the process that drives it: locks/<owner>.lock is held while it lives
    steps      INTEGER NOT NULL,        -- the last seq: a commit that does not follow it is refused
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX runs_subject ON runs (subject);
CREATE INDEX runs_running ON runs (graph) WHERE status = 'running';

-- One row a node, a branch or an answer. The state after step n is `initial` folded with the deltas 1..n.
CREATE TABLE steps (
    run_id     TEXT NOT NULL REFERENCES runs (id),
    seq        INTEGER NOT NULL,
    node       TEXT NOT NULL,
    visit      INTEGER NOT NULL,
    kind       TEXT NOT NULL,           -- body, answer
    delta      TEXT NOT NULL,           -- JSON
    next       TEXT NOT NULL,           -- where the run went, JSON
    started_at TEXT NOT NULL,
    ms         REAL NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT;

-- One row a commit: a JSON array of events.
CREATE TABLE events (
    run_id TEXT NOT NULL REFERENCES runs (id),
    number INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
) STRICT;

-- Outputs that nodes recorded under keys, so that a retry does not ask a model again.
CREATE TABLE recordings (
    run_id  TEXT NOT NULL REFERENCES runs (id),
    node    TEXT NOT NULL,
    visit   INTEGER NOT NULL,
    outputs TEXT NOT NULL,              -- JSON object, key to JSON text
    PRIMARY KEY (run_id, node, visit)
) STRICT;

CREATE TABLE interrupts (
    id          TEXT PRIMARY KEY,
    run_id      TEXT NOT NULL REFERENCES runs (id),
    seq         INTEGER NOT NULL,
    node        TEXT NOT NULL,
    question    TEXT NOT NULL,          -- JSON
    asked_at    TEXT NOT NULL,
    answered_by TEXT,
    answered_at TEXT,
    answer      TEXT                    -- JSON
) STRICT;

CREATE INDEX interrupts_run ON interrupts (run_id);
