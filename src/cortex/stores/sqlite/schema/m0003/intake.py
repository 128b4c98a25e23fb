"""Which tables hold where a source's intake stands, and which files are asked for?"""

SQL = """
-- Canonical: how a source was opened, and what was taken out of a text before it was kept ------

ALTER TABLE observation_sources ADD COLUMN on_secret TEXT NOT NULL DEFAULT 'refuse'
    CHECK (on_secret IN ('refuse', 'redact'));
ALTER TABLE observation_sources ADD COLUMN policy_epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE observations ADD COLUMN redactions TEXT;

-- Canonical: how far a log was taken in ---------------------------------------------------------

CREATE TABLE intake_cursors (
    source_no INTEGER NOT NULL REFERENCES observation_sources (source_no),
    generation TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    moved_us INTEGER NOT NULL,
    PRIMARY KEY (source_no, generation)
) STRICT, WITHOUT ROWID;

-- Of the file: lists of registered files, and how far each was taken in -------------------------

CREATE TABLE inventories (
    inventory_no INTEGER PRIMARY KEY AUTOINCREMENT,
    principal TEXT NOT NULL,
    revision TEXT NOT NULL UNIQUE,
    restore_epoch INTEGER NOT NULL,
    made_us INTEGER NOT NULL,
    next_index INTEGER NOT NULL,
    untracked INTEGER NOT NULL
) STRICT;
CREATE INDEX inventories_by_principal ON inventories (principal, inventory_no);

CREATE TABLE inventory_entries (
    inventory_no INTEGER NOT NULL REFERENCES inventories (inventory_no),
    position INTEGER NOT NULL,
    source_no INTEGER NOT NULL REFERENCES observation_sources (source_no),
    format TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('partially_indexed', 'permission_required',
        'quota_blocked', 'ready', 'source_changed', 'source_unavailable', 'unknown_format')),
    detail TEXT NOT NULL,
    observation_id INTEGER REFERENCES observations (observation_id),
    PRIMARY KEY (inventory_no, position)
) STRICT, WITHOUT ROWID;
"""
