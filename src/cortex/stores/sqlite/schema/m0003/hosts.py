"""Which tables hold what hosts may hand over, and how far their transcripts were read?"""

SQL = """
-- Canonical: the operator's word on each host, and how far a transcript was read ------------------

CREATE TABLE host_grants (
    principal TEXT NOT NULL,
    grant_key TEXT NOT NULL,
    host TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (scope_no),
    host_version TEXT NOT NULL,
    adapter_version TEXT NOT NULL,
    bytes_max INTEGER NOT NULL,
    is_live INTEGER NOT NULL,
    is_history INTEGER NOT NULL,
    granted_us INTEGER NOT NULL,
    PRIMARY KEY (principal, grant_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE read_positions (
    principal TEXT NOT NULL,
    name TEXT NOT NULL,
    identity TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    state TEXT NOT NULL,
    read_us INTEGER NOT NULL,
    PRIMARY KEY (principal, name)
) STRICT, WITHOUT ROWID;
"""
