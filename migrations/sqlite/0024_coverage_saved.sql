-- Comparisons of insurance coverage that were saved by name. Opened again, their questions are asked anew.
CREATE TABLE coverage_saved (
    name       TEXT PRIMARY KEY,   -- as the person wrote it, with identifiers masked
    questions  TEXT NOT NULL,      -- JSON: questions with insurers and coverage, identifiers masked
    import_id  INTEGER NOT NULL,   -- number of the coverage import they were answered from
    saved_at   TEXT NOT NULL
) STRICT;
