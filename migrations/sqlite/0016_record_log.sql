-- What the desk's rows say, bound to the audit log: each transaction that changes bound rows adds one entry with the digests of
-- what stands after it. crates/store/src/records says which tables and columns are bound, and what a digest is of.

-- Which desk this is. A copy of the data directory has the same.
CREATE TABLE desk_identity (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    id       TEXT NOT NULL
) STRICT;

-- An append-only chain. `mac` is the HMAC-SHA-256 of the other fields and of the mac of the audit log's entry `audit`.
CREATE TABLE record_log (
    seq      INTEGER PRIMARY KEY,       -- 1, 2, 3, … without gaps
    audit    INTEGER NOT NULL,          -- the last entry of audit_log when this was written; 0 before the first
    changes  TEXT NOT NULL,             -- JSON array of [kind, group, digest or null where the group is gone, rows]
    previous TEXT NOT NULL,             -- the mac of the entry before; of the first, 64 zeros
    mac      TEXT NOT NULL
) STRICT;

CREATE TRIGGER record_log_is_not_changed BEFORE UPDATE ON record_log
BEGIN SELECT RAISE(ABORT, 'the record log is append-only'); END;
CREATE TRIGGER record_log_is_not_deleted BEFORE DELETE ON record_log
BEGIN SELECT RAISE(ABORT, 'the record log is append-only'); END;

-- The last digest of each group, and the entry that has it. Derived from record_log; verification compares them.
CREATE TABLE record_digests (
    kind   TEXT NOT NULL,
    grp    TEXT NOT NULL,
    digest TEXT NOT NULL,
    rows   INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    PRIMARY KEY (kind, grp)
) STRICT, WITHOUT ROWID;

-- The mac of the record log's last entry before this one; NULL before records were bound. Where it is there, the audit entry's
-- own mac is of it as well.
ALTER TABLE audit_log ADD COLUMN records TEXT;
