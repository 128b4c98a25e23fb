"""Which tables hold sets of records that belong together, and what their use taught?"""

SQL = """
-- Canonical: sets of records, where they are shown, and what was reported of their use ----------

CREATE TABLE assemblies (
    principal TEXT NOT NULL,
    assembly_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    kind TEXT NOT NULL,
    made_us INTEGER NOT NULL,
    digest BLOB NOT NULL,
    guards TEXT,
    envelope TEXT NOT NULL,
    PRIMARY KEY (principal, assembly_id, sequence)
) STRICT;

CREATE TABLE assembly_states (
    principal TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    PRIMARY KEY (principal, scope_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE route_events (
    event_no INTEGER PRIMARY KEY AUTOINCREMENT,
    principal TEXT NOT NULL,
    origin TEXT NOT NULL,
    origin_event_id TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    training_unit TEXT NOT NULL,
    assembly_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
        ('explicit', 'verified_use', 'exposure', 'uncertain', 'structural')),
    reward INTEGER NOT NULL CHECK (reward IN (-1, 0, 1)),
    observed_us INTEGER,
    recorded_us INTEGER NOT NULL,
    retracted_us INTEGER,
    is_erased INTEGER NOT NULL CHECK (is_erased IN (0, 1)),
    receipt_ref TEXT,
    retraction TEXT,
    cues TEXT,
    sources TEXT,
    UNIQUE (principal, origin, origin_event_id)
) STRICT;
CREATE INDEX route_events_by_scope ON route_events (principal, scope_no, event_no);

CREATE TABLE erased_route_sources (
    principal TEXT NOT NULL,
    source TEXT NOT NULL,
    erased_us INTEGER NOT NULL,
    PRIMARY KEY (principal, source)
) STRICT, WITHOUT ROWID;
"""
