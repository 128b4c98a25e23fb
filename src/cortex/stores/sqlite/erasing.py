"""Where in the file may words of a fact stand, and what becomes of each place?

One table for the whole schema. A test compares it with the tables there are: a column that holds
text or bytes and is not named here fails it, so that no new table is forgotten by forgetting.

To add a table: give each TEXT or BLOB column one treatment, and name the table in ``ROWS_OF_FACT``
when a row of it belongs to one fact and goes with it.
"""

from cortex.model.lean_classes import StrEnum


class Treatment(StrEnum):
    """What a forgetting does with one column."""

    ERASED = "erased with its fact"
    """The row belongs to one fact: it is deleted, or its words are blanked."""

    SWEPT = "swept"
    """Free text that may quote any fact: the words are cut out wherever they stand."""

    DEFLATED = "swept inside"
    """As swept, within zlib."""

    DERIVED = "derived"
    """Goes when the handles of the fact go."""

    NEVER = "no memory text"
    """Ids, closed choices, digests of other things, names of agents and programs."""


ROWS_OF_FACT: tuple[tuple[str, str, str], ...] = (
    # (place in the report, table, column with the fact's id): such rows are deleted.
    ("uses", "fact_uses", "fact_id"),
    ("traces", "traces", "fact_id"),
    ("earlier states", "version_changes", "fact_id"),
    ("conflicts", "decision_conflicts", "source_fact_id"),
    ("conflicts", "decision_conflicts", "target_fact_id"),
    ("links", "clock_links", "low_fact_id"),
    ("links", "clock_links", "high_fact_id"),
    ("findings", "forgotten_bases", "fact_id"),
    ("relations", "relations", "fact_id"),
    ("relations", "relations", "other_fact_id"),
    ("obligations", "obligations", "fact_id"),
    ("outcomes", "outcome_facts", "fact_id"),
    ("learning", "learning_event_facts", "fact_id"),
    ("learning", "learned_signals", "fact_id"),
    ("short forms", "fact_ages", "fact_id"),
    ("clusters", "cluster_members", "fact_id"),
    ("focus entries", "focus_entries", "fact_id"),
    ("evidence", "fact_evidence", "fact_id"),
    ("evidence", "fact_records", "fact_id"),
    ("imports", "import_items", "fact_id"),
    ("injections", "injected_facts", "fact_id"),
)

_E, _S, _Z = Treatment.ERASED, Treatment.SWEPT, Treatment.DEFLATED
_D, _N = Treatment.DERIVED, Treatment.NEVER

COLUMNS: dict[str, dict[str, Treatment]] = {
    "schema_migrations": {"name": _N, "digest": _N},
    "brain_meta": {"brain_id": _N},
    "scopes": {"scope_id": _N, "kind": _N, "name": _N},
    "provenances": {
        "source_agent": _N,
        "source_client": _N,
        "source_model": _N,
        "reasoning_depth": _N,
        "worktree": _N,
        "branch": _N,
    },
    "versions": {"operation": _N, "summary": _S, "status": _N},
    "head_state": {"scope": _N},
    "facts": {
        "status": _N,
        "visibility": _N,
        "kind": _N,
        "retention_class": _N,
        "type": _E,
        "subject": _E,
        "attribute": _E,
        "aliases": _E,
        "paths": _E,
        "symbols": _E,
        "anchors": _E,
        "thread": _E,
        "goal": _E,
        "text": _E,
        "context": _E,
        "fields": _E,
    },
    "version_changes": {"before_json": _S},
    "traces": {"content_hash": _E},
    "decision_conflicts": {
        "classification": _N,
        "status": _N,
        "resolution_strategy": _N,
        "resolved_by": _N,
    },
    "commits": {"principal_id": _N, "request_id": _N, "ack_profile": _N},
    "records": {"kind": _E},
    "revisions": {"epistemic_status": _N, "body_deflated": _Z},
    "change_items": {"change_kind": _N},
    "outbox": {"job_kind": _N, "state": _N, "claimed_by": _N, "last_error": _N},
    "operation_ledger": {
        "principal": _N,
        "idempotency_key": _N,
        "request_id": _N,
        "canonical_hash": _E,
        "outcome_json": _S,
    },
    "events": {"type": _N, "source_agent": _N, "data_json": _S},
    "clock_links": {"relation": _N, "status": _N},
    "clock_meta": {"key": _N},
    "terms": {"term": _D},
    "words": {"word": _D, "term": _D},
    "postings": {"pairs": _D},
    "projections": {"term_ids": _D, "word_ids": _D},
    "unfolded": {"terms": _D, "weights": _D, "words": _D},
    "clock_anchors": {"kind": _D, "value": _D},
    "entities": {"kind": _D, "qualifier": _D},
    "entity_aliases": {"alias": _D},
    "matters": {"subject_key": _D, "attribute_key": _D},
    "erasures": {"agent": _N},
    "tombstones": {"digest": _N, "scope_id": _N, "key": _N},
    "forgotten_bases": {"relation": _N},
    "relations": {"role": _N},
    "obligations": {
        "state": _N,
        "agent": _N,
        "note": _E,
        "artifact": _E,
        "checker": _N,
        "authority": _N,
    },
    "agent_outcomes": {
        "principal": _N,
        "agent": _N,
        "scope_id": _N,
        "task_class": _N,
        "outcome": _N,
        "task": _S,
        "notes": _S,
        "selected_action": _S,
        "receipt": _N,
    },
    "learning_events": {
        "principal": _N,
        "training_unit": _N,
        "kind": _N,
        "signature": _N,
        "cues": _S,
    },
    "learning_event_facts": {"principal": _N, "training_unit": _N},
    "learned_signals": {"principal": _N},
    "remembered_questions": {"principal": _N, "signature": _N, "terms": _S},
    "remembered_question_terms": {"principal": _N, "term": _N, "signature": _N},
    "term_bridges": {"principal": _N, "query_term": _N, "doc_term": _N},
    "compiled_reads": {"identity": _N, "recipe": _N, "result_json": _D},
    "compiled_guards": {"kind": _N, "subject": _N, "fingerprint": _N},
    "cold_blocks": {"digest": _E, "packed": _E},
    "housekeeping": {"job_kind": _N},
    "fact_ages": {"tier": _N, "display": _E},
    "memory_clusters": {"label": _D},
    "agents": {
        "agent": _N,
        "session_id": _N,
        "scope_id": _N,
        "description": _S,
        "files": _N,
    },
    "agent_locks": {"path": _N, "lock_id": _N, "agent": _N},
    "agent_tasks": {
        "status": _N,
        "title": _S,
        "description": _S,
        "scope_id": _N,
        "files": _N,
        "priority": _N,
        "capability": _N,
        "created_by": _N,
        "claimed_by": _N,
        "summary": _S,
    },
    "agent_messages": {"recipient": _N, "sender": _N, "text": _S},
    "agent_activities": {"agent": _N, "description": _S, "files": _N},
    "feed": {
        "agent": _N,
        "kind": _N,
        "summary": _S,
        "content": _S,
        "files": _N,
        "trace_id": _N,
        "priority": _N,
    },
    "focus_sessions": {"agent": _N, "label": _S, "scope_id": _N},
    "client_permissions": {"client": _N, "permission": _N, "scope": _N, "granted_by": _N},
    "boot_audits": {"agent": _N, "scope_id": _N, "form": _N},
    "injections": {"host": _N, "session_id": _N, "outcome": _N},
    "savings_rollups": {"day": _N, "quantity": _N, "unit": _N},
    "observation_sources": {"principal": _N, "source_key": _N, "role": _N, "on_secret": _N},
    "observations": {
        "generation": _N,
        "event_key": _N,
        "content_hash": _E,
        "retraction": _S,
        "text": _S,
        "redactions": _N,
    },
    "intake_cursors": {"generation": _N},
    "inventories": {"principal": _N, "revision": _N},
    "inventory_entries": {"format": _N, "fingerprint": _N, "status": _N, "detail": _N},
    "needs": {
        "principal": _N,
        "need_id": _N,
        "cues": _S,
        "exclude_cues": _S,
        "overflow": _N,
    },
    "association_states": {"principal": _N},
    "source_assessments": {"principal": _N, "event_key": _N, "assessment": _N},
    "association_terms": {"term": _D},
    "assemblies": {
        "principal": _N,
        "assembly_id": _N,
        "kind": _N,
        "envelope": _S,
        "guards": _N,
        "digest": _N,
    },
    "assembly_states": {"principal": _N},
    "route_events": {
        "principal": _N,
        "origin": _N,
        "origin_event_id": _N,
        "training_unit": _N,
        "assembly_id": _N,
        "kind": _N,
        "cues": _S,
        "sources": _N,
        "receipt_ref": _S,
        "retraction": _S,
    },
    "erased_route_sources": {"principal": _N, "source": _N},
    "host_sessions": {"principal": _N, "host": _N, "session_key": _N},
    "turns": {"speaker": _N},
    "search_spaces": {"principal": _N},
    "search_documents": {"kind": _N, "speaker": _N},
    "search_terms": {"term": _D},
    "search_words": {"word": _D},
    "host_grants": {
        "principal": _N,
        "grant_key": _N,
        "host": _N,
        "host_version": _N,
        "adapter_version": _N,
    },
    "read_positions": {"principal": _N, "name": _N, "identity": _N, "state": _N},
    "fact_evidence": {"relationship": _N},
    "fact_records": {"path": _N, "record_id": _N, "root": _N, "digest": _E},
    "import_sources": {"kind": _N, "identity": _N},
    "import_items": {"item_key": _E, "group_key": _E, "digest": _E, "locator": _N},
}


def columns_with(treatment: Treatment) -> list[tuple[str, str]]:
    """Give (table, column) of every column with a treatment, in the order above."""
    return [
        (table, column)
        for table, columns in COLUMNS.items()
        for column, given in columns.items()
        if given is treatment
    ]
