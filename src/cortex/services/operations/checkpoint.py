"""Where did the work on a thread stand, what is owed on it, and what was tried?

One operation with seven actions: two about the state of the thread, four about what is owed on it,
one about what was tried. Source: docs/formats/operations.md, docs/formats/threads.md.
"""

from collections.abc import Callable, Mapping

from cortex.core.anchors.threads import thread_id
from cortex.model.callers import Caller, Place
from cortex.model.operations import OperationStatus
from cortex.model.threads import THREADS_LISTED_MAX
from cortex.services.checkpoints import PARTS, Said, Saved, save
from cortex.services.operations import attempts, coordinate, obligations
from cortex.services.operations.answers import fact_line
from cortex.services.operations.arguments import Arguments, Fields, naming
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.repeated import repeated
from cortex.services.operations.threads import THREAD_FACTS_MAX, parts_of
from cortex.wire.facts import fact_json
from cortex.wire.receipts import entry_json, receipt_json
from cortex.wire.threads import attempt_json, thread_json

FIELDS = Fields(
    *("action", "agent", "artifact", "authority", "checker", "goal", "paths", "parent", "passed"),
    *("predicate", "state", "title"),
    attempt=("trial",),
    idempotency_key=("request_key",),
    note=("notes", "summary", "text"),
    obligation=("obligation_id", "reference"),
    thread=("label",),
    to=("target",),
    **PLACE_FIELDS,
)
THREAD_REMEDY = "name the piece of work, for example a branch or a ticket"

# One whose obligation is named by reference needs no thread; one that is named is compared.
_THREADLESS = ("status", "transition", "verify", "revalidate")

Answer = Callable[[OperationHost, Arguments, str, Place, Caller], dict[str, object]]


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Carry out one action on a thread; without a thread, ``status`` lists the threads.

    Raises:
        InvalidRequest: the thread is missing, or something that was said cannot be.
        MoveRefused: an obligation cannot make the move; nothing was written.
        CortexError: what the deposit of a fact raised; nothing was kept.
    """
    thread = thread_id(arguments.name("thread") or "")
    action = arguments.choice("action", tuple(ACTIONS), "checkpoint")
    if not thread and (arguments.has("thread") or action not in _THREADLESS):
        arguments.refuse("thread", "is missing", THREAD_REMEDY)
    where = place_of(arguments, place)
    return ACTIONS[action](host, arguments, thread, where, caller)


def require_action(body: object) -> None:
    """Let a known action pass, of a thread or of coordination.

    Raises:
        InvalidRequest: there is none of that name; the others would only be blamed for it.
    """
    asked = body.get("action") if isinstance(body, Mapping) else None
    known = (*ACTIONS, *coordinate.ACTIONS)
    Arguments({"action": asked}, FIELDS).choice("action", known, "")


def _checkpoint(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    parts = {name: value for name, _ in PARTS if (value := arguments.text(name))}
    said = Said(thread, parts, arguments.texts("paths"), arguments.reference("parent"))
    with naming(next(iter(parts), "note")), host.committing(place, caller) as work:
        return repeated(
            work.writer, arguments, lambda: _told(said, save(work, said)), caller, work.now_us
        )


def _told(said: Said, saved: Saved) -> dict[str, object]:
    return {
        "status": OperationStatus.OK.value,
        "thread": said.thread,
        "receipt": {"entries": {"checkpoint.decision": receipt_json(saved.outcome)}},
        "checkpoint": entry_json(saved.outcome),
        "revision": str(saved.revision),
        "parents": [str(parent) for parent in saved.parents],
        "heads": [head.reference for head in saved.heads],
        "superseded": list(saved.outcome.superseded),
    }


def _status(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    """Give the latest checkpoint of a thread, what is owed and was tried, and its other facts."""
    del arguments
    gate = host.gate(place, caller)
    focus = coordinate.focus_of(host, caller)
    with host.known.reading() as reader:
        if not thread:
            rows = reader.threads.listed(gate, THREADS_LISTED_MAX)
            status = OperationStatus.OK if rows else OperationStatus.NO_MATCH
            listed = [thread_json(row) for row in rows]
            return {"status": status.value, "threads": listed, "focus": focus}
        parts = parts_of(reader, thread, gate)
        latest = reader.revisions.latest([head.fact_id for head in parts.heads])
    is_known = any((parts.heads, parts.obligations, parts.attempts, parts.others))
    others = [*parts.heads[1:], *parts.others][:THREAD_FACTS_MAX]
    return {
        "status": (OperationStatus.OK if is_known else OperationStatus.NO_MATCH).value,
        "thread": thread,
        "checkpoint": fact_json(parts.heads[0]) if parts.heads else None,
        "heads": [
            {"revision": f"rev:{head.fact_id}@{latest.get(head.fact_id, 1)}", **fact_line(head)}
            for head in parts.heads
        ],
        "obligations": [owed.told() for owed in parts.obligations],
        "attempts": [attempt_json(fact) for fact in parts.attempts[:THREAD_FACTS_MAX]],
        "facts": [fact_line(fact) for fact in others],
        "cut": parts.is_cut,
        "focus": focus,
    }


ACTIONS: dict[str, Answer] = {
    "checkpoint": _checkpoint,
    "status": _status,
    "obligation": obligations.owed,
    "transition": obligations.moved,
    "verify": obligations.verified,
    "revalidate": obligations.revalidated,
    "attempt": attempts.attempted,
}
