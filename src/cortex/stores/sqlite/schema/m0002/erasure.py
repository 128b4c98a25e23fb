"""Which tables hold what was forgotten?"""

SQL = """
-- Canonical: what was forgotten. None of these holds a word of it (ADR 0100).

CREATE TABLE erasures (
    erasure_id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent TEXT NOT NULL,
    facts INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    -- NULL while freed pages and the log may still hold the words.
    finished_us INTEGER
) STRICT;
CREATE INDEX erasures_unfinished ON erasures (erasure_id) WHERE finished_us IS NULL;

-- The rows of these facts stay as empty shells, so that every number keeps its meaning.
CREATE TABLE forgotten_facts (
    fact_id INTEGER PRIMARY KEY REFERENCES facts (fact_id),
    erasure_id INTEGER NOT NULL REFERENCES erasures (erasure_id)
) STRICT;

CREATE TABLE tombstones (
    digest BLOB NOT NULL,
    scope_id TEXT NOT NULL,
    key BLOB NOT NULL,
    fact_id INTEGER,
    forgotten_us INTEGER NOT NULL,
    PRIMARY KEY (digest, scope_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstones_by_key ON tombstones (key);

-- A standing fact that was built on a forgotten one, and how.
CREATE TABLE forgotten_bases (
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    base_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    relation TEXT NOT NULL,
    PRIMARY KEY (fact_id, base_fact_id, relation)
) STRICT, WITHOUT ROWID;
"""
