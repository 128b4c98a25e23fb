"""Which tables hold revisions, relations, threads and obligations?"""

SQL = """
-- Canonical ------------------------------------------------------------------------------------

-- What a fact has beyond its text: one JSON object.
ALTER TABLE facts ADD COLUMN fields TEXT;
CREATE INDEX facts_by_thread ON facts (thread) WHERE thread IS NOT NULL;

-- Only what cannot be told from the numbers: a revision without a row follows the one before it.
CREATE TABLE revision_parents (
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    ordinal INTEGER NOT NULL,
    parent_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    parent_ordinal INTEGER NOT NULL,
    PRIMARY KEY (fact_id, ordinal, parent_fact_id, parent_ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_children ON revision_parents (parent_fact_id);

-- One row a move; the present state is the last move whose log entry was not rolled back.
CREATE TABLE obligations (
    move_id INTEGER PRIMARY KEY,
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    version_id INTEGER NOT NULL REFERENCES versions (version_id),
    ordinal INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('proposed', 'ready', 'in_progress', 'blocked',
        'observed_complete', 'verified_complete', 'reopened', 'cancelled')),
    agent TEXT NOT NULL,
    moved_us INTEGER NOT NULL,
    note TEXT NOT NULL,
    artifact TEXT,
    checker TEXT,
    authority TEXT
) STRICT;
CREATE INDEX obligations_by_fact ON obligations (fact_id);
-- Canonical: what an author said a fact depends on, under the log entry that said it.
CREATE TABLE relations (
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    role TEXT NOT NULL CHECK (role IN (
        'required_qualifier', 'procedure_precondition', 'policy', 'counterevidence', 'support',
        'external_state', 'negative_predicate_range', 'optional_context')),
    other_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    version_id INTEGER NOT NULL REFERENCES versions (version_id),
    PRIMARY KEY (fact_id, role, other_fact_id, version_id),
    CHECK (fact_id <> other_fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_by_other ON relations (other_fact_id);
"""
