-- Bands of advertisements, by which near-duplicates are found. Derived from ad_versions.text when somebody asks.
CREATE TABLE ad_band_scans (
    id      INTEGER PRIMARY KEY,
    case_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    scheme  INTEGER NOT NULL,           -- how the bands were computed
    FOREIGN KEY (case_id, version) REFERENCES ad_versions (case_id, version) ON DELETE CASCADE,
    UNIQUE (case_id, version)
) STRICT;

CREATE TABLE ad_bands (
    band    INTEGER NOT NULL,
    scan_id INTEGER NOT NULL REFERENCES ad_band_scans (id) ON DELETE CASCADE,
    PRIMARY KEY (band, scan_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ad_bands_scan ON ad_bands (scan_id);
