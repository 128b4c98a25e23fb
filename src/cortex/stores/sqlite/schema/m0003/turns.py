"""Which tables hold the sessions of hosts, the order of their turns, and how they are found?"""

SQL = """
-- Canonical: sessions of hosts, and whose words an observation is at which place in one -----------

CREATE TABLE host_sessions (
    session_no INTEGER PRIMARY KEY,
    principal TEXT NOT NULL,
    host TEXT NOT NULL,
    session_key TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    opened_us INTEGER NOT NULL,
    UNIQUE (principal, session_key, host, scope_no)
) STRICT;

CREATE TABLE turns (
    observation_id INTEGER PRIMARY KEY REFERENCES observations (observation_id),
    session_no INTEGER NOT NULL REFERENCES host_sessions (session_no),
    speaker TEXT NOT NULL,
    at_us INTEGER NOT NULL
) STRICT;
CREATE INDEX turns_in_order ON turns (session_no, at_us, observation_id);

-- Derived: what search finds an observation by. A space is one scope of one principal. ------------

DROP TABLE observation_terms;

CREATE TABLE search_spaces (
    space_no INTEGER PRIMARY KEY,
    principal TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    documents INTEGER NOT NULL,
    length INTEGER NOT NULL,
    UNIQUE (principal, scope_no)
) STRICT;

CREATE TABLE search_sessions (
    session_no INTEGER PRIMARY KEY,
    space_no INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    length INTEGER NOT NULL
) STRICT;
CREATE INDEX search_sessions_by_space ON search_sessions (space_no, length);

CREATE TABLE search_documents (
    observation_id INTEGER PRIMARY KEY,
    space_no INTEGER NOT NULL,
    session_no INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('turn', 'document', 'tool')),
    speaker TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    length INTEGER NOT NULL,
    is_question INTEGER NOT NULL CHECK (is_question IN (0, 1)),
    has_time INTEGER NOT NULL CHECK (has_time IN (0, 1))
) STRICT;

CREATE TABLE search_terms (
    term_no INTEGER PRIMARY KEY,
    term TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE search_postings (
    term_no INTEGER NOT NULL,
    space_no INTEGER NOT NULL,
    session_no INTEGER NOT NULL,
    observation_id INTEGER NOT NULL,
    occurrences INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (term_no, space_no, session_no, observation_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE search_words (
    word TEXT NOT NULL,
    term_no INTEGER NOT NULL,
    PRIMARY KEY (word, term_no)
) STRICT, WITHOUT ROWID;
"""
