"""Which tables hold sources and what they produced?"""

SQL = """
-- Canonical: what a registered source produced, exactly, and which facts cite it -----------------

CREATE TABLE observation_sources (
    source_no INTEGER PRIMARY KEY,
    principal TEXT NOT NULL,
    source_key TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    role TEXT NOT NULL CHECK (role IN
        ('document', 'user_statement', 'agent_assertion', 'tool_report', 'delivery_only')),
    bytes_max INTEGER NOT NULL,
    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
    registered_us INTEGER NOT NULL,
    UNIQUE (principal, source_key)
) STRICT;

CREATE TABLE observations (
    observation_id INTEGER PRIMARY KEY AUTOINCREMENT,
    source_no INTEGER NOT NULL REFERENCES observation_sources (source_no),
    generation TEXT NOT NULL,
    event_key TEXT NOT NULL,
    observed_us INTEGER,
    captured_us INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    retracted_us INTEGER,
    retraction TEXT,
    text TEXT NOT NULL,
    UNIQUE (source_no, generation, event_key)
) STRICT;

CREATE TABLE fact_evidence (
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    observation_id INTEGER NOT NULL REFERENCES observations (observation_id),
    relationship TEXT NOT NULL CHECK (relationship = 'promoted_from'),
    cited_us INTEGER NOT NULL,
    PRIMARY KEY (fact_id, observation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_evidence_by_observation ON fact_evidence (observation_id);

CREATE TABLE fact_records (
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    path TEXT NOT NULL,
    record_id TEXT NOT NULL,
    root TEXT NOT NULL,
    line INTEGER NOT NULL,
    digest BLOB NOT NULL,
    cited_us INTEGER NOT NULL,
    PRIMARY KEY (fact_id, path, record_id)
) STRICT, WITHOUT ROWID;

-- Derived: the terms an observation is found by -------------------------------------------------

CREATE TABLE observation_terms (
    term TEXT NOT NULL,
    observation_id INTEGER NOT NULL,
    PRIMARY KEY (term, observation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX observation_terms_by_observation ON observation_terms (observation_id);
"""
