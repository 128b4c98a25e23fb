"""How does an agent say what it tried?"""

from cortex.model.callers import Caller, Place
from cortex.model.operations import OperationStatus
from cortex.services.attempts import OUTCOMES, PARTS, record
from cortex.services.obligations import Asked, get_obligation
from cortex.services.operations.arguments import Arguments, Fields, naming
from cortex.services.operations.host import OperationHost
from cortex.services.operations.repeated import repeated
from cortex.wire.receipts import entry_json, receipt_json

# What is not among these is refused: an attempt has no room for a transcript.
FIELDS = Fields(*PARTS, text=("summary", "statement"))
EXIT_STATUS_BOUND = 2**31
"""Whole numbers that a process can end with, on every system, lie below it."""


def attempted(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    """Keep an attempt; one that ended with another status than 0 is a failure."""
    given = arguments.value("attempt")
    inner = Arguments({"text": given} if isinstance(given, str) else given, FIELDS, "attempt.")
    parts = {name: inner.value(name) for name in PARTS if inner.has(name)}
    status = inner.integer("exit_status", -EXIT_STATUS_BOUND, EXIT_STATUS_BOUND)
    if status is not None:
        parts["exit_status"] = status
    if inner.has("outcome"):
        parts["outcome"] = inner.choice("outcome", OUTCOMES, "")
    text = inner.text("text") or arguments.text("note")
    reference = arguments.reference("obligation")
    named = "attempt" if inner.has("text") or parts else "note"
    with naming(named), host.committing(place, caller) as work:

        def run() -> dict[str, object]:
            owed = None
            if reference is not None:
                owed = get_obligation(work.writer, Asked(reference, thread), caller).reference
            outcome = record(work, thread, text, parts, owed)
            return {
                "status": OperationStatus.OK.value,
                "thread": thread,
                "receipt": {"entries": {"attempt.decision": receipt_json(outcome)}},
                "attempt": entry_json(outcome),
                "revision": f"rev:{outcome.fact.fact_id}@1",
            }

        return repeated(work.writer, arguments, run, caller, work.now_us)
