"""How does an agent say what is owed, move it, and prove that it is done?"""

from collections.abc import Callable

from cortex.core.threads.obligations import FIRST_STATES, MOVES
from cortex.model.callers import Caller, Place
from cortex.model.errors import InvalidRequest
from cortex.model.operations import OperationStatus
from cortex.model.threads import ObligationState
from cortex.ports.brain import BrainWriter
from cortex.services.obligations import (
    Asked,
    Checked,
    Moved,
    Owed,
    owe,
    revalidate,
    transition,
    verify,
)
from cortex.services.operations.arguments import Arguments, naming
from cortex.services.operations.host import OperationHost
from cortex.services.operations.repeated import repeated
from cortex.wire.receipts import entry_json, receipt_json
from cortex.wire.threads import move_json

_TEXTS = ("obligation", "title", "goal", "note")
_REFERENCE_REMEDY = "name the obligation by its reference, for example decision::12"
_STATES = tuple(state.value for state in ObligationState)


def owed(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    """Keep an obligation: what is owed, and the predicate that tells when it is done.

    The text is the first given of ``obligation``, ``title``, ``goal`` and ``note``; a note beside
    it becomes the context.
    """
    given = [name for name in _TEXTS if arguments.text(name)]
    said = [value for name in given if (value := arguments.text(name))]
    if not said:
        arguments.refuse("obligation", "is missing", "say what is owed, in one sentence")
    wanted = Owed(
        thread=thread,
        text=said[0],
        predicate=arguments.text("predicate"),
        state=ObligationState(arguments.choice("state", _STATES, FIRST_STATES[0])),
        note=arguments.text("note") if len(said) > 1 else None,
        paths=arguments.texts("paths"),
    )
    with naming(given[0]), host.committing(place, caller) as work:

        def run() -> dict[str, object]:
            outcome, move = owe(work, wanted)
            fact_id = outcome.fact.fact_id
            return {
                "status": OperationStatus.OK.value,
                "thread": thread,
                "receipt": {"entries": {"obligation.decision": receipt_json(outcome)}},
                "obligation": {
                    **entry_json(outcome),
                    "state": (wanted.state if move else FIRST_STATES[0]).value,
                    "revision": f"rev:{fact_id}@{move.ordinal if move else 1}",
                },
            }

        return repeated(work.writer, arguments, run, caller, work.now_us)


def moved(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    """Move an obligation to another state."""
    del place  # A reference says where it lives.
    named = "state" if arguments.has("state") and not arguments.has("to") else "to"
    arguments.required(named, f"name the state it moves to: {', '.join(_STATES)}")
    to = ObligationState(arguments.choice(named, _STATES, ""))
    asked = _asked(arguments, thread)
    return _carried_out(
        host,
        arguments,
        caller,
        lambda writer, now_us: transition(writer, asked, to, caller, now_us),
    )


def verified(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    """Mark an obligation as done because its predicate was checked and passed."""
    del place
    asked = _asked(arguments, thread)
    checked = Checked(
        predicate=arguments.required("predicate", "name the predicate that was checked"),
        has_passed=arguments.flag("passed", default=False),
        artifact=arguments.text("artifact"),
        checker=arguments.text("checker"),
        authority=arguments.text("authority"),
    )
    return _carried_out(
        host,
        arguments,
        caller,
        lambda writer, now_us: verify(writer, asked, checked, caller, now_us),
    )


def revalidated(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    """Compare the artifact there is now with the one that was verified."""
    del place
    asked = _asked(arguments, thread)
    artifact = arguments.required("artifact", "name the artifact there is now")
    return _carried_out(
        host,
        arguments,
        caller,
        lambda writer, now_us: revalidate(writer, asked, artifact, caller, now_us),
    )


def _asked(arguments: Arguments, thread: str) -> Asked:
    reference = arguments.reference("obligation")
    if reference is None:
        message = "'obligation' is missing"
        raise InvalidRequest(message, remedy=_REFERENCE_REMEDY, field="obligation")
    parent = arguments.reference("parent")
    return Asked(reference, thread or None, parent, arguments.text("note") or "")


def _carried_out(
    host: OperationHost,
    arguments: Arguments,
    caller: Caller,
    move: Callable[[BrainWriter, int], Moved],
) -> dict[str, object]:
    host.keeping(caller)
    now_us = host.now_us()

    def run() -> dict[str, object]:
        done = move(writer, now_us)
        told = move_json(done.move, done.before, MOVES[done.move.state])
        return {
            "status": OperationStatus.OK.value,
            "thread": done.fact.content.naming.thread,
            "obligation": {**told, "reference": done.fact.reference},
        }

    with host.known.writing() as writer:
        return repeated(writer, arguments, run, caller, now_us)
