"""Which tables hold what use taught, and answers worked out before?"""

SQL = """
-- Canonical: reports of agents, and the switch. ------------------------------------------------

CREATE TABLE learning_state (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    votes INTEGER NOT NULL
) STRICT;

CREATE TABLE agent_outcomes (
    outcome_id INTEGER PRIMARY KEY AUTOINCREMENT,
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    scope_id TEXT,
    task_class TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('success', 'partial', 'failure')),
    outcome_score REAL NOT NULL,
    quality REAL NOT NULL,
    is_harmful INTEGER NOT NULL CHECK (is_harmful IN (0, 1)),
    is_wrong_scope INTEGER NOT NULL CHECK (is_wrong_scope IN (0, 1)),
    task TEXT,
    notes TEXT,
    selected_action TEXT,
    receipt TEXT,
    latency_ms INTEGER,
    retries INTEGER,
    tokens_used INTEGER,
    recorded_us INTEGER NOT NULL
) STRICT;
CREATE INDEX agent_outcomes_by_age ON agent_outcomes (recorded_us);

CREATE TABLE outcome_facts (
    outcome_id INTEGER NOT NULL REFERENCES agent_outcomes (outcome_id),
    fact_id INTEGER NOT NULL,
    is_used INTEGER NOT NULL CHECK (is_used IN (0, 1)),
    PRIMARY KEY (outcome_id, fact_id, is_used)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_facts_by_fact ON outcome_facts (fact_id);

-- Canonical, learned: cannot be computed again, may be dropped whole (`cortex learned reset`). --

CREATE TABLE learning_events (
    principal TEXT NOT NULL,
    training_unit TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('verified_use', 'harmful_use')),
    reward INTEGER NOT NULL,
    signature TEXT NOT NULL,
    cues TEXT,
    at_us INTEGER NOT NULL,
    PRIMARY KEY (principal, training_unit)
) STRICT, WITHOUT ROWID;
CREATE INDEX learning_events_by_age ON learning_events (at_us);

CREATE TABLE learning_event_facts (
    principal TEXT NOT NULL,
    training_unit TEXT NOT NULL,
    fact_id INTEGER NOT NULL,
    PRIMARY KEY (principal, training_unit, fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX learning_event_facts_by_fact ON learning_event_facts (fact_id);

CREATE TABLE learned_signals (
    principal TEXT NOT NULL,
    fact_id INTEGER NOT NULL,
    helped INTEGER NOT NULL,
    harmed INTEGER NOT NULL,
    score REAL NOT NULL,
    at_us INTEGER NOT NULL,
    PRIMARY KEY (principal, fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX learned_signals_by_fact ON learned_signals (fact_id);

-- Terms only: the words of a question are never kept.
CREATE TABLE remembered_questions (
    principal TEXT NOT NULL,
    signature TEXT NOT NULL,
    terms TEXT,
    asks INTEGER NOT NULL,
    successes INTEGER NOT NULL,
    first_us INTEGER NOT NULL,
    last_us INTEGER NOT NULL,
    PRIMARY KEY (principal, signature)
) STRICT, WITHOUT ROWID;

-- Of questions that led to a success.
CREATE TABLE remembered_question_terms (
    principal TEXT NOT NULL,
    term TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (principal, term, signature)
) STRICT, WITHOUT ROWID;

CREATE TABLE term_bridges (
    principal TEXT NOT NULL,
    query_term TEXT NOT NULL,
    doc_term TEXT NOT NULL,
    positive INTEGER NOT NULL,
    negative INTEGER NOT NULL,
    last_us INTEGER NOT NULL,
    PRIMARY KEY (principal, query_term, doc_term)
) STRICT, WITHOUT ROWID;

-- Derived: answers of recipes, each with what must be unchanged for it to be used again. --------

CREATE TABLE compiled_reads (
    read_id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    recipe TEXT NOT NULL,
    result_json TEXT NOT NULL,
    holds_from_us INTEGER NOT NULL,
    holds_until_us INTEGER,
    compiled_us INTEGER NOT NULL
) STRICT;
CREATE INDEX compiled_reads_by_age ON compiled_reads (compiled_us);

CREATE TABLE compiled_guards (
    read_id INTEGER NOT NULL REFERENCES compiled_reads (read_id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('positive', 'negative', 'policy', 'environment')),
    subject TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (read_id, kind, subject)
) STRICT, WITHOUT ROWID;
"""
