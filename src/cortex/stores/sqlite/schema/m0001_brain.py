"""What does the first brain file look like?

Frozen: a later change is a new migration. Every table says whether it is canonical (it cannot be
computed from others) or derived. Why each column exists is told in docs/formats/brain-file.md.
"""

VERSION = 1
NAME = "brain"

SQL = """
-- Canonical ------------------------------------------------------------------------------------

CREATE TABLE brain_meta (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    brain_id TEXT NOT NULL,
    restore_epoch INTEGER NOT NULL,
    created_us INTEGER NOT NULL
) STRICT;

CREATE TABLE scopes (
    scope_no INTEGER PRIMARY KEY,
    scope_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE provenances (
    provenance_id INTEGER PRIMARY KEY,
    source_agent TEXT NOT NULL,
    source_client TEXT NOT NULL,
    source_model TEXT,
    reasoning_depth TEXT NOT NULL,
    confidence REAL NOT NULL,
    trust_score REAL NOT NULL,
    worktree TEXT,
    branch TEXT
) STRICT;
CREATE INDEX provenances_whole ON provenances (
    source_agent, source_client, source_model, reasoning_depth, confidence, trust_score,
    worktree, branch
);

CREATE TABLE versions (
    version_id INTEGER PRIMARY KEY AUTOINCREMENT,
    operation TEXT NOT NULL,
    summary TEXT NOT NULL,
    text_chars INTEGER NOT NULL,
    fact_id INTEGER REFERENCES facts (fact_id),
    status TEXT NOT NULL CHECK (status IN ('active', 'orphaned')),
    created_us INTEGER NOT NULL,
    orphaned_us INTEGER
) STRICT;
CREATE INDEX versions_by_fact ON versions (fact_id);
CREATE INDEX versions_orphaned ON versions (version_id) WHERE status = 'orphaned';

CREATE TABLE head_state (
    scope TEXT PRIMARY KEY,
    head_id INTEGER NOT NULL REFERENCES versions (version_id)
) STRICT, WITHOUT ROWID;

-- The columns that gates read come first, so that judging a row never walks past its text.
CREATE TABLE facts (
    fact_id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER REFERENCES versions (version_id),
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    owner_id INTEGER,
    status TEXT NOT NULL CHECK (status IN ('active', 'superseded', 'disputed', 'archived')),
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'shared', 'team', 'public')),
    valid_from_us INTEGER,
    valid_until_us INTEGER,
    expires_us INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('decision', 'memory')),
    type TEXT NOT NULL,
    retention_class TEXT NOT NULL
        CHECK (retention_class IN ('durable', 'operational', 'audit', 'ephemeral')),
    pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    quality INTEGER NOT NULL,
    surprise REAL NOT NULL,
    merged_count INTEGER NOT NULL,
    disputes_id INTEGER REFERENCES facts (fact_id),
    supersedes_id INTEGER REFERENCES facts (fact_id),
    provenance_id INTEGER NOT NULL REFERENCES provenances (provenance_id),
    observed_us INTEGER NOT NULL,
    created_us INTEGER NOT NULL,
    updated_us INTEGER NOT NULL,
    subject TEXT,
    attribute TEXT,
    aliases TEXT,
    paths TEXT,
    symbols TEXT,
    anchors TEXT,
    thread TEXT,
    goal TEXT,
    text TEXT NOT NULL,
    context TEXT
) STRICT;
CREATE INDEX facts_by_scope ON facts (scope_no);
CREATE INDEX facts_by_version ON facts (version_id);
CREATE INDEX facts_by_type ON facts (type, status);
CREATE INDEX facts_by_update ON facts (updated_us);
CREATE INDEX facts_not_active ON facts (status) WHERE status <> 'active';
CREATE INDEX facts_pinned ON facts (fact_id) WHERE pinned = 1;
-- For the boot brief, which a session start waits for.
CREATE INDEX facts_fresh ON facts (scope_no, updated_us);
CREATE INDEX facts_binding ON facts (scope_no)
    WHERE status = 'active' AND retention_class = 'durable'
    AND type IN ('constraint', 'contract', 'convention', 'policy', 'preference', 'rule');
CREATE INDEX facts_durable ON facts (scope_no)
    WHERE status = 'active' AND retention_class = 'durable'
    AND type NOT IN ('constraint', 'contract', 'convention', 'policy', 'preference', 'rule');

CREATE TABLE fact_uses (
    fact_id INTEGER PRIMARY KEY REFERENCES facts (fact_id),
    retrievals INTEGER NOT NULL,
    last_accessed_us INTEGER NOT NULL
) STRICT;

-- The state a fact had before a log entry changed it; a rollback puts it back.
CREATE TABLE version_changes (
    change_id INTEGER PRIMARY KEY,
    version_id INTEGER NOT NULL REFERENCES versions (version_id),
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    before_json TEXT NOT NULL
) STRICT;
CREATE INDEX version_changes_by_version ON version_changes (version_id);
CREATE INDEX version_changes_by_fact ON version_changes (fact_id);

CREATE TABLE traces (
    trace_id INTEGER PRIMARY KEY,
    fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    version_id INTEGER NOT NULL REFERENCES versions (version_id),
    provenance_id INTEGER NOT NULL REFERENCES provenances (provenance_id),
    content_hash BLOB NOT NULL,
    event_us INTEGER NOT NULL,
    ingest_us INTEGER NOT NULL
) STRICT;

CREATE TABLE decision_conflicts (
    conflict_id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER REFERENCES versions (version_id),
    source_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    target_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    classification TEXT NOT NULL
        CHECK (classification IN ('AGREES', 'CONTRADICTS', 'REFINES', 'UNRELATED')),
    similarity REAL NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'auto_resolved', 'user_resolved')),
    resolution_strategy TEXT NOT NULL,
    created_us INTEGER NOT NULL,
    resolved_by TEXT,
    resolved_us INTEGER
) STRICT;
CREATE INDEX conflicts_by_source ON decision_conflicts (source_fact_id);
CREATE INDEX conflicts_by_target ON decision_conflicts (target_fact_id);
CREATE INDEX conflicts_open ON decision_conflicts (conflict_id) WHERE status = 'open';

CREATE TABLE commits (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    principal_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    ack_profile TEXT NOT NULL CHECK (ack_profile IN ('power_loss_assumed', 'process_crash')),
    recorded_us INTEGER NOT NULL
) STRICT;

CREATE TABLE records (
    record_no INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    fact_id INTEGER NOT NULL UNIQUE REFERENCES facts (fact_id),
    created_sequence INTEGER NOT NULL REFERENCES commits (sequence)
) STRICT;

CREATE TABLE revisions (
    record_no INTEGER NOT NULL REFERENCES records (record_no),
    ordinal INTEGER NOT NULL,
    recorded_sequence INTEGER NOT NULL REFERENCES commits (sequence),
    epistemic_status TEXT NOT NULL,
    body_deflated BLOB NOT NULL,
    PRIMARY KEY (record_no, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE record_heads (
    record_no INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (record_no, ordinal),
    FOREIGN KEY (record_no, ordinal) REFERENCES revisions (record_no, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE change_items (
    sequence INTEGER NOT NULL REFERENCES commits (sequence),
    ordinal INTEGER NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    record_no INTEGER NOT NULL REFERENCES records (record_no),
    change_kind TEXT NOT NULL,
    PRIMARY KEY (sequence, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    commit_sequence INTEGER NOT NULL REFERENCES commits (sequence),
    job_kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'claimed', 'done', 'failed')),
    PRIMARY KEY (commit_sequence, job_kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_waiting ON outbox (commit_sequence) WHERE state <> 'done';

CREATE TABLE operation_ledger (
    principal TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    request_id TEXT NOT NULL,
    canonical_hash TEXT NOT NULL,
    outcome_json TEXT NOT NULL,
    recorded_us INTEGER NOT NULL,
    PRIMARY KEY (principal, idempotency_key)
) STRICT;

CREATE TABLE events (
    event_id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    source_agent TEXT NOT NULL,
    created_us INTEGER NOT NULL,
    data_json TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_agent ON events (type, source_agent, created_us);

-- Only what use taught (or refused); links that follow from shared anchors are computed on read.
CREATE TABLE clock_links (
    low_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    high_fact_id INTEGER NOT NULL REFERENCES facts (fact_id),
    relation TEXT NOT NULL,
    evidence_count INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('used', 'rejected')),
    PRIMARY KEY (low_fact_id, high_fact_id, relation),
    CHECK (low_fact_id < high_fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX clock_links_by_high ON clock_links (high_fact_id);

-- Derived --------------------------------------------------------------------------------------

CREATE TABLE clock_meta (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Counts and postings speak of folded facts; those of `unfolded` come on top.
CREATE TABLE terms (
    term_id INTEGER PRIMARY KEY,
    term TEXT NOT NULL UNIQUE,
    facts INTEGER NOT NULL,
    weight_max INTEGER NOT NULL
) STRICT;

CREATE TABLE words (
    word_id INTEGER PRIMARY KEY,
    word TEXT NOT NULL,
    term TEXT NOT NULL,
    facts INTEGER NOT NULL,
    UNIQUE (word, term)
) STRICT;

CREATE TABLE postings (
    term_id INTEGER NOT NULL,
    first_fact_id INTEGER NOT NULL,
    pairs BLOB NOT NULL,
    PRIMARY KEY (term_id, first_fact_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE projections (
    fact_id INTEGER PRIMARY KEY,
    term_ids BLOB NOT NULL,
    word_ids BLOB NOT NULL
) STRICT;

CREATE TABLE unfolded (
    fact_id INTEGER PRIMARY KEY,
    terms TEXT NOT NULL,
    weights BLOB NOT NULL,
    words TEXT NOT NULL
) STRICT;

CREATE TABLE clock_anchors (
    anchor_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (kind, value)
) STRICT;

CREATE TABLE clock_anchor_evidence (
    anchor_id INTEGER NOT NULL,
    specificity INTEGER NOT NULL,
    fact_id INTEGER NOT NULL,
    is_explicit INTEGER NOT NULL,
    PRIMARY KEY (anchor_id, specificity, fact_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_fact ON clock_anchor_evidence (fact_id);

CREATE TABLE entities (
    entity_id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    qualifier TEXT NOT NULL
) STRICT;

CREATE TABLE entity_aliases (
    alias_id INTEGER PRIMARY KEY,
    alias TEXT NOT NULL,
    entity_id INTEGER NOT NULL,
    UNIQUE (alias, entity_id)
) STRICT;

CREATE TABLE entity_mentions (
    entity_id INTEGER NOT NULL,
    fact_id INTEGER NOT NULL,
    alias_id INTEGER NOT NULL,
    PRIMARY KEY (entity_id, fact_id, alias_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_fact ON entity_mentions (fact_id);

CREATE TABLE matters (
    fact_id INTEGER PRIMARY KEY,
    subject_key TEXT NOT NULL,
    attribute_key TEXT NOT NULL
) STRICT;
CREATE INDEX matters_by_key ON matters (subject_key, attribute_key);

INSERT INTO clock_meta (key, value) VALUES
    ('analysis_version', 0), ('clock_projection_generation', 1), ('projected_facts', 0);
"""
