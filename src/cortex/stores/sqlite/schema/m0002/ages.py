"""Which tables hold ageing, clusters, cold blocks and the outbox?"""

SQL = """
-- Canonical: what facts of one scope say whose text was moved out of their rows.
CREATE TABLE cold_blocks (
    block_id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    facts INTEGER NOT NULL,
    digest BLOB NOT NULL,
    packed BLOB NOT NULL
) STRICT;
CREATE INDEX cold_blocks_by_scope ON cold_blocks (scope_no, facts);

ALTER TABLE facts ADD COLUMN cold_block INTEGER REFERENCES cold_blocks (block_id);
CREATE INDEX facts_in_cold_blocks ON facts (cold_block) WHERE cold_block IS NOT NULL;
CREATE INDEX facts_to_move ON facts (updated_us)
    WHERE status IN ('archived', 'superseded') AND cold_block IS NULL;

-- Canonical: who has a job in hand, until when, and how often it was tried.
ALTER TABLE outbox ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN claimed_by TEXT;
ALTER TABLE outbox ADD COLUMN lease_until_us INTEGER;
ALTER TABLE outbox ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN last_error TEXT;

-- Canonical: how far a sweep came, and when each kind of housekeeping was last done to its end.
CREATE TABLE housekeeping (
    job_kind TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    finished_us INTEGER
) STRICT, WITHOUT ROWID;

-- Derived: how a fact reads when there is little room; NULL where the statement is short itself.
CREATE TABLE fact_ages (
    fact_id INTEGER PRIMARY KEY,
    tier TEXT NOT NULL CHECK (tier IN ('recent', 'old', 'ancient')),
    aged_us INTEGER NOT NULL,
    display TEXT
) STRICT;

-- Derived: facts that say much the same, made by `cortex recrystallize`.
CREATE TABLE memory_clusters (
    cluster_id INTEGER PRIMARY KEY,
    scope_no INTEGER NOT NULL,
    owner_id INTEGER,
    label TEXT NOT NULL
) STRICT;

CREATE TABLE cluster_members (
    fact_id INTEGER PRIMARY KEY,
    cluster_id INTEGER NOT NULL
) STRICT;
CREATE INDEX cluster_members_by_cluster ON cluster_members (cluster_id);
"""
