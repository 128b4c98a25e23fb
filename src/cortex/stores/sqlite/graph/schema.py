"""What does the file of a client graph look like? All of it is derived from logs and settings."""

APPLICATION_ID = 0x43545847
"""``PRAGMA application_id``: "CTXG" in ASCII."""

FORMAT = 1
"""``PRAGMA user_version``; a file of another format is made anew."""

SQL = """
CREATE TABLE messages (
    sha TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    direction TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    speaker TEXT NOT NULL,
    speaker_id TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    is_asked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE entities (
    key TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    origin TEXT NOT NULL,
    aliases TEXT NOT NULL,
    senders TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE facts (
    place INTEGER PRIMARY KEY,
    fact_id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL REFERENCES entities (key),
    predicate TEXT NOT NULL,
    value TEXT NOT NULL,
    normal TEXT NOT NULL,
    quote TEXT NOT NULL,
    quote_start INTEGER NOT NULL,
    quote_end INTEGER NOT NULL,
    sha TEXT NOT NULL REFERENCES messages (sha),
    is_single INTEGER NOT NULL,
    extractor TEXT NOT NULL,
    superseded_by TEXT NOT NULL
) STRICT;

CREATE INDEX facts_by_entity ON facts (key);
CREATE INDEX facts_by_successor ON facts (superseded_by) WHERE superseded_by <> '';

-- Of the operator's file alone.
CREATE TABLE roles (
    key TEXT NOT NULL,
    role TEXT NOT NULL,
    holder TEXT NOT NULL,
    PRIMARY KEY (key, role, holder)
) STRICT, WITHOUT ROWID;

CREATE TABLE builds (
    number INTEGER PRIMARY KEY,
    started_us INTEGER NOT NULL,
    finished_us INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    new INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    reasons TEXT NOT NULL,
    newest_us INTEGER NOT NULL,
    names TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT;

-- One row: over every row of the others; a byte that flipped in a text breaks no page.
CREATE TABLE digest (
    sha256 TEXT NOT NULL
) STRICT;
"""
