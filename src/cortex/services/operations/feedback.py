"""Did what the memory said help, and what may be learned from that?

The outcome is kept as an event. Two facts that served one success together become neighbours; a
harmful use takes that back. Neither changes what a fact is worth as a claim.
Source: docs/formats/operations.md, ADR 0041.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from cortex.core.text.cleaning import clean
from cortex.core.text.digests import canonical_json, digest
from cortex.model.callers import Caller, Place
from cortex.model.errors import CortexError
from cortex.model.links import LinkRelation
from cortex.model.operations import OperationStatus
from cortex.model.records import LedgerEntry
from cortex.ports.brain import BrainWriter
from cortex.services.labels import require_plain_key
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS
from cortex.services.operations.view_receipts import ViewReceipt, read_receipt
from cortex.wire.encoding import encode
from cortex.wire.facts import id_reference

EVENT_KIND = "agent_feedback"
HASH_DOMAIN = "cortex/feedback/1"

OUTCOMES = {
    "success": "success",
    "ok": "success",
    "pass": "success",
    "partial": "partial",
    "mixed": "partial",
    "degraded": "partial",
    "failure": "failure",
    "fail": "failure",
    "error": "failure",
}
QUALITY_DEFAULT = 0.7
TASK_CLASS_DEFAULT = "general"

SOURCES_MAX = 64
"""Facts one outcome may name."""

LINKED_SOURCES_MAX = 8
"""Facts joined by one outcome: 28 pairs. Who used more cannot say which two belong together."""

NOTE_CHARS_MAX = 2048
"""Characters of a note or task: what to remember of it is a commit, not feedback."""

FIELDS = Fields(
    *("agent", "idempotency_key", "harmful_reuse", "latency_ms", "outcome", "outcome_score"),
    *("query", "receipt", "retries", "selected_action", "task", "task_class", "tokens_used"),
    *("wrong_scope",),
    memory_sources=("sources", "used", "references"),
    notes=("note",),
    quality_score=("quality",),
    **PLACE_FIELDS,
)
OUTCOME_REMEDY = f"it is one of: {', '.join(OUTCOMES)}"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """One outcome, read and cleaned."""

    word: str
    is_harmful: bool
    used: tuple[int, ...]
    unresolved: tuple[str, ...]
    receipt: str | None
    data: dict[str, object]


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Record an outcome, and join or part the facts it used; one receipt counts once.

    Sources that do not exist for this caller are listed, not counted.

    Raises:
        InvalidRequest: the outcome is missing, a value cannot be read, or the key holds a secret.
        NotFound: the receipt is not this caller's.
        StoreBusy, StoreReadOnly, DiskFull: nothing was recorded.
    """
    del place  # The facts used say where they live.
    outcome = _read(host, arguments, caller)
    key = arguments.name("idempotency_key")
    require_plain_key(key, "idempotency_key")
    key = key or outcome.receipt
    with host.brain.writing() as writer:
        counts = key is None or _is_first(writer, key, outcome, caller, host.now_us())
        pairs = _pairs(outcome) if counts else []
        for low, high in pairs:
            writer.use_link(low, high, LinkRelation.USED_WITH.value, is_rejected=outcome.is_harmful)
        writer.add_event(EVENT_KIND, encode(outcome.data), caller.agent, host.now_us())
    return {
        "status": OperationStatus.OK.value,
        "recorded": True,
        "outcome": outcome.word,
        "counted": counts,
        "links": {
            "relation": LinkRelation.USED_WITH.value,
            "strengthened": 0 if outcome.is_harmful else len(pairs),
            "rejected": len(pairs) if outcome.is_harmful else 0,
        },
        "unresolved": list(outcome.unresolved),
    }


def _read(host: OperationHost, arguments: Arguments, caller: Caller) -> _Outcome:
    arguments.required("outcome", OUTCOME_REMEDY)
    word = OUTCOMES[arguments.choice("outcome", tuple(OUTCOMES), "success")]
    text = arguments.text("receipt")
    receipt = None if text is None else read_receipt(text, caller.principal)
    asked = arguments.texts("memory_sources")
    if len(asked) > SOURCES_MAX:
        arguments.refuse("memory_sources", f"names more than {SOURCES_MAX} facts")
    used, unresolved = _found(host, asked, receipt, caller)
    is_harmful = arguments.flag("harmful_reuse", default=False)
    quality = arguments.ratio("quality_score")
    return _Outcome(
        word=word,
        is_harmful=is_harmful,
        used=used,
        unresolved=unresolved,
        receipt=text,
        data={
            "outcome": word,
            "quality": QUALITY_DEFAULT if quality is None else quality,
            "task_class": (_cleaned(arguments, "task_class") or TASK_CLASS_DEFAULT).lower(),
            "task": _cleaned(arguments, "task"),
            "notes": _cleaned(arguments, "notes"),
            "selected_action": _cleaned(arguments, "selected_action"),
            "receipt": text,
            "exposed": [id_reference(i) for _, i in receipt.cards] if receipt else [],
            "used": [id_reference(fact_id) for fact_id in used],
            "harmful_reuse": is_harmful,
            "wrong_scope": arguments.flag("wrong_scope", default=False),
        },
    )


def _found(
    host: OperationHost, asked: Iterable[str], receipt: ViewReceipt | None, caller: Caller
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Give the facts that were named by reference or alias, each once, and the names of no fact."""
    used: dict[int, None] = {}
    unresolved = []
    for name in asked:
        aliased = receipt.fact_id(name) if receipt is not None else None
        try:
            fact = host.find(name if aliased is None else f"fact:{aliased}", caller)
        except CortexError:
            unresolved.append(name)
        else:
            used[fact.fact_id] = None
    return tuple(used), tuple(unresolved)


def _is_first(
    writer: BrainWriter, key: str, outcome: _Outcome, caller: Caller, now_us: int
) -> bool:
    """Tell whether this receipt or key speaks for the first time, and remember that it did."""
    ledger_key = f"{EVENT_KIND}:{key}"
    if writer.find_ledger(caller.principal, ledger_key) is not None:
        return False
    spoken = canonical_json({"outcome": outcome.word, "used": list(outcome.used)})
    entry = LedgerEntry(
        principal=caller.principal,
        idempotency_key=ledger_key,
        request_id=ledger_key,
        canonical_hash=digest(HASH_DOMAIN, spoken.encode("utf-8", "replace")),
        outcome_json=spoken,
        recorded_us=now_us,
    )
    writer.remember(entry)
    return True


def _pairs(outcome: _Outcome) -> list[tuple[int, int]]:
    """Give the pairs of facts that this outcome joins or parts, lower id first."""
    if not outcome.is_harmful and outcome.word != "success":
        return []
    return list(combinations(sorted(outcome.used[:LINKED_SOURCES_MAX]), 2))


def _cleaned(arguments: Arguments, name: str) -> str | None:
    """Give a text without what nobody may keep, or None when nothing is left."""
    value = arguments.text(name)
    if value is None:
        return None
    if len(value) > NOTE_CHARS_MAX:
        arguments.refuse(name, f"has more than {NOTE_CHARS_MAX} characters", "commit it")
    return clean(value).text or None
