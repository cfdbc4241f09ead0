-- The audit log: an append-only chain. `mac` is the HMAC-SHA-256 of every other field, `previous` among them.
-- It holds ids and reviewers' names, and no other personal data.

CREATE TABLE audit_log (
    seq      INTEGER PRIMARY KEY,       -- 1, 2, 3, … without gaps
    at       TEXT NOT NULL,
    actor    TEXT NOT NULL,             -- a reviewer's id, or system
    action   TEXT NOT NULL,
    subject  TEXT NOT NULL,             -- an id
    details  TEXT NOT NULL,             -- JSON object
    previous TEXT NOT NULL,             -- the mac of the entry before; of the first, 64 zeros
    mac      TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
