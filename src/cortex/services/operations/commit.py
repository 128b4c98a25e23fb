"""How does an agent put facts into the memory?

One request holds one statement or a batch. A batch is all or nothing: one refused entry leaves
nothing behind. Source: docs/formats/operations.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitAction, CommitOutcome, CommitRequest
from cortex.model.errors import CortexError
from cortex.model.facts import RetentionClass, Visibility
from cortex.model.limits import CARDS_MAX, FACT_TEXT_CHARS_MAX
from cortex.model.observations import RELATIONSHIP
from cortex.model.operations import OperationStatus
from cortex.model.profiles import PROFILE_DEFAULT
from cortex.model.questions import Question
from cortex.services.operations import promote
from cortex.services.operations.answers import look_answer
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.looking import Lens, look
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.relations import among_siblings, stated_relations
from cortex.services.operations.structured import split_fields
from cortex.wire.receipts import capture_json, entry_json, receipt_json

ENTRIES_MAX = 200
"""Entries of one batch: one transaction, held while other writers wait."""

TTL_SECONDS_TEXT_MAX = 2**53
"""Largest number read as a time to live; what is allowed is for the deposit to say."""

_SYNONYMS: dict[str, tuple[str, ...]] = {
    "text": ("decision", "statement", "content", "fact"),
    "type": ("kind",),
    "retention_class": ("retention",),
    "paths": ("path",),
    "symbols": ("symbol",),
    "pinned": ("pin",),
    "evidence": ("from_observations", "observation_evidence"),
}
_PLAIN = (
    *("aliases", "anchors", "attribute", "confidence", "context", "disputes", "goal"),
    *("reasoning_depth", "refines", "relations", "source_model", "subject", "supersedes", "thread"),
    *("ttl_seconds", "valid_from", "valid_until", "visibility"),
)
# What may be said of one statement: in an entry, in its `fields`, or beside a single `text`.
DETAIL_FIELDS = Fields(*_PLAIN, **{k: v for k, v in _SYNONYMS.items() if k != "text"})
ENTRY_FIELDS = Fields("fields", *_PLAIN, local_id=("id", "key"), **_SYNONYMS)
FIELDS = Fields(
    *("agent", "entries", "fields", "local_id", "promote", "return_view"),
    *("source_agent", *_PLAIN),
    idempotency_key=("request_key",),
    **_SYNONYMS,
    **PLACE_FIELDS,
)
TEXT_REMEDY = "give `text`, or `entries` with a `text` each"


@dataclass(frozen=True, slots=True)
class _Entry:
    """One statement of a batch, by the caller's own name for it."""

    local_id: str
    where: str
    request: CommitRequest


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Keep every entry, or none, and give one receipt for each.

    A repeat with the same idempotency key and content gives the same receipts and keeps nothing
    twice.

    Raises:
        InvalidRequest: no text, or a value that cannot be read; the field names the entry.
        CortexError: what the deposit of one entry raised; nothing was kept.
    """
    where = place_of(arguments, place)
    if arguments.has("promote"):
        return promote.answer(host, arguments, caller, where)
    entries = _entries(arguments, host.now_us())
    try:
        outcomes = host.commit_all([entry.request for entry in entries], where, caller)
    except CortexError as error:
        raise _placed(error, entries) from error
    named = list(zip(entries, outcomes, strict=True))
    result: dict[str, object] = {
        "status": OperationStatus.OK.value,
        "receipt": {"entries": {f"{e.local_id}.decision": receipt_json(o) for e, o in named}},
        "captures": [_capture(entry, outcome) for entry, outcome in named],
        "stored": sum(1 for o in outcomes if o.action is CommitAction.INSERTED and not o.is_replay),
    }
    linked = sum(len(set(entry.request.evidence)) for entry in entries)
    if linked:
        result["evidence"] = {
            "relationship": RELATIONSHIP,
            "linked": linked,
            "note": "what was observed stays as it is; the fact says where it comes from",
        }
    if arguments.flag("return_view", default=False):
        result["view"] = _view(host, outcomes, caller, where)
    return result


def _entries(arguments: Arguments, now_us: int) -> list[_Entry]:
    key = arguments.name("idempotency_key")
    shared = _described(arguments, CommitRequest(text=""), now_us)
    listed = arguments.items("entries", ENTRY_FIELDS)
    if listed and arguments.has("text"):
        arguments.refuse("text", "was given beside entries", "put it into an entry")
    if len(listed) > ENTRIES_MAX:
        arguments.refuse("entries", f"has more than {ENTRIES_MAX} entries", "send parts")
    if not listed:
        local_id = arguments.name("local_id") or "e1"
        return [_Entry(local_id, "", _addressed(arguments, shared, local_id, key))]
    entries: list[_Entry] = []
    for place, one in enumerate(listed):
        local_id = one.name("local_id") or f"e{place + 1}"
        if any(local_id == other.local_id for other in entries):
            one.refuse("local_id", "names two entries", "give each entry its own")
        request = _addressed(one, _described(one, shared, now_us), local_id, key)
        entries.append(_Entry(local_id, f"entries[{place}].", request))
    places = {entry.local_id: place for place, entry in enumerate(entries)}
    return [replace(entry, request=among_siblings(entry.request, places)) for entry in entries]


def _described(given: Arguments, known: CommitRequest, now_us: int) -> CommitRequest:
    """Give what is known with what an object and its ``fields`` add; the object itself wins."""
    described, own = split_fields(given, DETAIL_FIELDS)
    request = _details(given, _details(described, known, now_us), now_us)
    return request._replace(fields={**(known.fields or {}), **own}) if own else request


def _addressed(
    entry: Arguments, request: CommitRequest, local_id: str, key: str | None
) -> CommitRequest:
    """Give the request with its text and with its share of the idempotency key."""
    return request._replace(
        text=entry.required("text", TEXT_REMEDY),
        idempotency_key=None if key is None else f"{key}#{local_id}",
    )


def _details(given: Arguments, known: CommitRequest, now_us: int) -> CommitRequest:
    """Give a request with what is said here added to what is known; lists are joined."""
    retention = given.choice("retention_class", [r.value for r in RetentionClass], "")
    visibility = given.choice("visibility", [v.value for v in Visibility], known.visibility.value)
    confidence = given.ratio("confidence")
    ttl_seconds = given.integer("ttl_seconds", 1, TTL_SECONDS_TEXT_MAX)
    start_us = given.instant("valid_from", now_us)
    end_us = given.instant("valid_until", now_us)
    return known._replace(
        type=given.name("type") or known.type,
        context=given.text("context") or known.context,
        subject=given.name("subject") or known.subject,
        attribute=given.name("attribute") or known.attribute,
        aliases=(*known.aliases, *given.texts("aliases")),
        paths=(*known.paths, *given.texts("paths")),
        symbols=(*known.symbols, *given.texts("symbols")),
        anchors=(*known.anchors, *given.texts("anchors")),
        thread=given.name("thread") or known.thread,
        goal=given.name("goal") or known.goal,
        is_pinned=given.flag("pinned", default=known.is_pinned),
        retention=RetentionClass(retention) if retention else known.retention,
        ttl_seconds=known.ttl_seconds if ttl_seconds is None else ttl_seconds,
        valid_from_us=known.valid_from_us if start_us is None else start_us,
        valid_until_us=known.valid_until_us if end_us is None else end_us,
        supersedes=given.reference("supersedes") or known.supersedes,
        disputes=given.reference("disputes") or known.disputes,
        refines=given.reference("refines") or known.refines,
        source_model=given.name("source_model") or known.source_model,
        reasoning_depth=given.name("reasoning_depth") or known.reasoning_depth,
        confidence=known.confidence if confidence is None else confidence,
        visibility=Visibility(visibility),
        evidence=(*known.evidence, *given.texts("evidence")),
        relations=(*known.relations, *stated_relations(given)),
    )


def _placed(error: CortexError, entries: Sequence[_Entry]) -> CortexError:
    """Say which entry an error is about, when it knows and there are several."""
    if error.entry is not None and entries[error.entry].where:
        entry = entries[error.entry]
        error.message = f"entry '{entry.local_id}': {error.message}; nothing was kept"
        error.field = f"{entry.where}{error.field or 'text'}"
    return error


def _capture(entry: _Entry, outcome: CommitOutcome) -> dict[str, object]:
    return {
        "local_id": entry.local_id,
        "reference": outcome.fact.reference,
        "replayed": outcome.is_replay,
        "entry": entry_json(outcome),
        "capture": capture_json(outcome),
    }


def _view(
    host: OperationHost, outcomes: Sequence[CommitOutcome], caller: Caller, place: Place
) -> dict[str, object]:
    """Give what the memory now answers to the statements just kept."""
    text = "\n".join(str(outcome.fact.content.text) for outcome in outcomes)
    question = Question(text=text[:FACT_TEXT_CHARS_MAX], limit=min(CARDS_MAX, 2 * len(outcomes)))
    seen = look(host, question, Lens(PROFILE_DEFAULT), caller, place)
    frontier = max(outcome.sequence for outcome in outcomes)
    is_current = seen.packing.view.head == max(outcome.version_id for outcome in outcomes)
    view = look_answer(seen)
    return {**view, "at_commit_frontier": is_current, "commit_frontier": frontier}
