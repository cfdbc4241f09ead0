-- Rule packs that administrators have imported. The program's own packs are in the program and not here.

-- One row a version, for good.
CREATE TABLE rule_packs (
    id             TEXT NOT NULL,
    version        TEXT NOT NULL,
    title          TEXT NOT NULL,
    text           TEXT NOT NULL,           -- the file as it came
    sha256         TEXT NOT NULL,           -- of the text
    effective_from TEXT,                    -- first and last day of the advertisements it applies to
    effective_to   TEXT,
    imported_by    TEXT NOT NULL REFERENCES reviewers (id),
    imported_at    TEXT NOT NULL,
    PRIMARY KEY (id, version)
) STRICT;

-- One row a span of time in which a version was active; open while it is.
CREATE TABLE rule_pack_uses (
    seq            INTEGER PRIMARY KEY,     -- order of activation
    pack_id        TEXT NOT NULL,
    version        TEXT NOT NULL,
    active_from    TEXT NOT NULL,
    activated_by   TEXT NOT NULL REFERENCES reviewers (id),
    active_to      TEXT,
    deactivated_by TEXT REFERENCES reviewers (id),
    FOREIGN KEY (pack_id, version) REFERENCES rule_packs (id, version)
) STRICT;

CREATE UNIQUE INDEX rule_packs_active ON rule_pack_uses (pack_id, version) WHERE active_to IS NULL;

CREATE TRIGGER rule_packs_are_not_changed BEFORE UPDATE ON rule_packs
BEGIN SELECT RAISE(ABORT, 'versions of rule packs are never changed'); END;
CREATE TRIGGER rule_packs_are_not_deleted BEFORE DELETE ON rule_packs
BEGIN SELECT RAISE(ABORT, 'versions of rule packs are never deleted'); END;
CREATE TRIGGER rule_pack_uses_are_not_deleted BEFORE DELETE ON rule_pack_uses
BEGIN SELECT RAISE(ABORT, 'uses of rule packs are never deleted'); END;
