"""Which tables hold the routes learned between words of observations?"""

SQL = """
-- Canonical: where learned routes are used, and what was said about their sources --------------

CREATE TABLE association_states (
    principal TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    PRIMARY KEY (principal, scope_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE source_assessments (
    principal TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    event_key TEXT NOT NULL,
    observation_id INTEGER NOT NULL REFERENCES observations (observation_id),
    assessment TEXT NOT NULL CHECK (assessment IN ('useful', 'harmful', 'neutral')),
    is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
    assessed_us INTEGER NOT NULL,
    PRIMARY KEY (principal, scope_no, event_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX source_assessments_by_observation ON source_assessments (observation_id);

-- Derived: what each observation teaches ---------------------------------------------------------

CREATE TABLE association_sources (
    observation_id INTEGER PRIMARY KEY,
    origin INTEGER NOT NULL
) STRICT;

CREATE TABLE association_terms (
    term TEXT NOT NULL,
    observation_id INTEGER NOT NULL,
    PRIMARY KEY (term, observation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX association_terms_by_observation ON association_terms (observation_id);
"""
