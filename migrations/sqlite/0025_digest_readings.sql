-- What a person says of a digest (요지) after reading it. A digest with other bytes has not been read.
CREATE TABLE digest_readings (
    id          INTEGER PRIMARY KEY,
    source_key  TEXT NOT NULL,               -- of the digest: the same for each of its versions
    sha256      TEXT NOT NULL,               -- of the bytes that were read
    verdict     TEXT NOT NULL,               -- confirmed, faulty
    reviewer_id TEXT NOT NULL REFERENCES reviewers (id),
    reviewer    TEXT NOT NULL,               -- the name that signed, as it was
    role        TEXT NOT NULL,
    note        TEXT NOT NULL,
    read_at     TEXT NOT NULL
) STRICT;

CREATE INDEX digest_readings_digest ON digest_readings (source_key, sha256);
