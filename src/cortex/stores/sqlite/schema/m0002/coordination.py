"""Which tables hold locks, sessions, tasks, messages, feed, focus, permissions, audits?"""

SQL = """
-- canonical: every agent that ever coordinated, its session, and how far it has read
CREATE TABLE agents (
    owner_id INTEGER NOT NULL,
    agent TEXT NOT NULL,
    session_id TEXT,
    scope_id TEXT,
    description TEXT,
    files TEXT,
    started_us INTEGER,
    heartbeat_us INTEGER NOT NULL,
    expires_us INTEGER NOT NULL,
    inbox_seen_id INTEGER NOT NULL DEFAULT 0,
    feed_seen_id INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id, agent)
) STRICT, WITHOUT ROWID;

-- canonical: who works on which file until when
CREATE TABLE agent_locks (
    owner_id INTEGER NOT NULL,
    path TEXT NOT NULL,
    lock_id TEXT NOT NULL,
    agent TEXT NOT NULL,
    locked_us INTEGER NOT NULL,
    expires_us INTEGER NOT NULL,
    PRIMARY KEY (owner_id, path)
) STRICT, WITHOUT ROWID;

-- canonical: work to be done, in hand, or done
CREATE TABLE agent_tasks (
    task_id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'claimed', 'completed')),
    urgency INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    scope_id TEXT NOT NULL,
    files TEXT,
    priority TEXT NOT NULL,
    capability TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_us INTEGER NOT NULL,
    claimed_by TEXT,
    claimed_us INTEGER,
    completed_us INTEGER,
    summary TEXT
) STRICT;
CREATE INDEX agent_tasks_in_order ON agent_tasks (owner_id, status, urgency DESC, task_id);

-- canonical: what one agent wrote to another
CREATE TABLE agent_messages (
    message_id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL,
    recipient TEXT NOT NULL,
    sender TEXT NOT NULL,
    text TEXT NOT NULL,
    sent_us INTEGER NOT NULL
) STRICT;
CREATE INDEX agent_messages_to ON agent_messages (owner_id, recipient, message_id);

-- canonical: what agents did, for whoever comes back
CREATE TABLE agent_activities (
    activity_id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL,
    agent TEXT NOT NULL,
    description TEXT NOT NULL,
    files TEXT,
    at_us INTEGER NOT NULL
) STRICT;
CREATE INDEX agent_activities_of ON agent_activities (owner_id, activity_id);

-- canonical: what agents tell everybody
CREATE TABLE feed (
    entry_id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL,
    agent TEXT NOT NULL,
    kind TEXT NOT NULL,
    summary TEXT NOT NULL,
    content TEXT,
    files TEXT,
    task_id INTEGER,
    trace_id TEXT,
    priority TEXT NOT NULL,
    at_us INTEGER NOT NULL
) STRICT;
CREATE INDEX feed_of ON feed (owner_id, entry_id);

-- canonical: spans of work under one label
CREATE TABLE focus_sessions (
    focus_id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL,
    agent TEXT NOT NULL,
    label TEXT NOT NULL,
    scope_id TEXT NOT NULL,
    started_us INTEGER NOT NULL,
    ended_us INTEGER,
    chars_before INTEGER,
    chars_after INTEGER,
    summary_fact_id INTEGER
) STRICT;
CREATE INDEX focus_open ON focus_sessions (owner_id, agent, focus_id) WHERE ended_us IS NULL;

-- canonical: the facts an agent stored while a focus session was open; their text stays theirs
CREATE TABLE focus_entries (
    focus_id INTEGER NOT NULL,
    fact_id INTEGER NOT NULL,
    PRIMARY KEY (focus_id, fact_id)
) STRICT, WITHOUT ROWID;

-- canonical: what a client may ask for; without a row everybody may ask for everything
CREATE TABLE client_permissions (
    owner_id INTEGER NOT NULL,
    client TEXT NOT NULL,
    permission TEXT NOT NULL CHECK (permission IN ('read', 'write', 'admin')),
    scope TEXT NOT NULL,
    granted_by TEXT NOT NULL,
    granted_us INTEGER NOT NULL,
    PRIMARY KEY (owner_id, client, permission, scope)
) STRICT, WITHOUT ROWID;

-- canonical: a boot brief that was handed out, as its process noted it down
CREATE TABLE boot_audits (
    created_us INTEGER NOT NULL,
    process_id INTEGER NOT NULL,
    owner_id INTEGER NOT NULL,
    agent TEXT NOT NULL,
    scope_id TEXT NOT NULL,
    form TEXT NOT NULL,
    budget_tokens INTEGER NOT NULL,
    served_chars INTEGER NOT NULL,
    baseline_chars INTEGER,
    facts_count INTEGER NOT NULL,
    left_out_count INTEGER NOT NULL,
    latency_us INTEGER NOT NULL,
    PRIMARY KEY (created_us, process_id)
) STRICT, WITHOUT ROWID;

-- canonical: sums of the audits by day; one row for each quantity, so that none are mixed
CREATE TABLE savings_rollups (
    day TEXT NOT NULL,
    owner_id INTEGER NOT NULL,
    quantity TEXT NOT NULL,
    unit TEXT NOT NULL,
    events INTEGER NOT NULL,
    served INTEGER NOT NULL,
    compared INTEGER NOT NULL,
    compared_served INTEGER NOT NULL,
    baseline INTEGER NOT NULL,
    PRIMARY KEY (day, owner_id, quantity)
) STRICT, WITHOUT ROWID;
"""
