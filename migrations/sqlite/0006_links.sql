-- References from text to text, derived from the stored words. A document's rows are made once and go with it; whether
-- the other end is there depends on the day and is not stored.

-- Documents whose references are in `links`, and who read them; read again when that is another one.
CREATE TABLE link_scans (
    document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    scanner     TEXT NOT NULL
) STRICT;

CREATE TABLE links (
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    seq           INTEGER NOT NULL,
    article_id    TEXT NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
    start_offset  INTEGER NOT NULL,          -- into documents.body
    end_offset    INTEGER NOT NULL,
    words         TEXT NOT NULL,
    within        TEXT,                      -- 제56조제2항: the provision it stands in
    relation      TEXT NOT NULL,             -- cites, applies
    target_key    TEXT NOT NULL,             -- the title without white space, or a case number
    target_title  TEXT NOT NULL,
    target_path   TEXT,                      -- 제56조제2항; NULL for the whole text
    target_until  TEXT,                      -- 제60조: the last one of a range
    first_article INTEGER NOT NULL,          -- 조 * 1000 + 가지번호, so that a range is two comparisons; 0 for the whole text
    last_article  INTEGER NOT NULL,
    former        INTEGER NOT NULL,          -- 1: an earlier wording is meant
    PRIMARY KEY (document_id, seq)
) STRICT;

CREATE INDEX links_article ON links (article_id);
CREATE INDEX links_target ON links (target_key, first_article);

-- Quarantined entries that a person has seen to. Other bytes under the same path are another entry.
CREATE TABLE quarantine_resolutions (
    path        TEXT NOT NULL,
    place       TEXT NOT NULL,
    reason      TEXT NOT NULL,
    sha256      TEXT NOT NULL,
    reviewer_id TEXT NOT NULL REFERENCES reviewers (id),
    reviewer    TEXT NOT NULL,               -- the name that signed, as it was
    role        TEXT NOT NULL,
    note        TEXT NOT NULL,
    resolved_at TEXT NOT NULL,
    PRIMARY KEY (path, place, reason, sha256)
) STRICT;
