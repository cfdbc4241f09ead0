-- What administrators have set, one JSON object a subject; what was never set is not here. Keys and passwords are in the
-- operating system's keyring and never here.

CREATE TABLE settings (
    subject    TEXT PRIMARY KEY,            -- outbound, onnx
    value      TEXT NOT NULL,               -- JSON object
    revision   INTEGER NOT NULL,            -- 1, 2, 3, …; a change names the revision it was made from
    changed_by TEXT NOT NULL REFERENCES reviewers (id),
    changed_at TEXT NOT NULL
) STRICT;
