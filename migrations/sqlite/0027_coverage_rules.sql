-- Rule files of the coverage comparison that an office replaced. The last row of a name holds; none, or one without a text,
-- leaves the file that the program has.
CREATE TABLE coverage_rules (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,               -- of the file: cues.toml
    text        TEXT,
    reviewer_id TEXT NOT NULL REFERENCES reviewers (id),
    reviewer    TEXT NOT NULL,               -- the name of the administrator, as it was
    replaced_at TEXT NOT NULL
) STRICT;
