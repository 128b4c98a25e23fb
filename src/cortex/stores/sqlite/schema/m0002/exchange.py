"""Which tables hold what was imported?"""

SQL = """
-- Canonical: what was taken in from elsewhere, so that reading a source again adds nothing.

CREATE TABLE import_sources (
    source_no INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    identity TEXT NOT NULL,
    begun_us INTEGER NOT NULL,
    UNIQUE (kind, identity)
) STRICT;

-- Digests only: a row says nothing about the words. It may outlive its fact.
CREATE TABLE import_items (
    source_no INTEGER NOT NULL REFERENCES import_sources (source_no),
    item_key BLOB NOT NULL,
    group_key BLOB NOT NULL,
    digest BLOB NOT NULL,
    fact_id INTEGER NOT NULL,
    locator TEXT NOT NULL,
    imported_us INTEGER NOT NULL,
    PRIMARY KEY (source_no, item_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_items_by_group ON import_items (source_no, group_key);
CREATE INDEX import_items_by_fact ON import_items (fact_id);
"""
