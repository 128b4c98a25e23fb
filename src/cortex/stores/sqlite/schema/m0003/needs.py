"""Which tables hold what an agent asked to be told, and what may not be told alone?"""

SQL = """
-- Canonical: what agents asked to be told, until when; which observation needs which beside it ----

CREATE TABLE needs (
    principal TEXT NOT NULL,
    need_id TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    cues TEXT NOT NULL,
    exclude_cues TEXT NOT NULL,
    results_max INTEGER NOT NULL,
    bytes_max INTEGER NOT NULL,
    ttl_seconds INTEGER NOT NULL,
    is_learned INTEGER NOT NULL CHECK (is_learned IN (0, 1)),
    overflow TEXT NOT NULL CHECK (overflow IN ('prefix', 'refuse')),
    subscribed_us INTEGER NOT NULL,
    expires_us INTEGER NOT NULL,
    PRIMARY KEY (principal, need_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE observation_requirements (
    parent_id INTEGER NOT NULL REFERENCES observations (observation_id),
    child_id INTEGER NOT NULL REFERENCES observations (observation_id),
    required_us INTEGER NOT NULL,
    PRIMARY KEY (parent_id, child_id)
) STRICT, WITHOUT ROWID;
"""
