"""What does the sidecar file look like?

Everything in it can be made again or done without: objects from the facts, the rest by asking
anew. So it has one format, and a file of another is set aside and made again.
"""

APPLICATION_ID = 0x43545852
"""``PRAGMA application_id`` of a sidecar: "CTXR" in ASCII."""

FORMAT = 1
"""``PRAGMA user_version`` of a sidecar."""

SQL = """
CREATE TABLE objects (
    oid TEXT PRIMARY KEY,
    byte_len INTEGER NOT NULL,
    seal_suite TEXT NOT NULL,
    seal TEXT NOT NULL,
    payload BLOB NOT NULL,
    UNIQUE (seal_suite, seal, byte_len)
) STRICT;

-- Other seals of the same object: what a change of suite leaves behind.
CREATE TABLE object_aliases (
    seal_suite TEXT NOT NULL,
    seal TEXT NOT NULL,
    oid TEXT NOT NULL REFERENCES objects (oid) ON DELETE CASCADE,
    PRIMARY KEY (seal_suite, seal)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    session TEXT PRIMARY KEY,
    next_no INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'frozen', 'closed'))
) STRICT, WITHOUT ROWID;

CREATE TABLE locs (
    session TEXT NOT NULL REFERENCES sessions (session),
    number INTEGER NOT NULL,
    oid TEXT NOT NULL REFERENCES objects (oid) ON DELETE CASCADE,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    kind TEXT NOT NULL,
    source_path TEXT NOT NULL,
    origin TEXT NOT NULL,
    revision INTEGER NOT NULL,
    granted_by TEXT NOT NULL,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX locs_by_object ON locs (oid);

CREATE TABLE paths (
    path TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    oid TEXT REFERENCES objects (oid) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX paths_by_object ON paths (oid);

CREATE TABLE import_map (
    producer TEXT NOT NULL,
    locator TEXT NOT NULL,
    algorithm TEXT NOT NULL,
    oid TEXT NOT NULL REFERENCES objects (oid) ON DELETE CASCADE,
    PRIMARY KEY (producer, locator)
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_by_object ON import_map (oid);

CREATE TABLE store_meta (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO store_meta (key, value) VALUES ('high_water', 0), ('interned_fact', 0);
"""
