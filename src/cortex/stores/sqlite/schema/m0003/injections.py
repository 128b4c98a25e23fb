"""Which tables hold what was put beside a prompt?"""

SQL = """
-- Canonical: what became of each prompt. No word of it is kept; instant and process name it. ----

CREATE TABLE injections (
    seen_us INTEGER NOT NULL,
    process_id INTEGER NOT NULL,
    owner_id INTEGER NOT NULL,
    host TEXT NOT NULL,
    session_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    taken_us INTEGER NOT NULL,
    PRIMARY KEY (seen_us, process_id)
) STRICT, WITHOUT ROWID;

-- Canonical: the facts told beside it, and when the session came back to one. -------------------

CREATE TABLE injected_facts (
    seen_us INTEGER NOT NULL,
    process_id INTEGER NOT NULL,
    fact_id INTEGER NOT NULL,
    used_us INTEGER,
    PRIMARY KEY (seen_us, process_id, fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX injected_facts_by_fact ON injected_facts (fact_id);
"""
