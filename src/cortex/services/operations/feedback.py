"""Did what the memory said help, and what may be learned from that?

The report is kept whole; what it teaches moves order and navigation only (``services.feedback``).
Source: docs/formats/operations.md, docs/formats/learning.md, ADR 0080.
"""

from collections.abc import Iterable

from cortex.core.text.cleaning import clean
from cortex.core.text.digests import canonical_json
from cortex.model.callers import Caller, Place
from cortex.model.durations import DAY_US
from cortex.model.errors import CortexError
from cortex.model.learning import AgentOutcome, OutcomeWord
from cortex.model.links import LinkRelation
from cortex.model.operations import OperationStatus
from cortex.services.feedback import Report, record
from cortex.services.labels import known_caller, require_plain_key
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.view_receipts import ViewReceipt, read_receipt
from cortex.wire.facts import id_reference

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
OUTCOME_SCORES = {
    OutcomeWord.SUCCESS: 1.0,
    OutcomeWord.PARTIAL: 0.5,
    OutcomeWord.FAILURE: 0.0,
}
QUALITY_DEFAULT = 0.7
TASK_CLASS_DEFAULT = "general"

SOURCES_MAX = 64
"""Facts one outcome may name."""

COUNT_MAX = 1_000_000_000
"""Largest figure of a report: tokens, milliseconds or retries of one piece of work."""

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


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Record an outcome and take what it teaches; one receipt counts once.

    Sources that do not exist for this caller are listed, not counted.

    Raises:
        InvalidRequest: the outcome is missing, a value cannot be read, or the key holds a secret.
        NotFound: the receipt is not this caller's.
        StoreBusy, StoreReadOnly, DiskFull: nothing was recorded.
    """
    now_us = host.now_us()
    where = place_of(arguments, place)
    receipt, unresolved, outcome = _read(host, arguments, caller, where, now_us)
    report = Report(
        outcome=outcome,
        query=arguments.text("query"),
        signature=receipt.asked if receipt is not None and receipt.asked else None,
        vote=_vote(arguments, outcome, now_us),
    )
    taught = record(host.brain, report, now_us)
    return {
        "status": OperationStatus.OK.value,
        "recorded": True,
        "outcome": outcome.outcome.value,
        "counted": taught.counted,
        "learning": "on" if taught.is_on else "off",
        "links": {
            "relation": LinkRelation.USED_WITH.value,
            "strengthened": 0 if outcome.is_harmful else taught.links,
            "rejected": taught.links if outcome.is_harmful else 0,
        },
        "signals": taught.signals,
        "bridges": taught.bridges,
        "used": [id_reference(fact_id) for fact_id in outcome.used],
        "unresolved": list(unresolved),
    }


def _read(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place, now_us: int
) -> tuple[ViewReceipt | None, tuple[str, ...], AgentOutcome]:
    """Give the receipt, the names of no fact, and the report itself."""
    arguments.required("outcome", OUTCOME_REMEDY)
    word = OutcomeWord(OUTCOMES[arguments.choice("outcome", tuple(OUTCOMES), "success")])
    text = arguments.text("receipt")
    receipt = None if text is None else read_receipt(text, caller.principal)
    require_plain_key(arguments.name("idempotency_key"), "idempotency_key")
    asked = arguments.texts("memory_sources")
    if len(asked) > SOURCES_MAX:
        arguments.refuse("memory_sources", f"names more than {SOURCES_MAX} facts")
    used, unresolved = _found(host, asked, receipt, caller)
    named = arguments.name("agent") or caller.agent
    quality = arguments.ratio("quality_score")
    score = arguments.ratio("outcome_score")
    outcome = AgentOutcome(
        principal=caller.principal,
        agent=known_caller(caller._replace(agent=named)).agent,
        scope_id=_scope_id(host, place),
        task_class=(_cleaned(arguments, "task_class") or TASK_CLASS_DEFAULT).lower(),
        outcome=word,
        outcome_score=OUTCOME_SCORES[word] if score is None else score,
        quality=QUALITY_DEFAULT if quality is None else quality,
        is_harmful=arguments.flag("harmful_reuse", default=False),
        is_wrong_scope=arguments.flag("wrong_scope", default=False),
        task=_cleaned(arguments, "task"),
        notes=_cleaned(arguments, "notes"),
        selected_action=_cleaned(arguments, "selected_action"),
        receipt=text,
        latency_ms=arguments.integer("latency_ms", 0, COUNT_MAX),
        retries=arguments.integer("retries", 0, COUNT_MAX),
        tokens_used=arguments.integer("tokens_used", 0, COUNT_MAX),
        recorded_us=now_us,
        used=tuple(sorted(used)),
        exposed=tuple(sorted({fact_id for _, fact_id in receipt.cards} if receipt else ())),
    )
    return receipt, unresolved, outcome


def _scope_id(host: OperationHost, place: Place) -> str | None:
    """Give the scope the report was made in; None where there is no such scope."""
    try:
        return host.scope(place).scope_id
    except CortexError:
        return None


def _vote(arguments: Arguments, outcome: AgentOutcome, now_us: int) -> str:
    """Give what votes once: the receipt, else the key, else the same words on the same day.

    A new key does not make a second vote of a receipt that voted.
    """
    given = outcome.receipt or arguments.name("idempotency_key")
    if given is not None:
        return given
    said = [outcome.outcome.value, arguments.text("query"), list(outcome.used), now_us // DAY_US]
    return canonical_json(said)


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


def _cleaned(arguments: Arguments, name: str) -> str | None:
    """Give a text without what nobody may keep, or None when nothing is left."""
    value = arguments.text(name)
    if value is None:
        return None
    if len(value) > NOTE_CHARS_MAX:
        arguments.refuse(name, f"has more than {NOTE_CHARS_MAX} characters", "commit it")
    return clean(value).text or None
