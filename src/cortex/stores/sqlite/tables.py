"""Which tables are canonical, and in which order are they copied?

An export is every canonical table, in this order, and nothing else. A table that stands in no list
is copied too, last: forgetting to list it must not lose anything. A test asks for the listing.
Source: ADR 0003, ADR 0098.
"""

from cortex.stores.sqlite.session import Session

CANONICAL = (
    "scopes",
    "provenances",
    "versions",
    "facts",
    "head_state",
    "fact_uses",
    "version_changes",
    "traces",
    "decision_conflicts",
    "commits",
    "records",
    "revisions",
    "record_heads",
    "change_items",
    "outbox",
    "operation_ledger",
    "events",
    "clock_links",
    "import_sources",
    "import_items",
    "revision_parents",
    "relations",
    "obligations",
    "observation_sources",
    "observations",
    "observation_requirements",
    "needs",
    "host_grants",
    "read_positions",
    "intake_cursors",
    "host_sessions",
    "turns",
    "fact_evidence",
    "fact_records",
    "association_states",
    "source_assessments",
    "assemblies",
    "assembly_states",
    "route_events",
    "erased_route_sources",
    "learning_state",
    "agent_outcomes",
    "outcome_facts",
    "learning_events",
    "learning_event_facts",
    "learned_signals",
    "remembered_questions",
    "remembered_question_terms",
    "term_bridges",
    "agents",
    "agent_locks",
    "agent_tasks",
    "agent_messages",
    "agent_activities",
    "feed",
    "focus_sessions",
    "focus_entries",
    "client_permissions",
    "boot_audits",
    "savings_rollups",
    "injections",
    "injected_facts",
    "erasures",
    "forgotten_facts",
    "tombstones",
    "forgotten_bases",
)
"""What cannot be computed from anything else; those that others refer to come first."""

DERIVED = (
    "clock_meta",
    "terms",
    "words",
    "postings",
    "projections",
    "unfolded",
    "clock_anchors",
    "clock_anchor_evidence",
    "entities",
    "entity_aliases",
    "entity_mentions",
    "matters",
    "association_sources",
    "association_terms",
    "search_spaces",
    "search_sessions",
    "search_documents",
    "search_terms",
    "search_postings",
    "search_words",
    "compiled_reads",
    "compiled_guards",
    "fact_ages",
    "memory_clusters",
    "cluster_members",
)
"""What a rebuild makes again; never copied."""

OF_THE_FILE = (
    "schema_migrations",
    "brain_meta",
    "housekeeping",
    "cold_blocks",
    "inventories",
    "inventory_entries",
)
"""What belongs to one file: how it was laid out, which brain it is, how often it was restored,
where its housekeeping stands, how it packs old words, which are copied with their facts, and which
files were found on its machine."""


def canonical_tables(session: Session) -> list[str]:
    """Give the canonical tables of this file in the order they are copied."""
    there = set(session.values("SELECT name FROM sqlite_schema WHERE type = 'table'"))
    unlisted = there - {*CANONICAL, *DERIVED, *OF_THE_FILE}
    listed = [name for name in CANONICAL if name in there]
    return [*listed, *sorted(name for name in unlisted if not name.startswith("sqlite_"))]
