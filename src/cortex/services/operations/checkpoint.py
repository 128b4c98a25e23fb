"""Where did the work on a thread stand, and where does it stand now?

A checkpoint is a fact of its thread; the next one supersedes it, so that the thread has one present
state and a history. Source: docs/formats/operations.md.
"""

from cortex.core.anchors.threads import thread_id
from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.operations import OperationStatus
from cortex.services.operations.answers import fact_line
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.threads import (
    CHECKPOINT_ATTRIBUTE,
    CHECKPOINT_TYPE,
    thread_facts,
)
from cortex.wire.facts import fact_json
from cortex.wire.receipts import entry_json, receipt_json

ACTIONS = ("checkpoint", "status")
# Known to the published vocabulary; what they need is not kept by this release.
UNSERVED_ACTIONS = ("attempt", "obligation", "revalidate", "transition", "verify")

# What a checkpoint says, in the order it is written.
_PARTS = (("title", "Task"), ("goal", "Goal"), ("state", "State"), ("note", "Note"))
_UNSERVED_FIELDS = (
    *("artifact", "attempt", "authority", "checker", "obligation", "passed", "predicate", "to"),
)
FIELDS = Fields(
    *("action", "agent", "goal", "paths", "state", "title", *_UNSERVED_FIELDS),
    idempotency_key=("request_key",),
    note=("notes", "summary", "text"),
    thread=("label",),
    **PLACE_FIELDS,
)
THREAD_REMEDY = "name the piece of work, for example a branch or a ticket"


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Store the state of a thread, or tell it.

    Raises:
        InvalidRequest: the thread is missing, or the action is not served.
        CortexError: what the deposit of the checkpoint raised; nothing was kept.
    """
    thread = thread_id(arguments.required("thread", THREAD_REMEDY))
    if not thread:
        arguments.refuse("thread", "is missing", THREAD_REMEDY)
    action = arguments.choice("action", (*ACTIONS, *UNSERVED_ACTIONS), ACTIONS[0])
    if action in UNSERVED_ACTIONS:
        remedy = "say it in the note of a checkpoint"
        arguments.refuse("action", f"'{action}' is not served by this release", remedy)
    where = place_of(arguments, place)
    if action == "status":
        return _status(host, thread, where, caller)
    return _checkpoint(host, arguments, thread, where, caller)


def _checkpoint(
    host: OperationHost, arguments: Arguments, thread: str, place: Place, caller: Caller
) -> dict[str, object]:
    said = [(word, arguments.text(name)) for name, word in _PARTS]
    text = "\n".join(f"{word}: {value.strip()}" for word, value in said if value)
    if not text:
        arguments.refuse("note", "is missing", "say at least one of goal, state or note")
    key = arguments.name("idempotency_key")
    request = CommitRequest(
        text=text,
        type=CHECKPOINT_TYPE,
        subject=thread,
        attribute=CHECKPOINT_ATTRIBUTE,
        paths=arguments.texts("paths"),
        thread=thread,
        idempotency_key=None if key is None else f"{key}#checkpoint",
    )
    (outcome,) = host.commit_all([request], place, caller)
    return {
        "status": OperationStatus.OK.value,
        "thread": thread,
        "receipt": {"entries": {"checkpoint.decision": receipt_json(outcome)}},
        "checkpoint": entry_json(outcome),
        "superseded": list(outcome.superseded),
    }


def _status(host: OperationHost, thread: str, place: Place, caller: Caller) -> dict[str, object]:
    """Give the latest checkpoint of a thread and its other facts, newest first."""
    facts = thread_facts(host, thread, place, caller)
    latest = next((fact for fact in facts if fact.content.type == CHECKPOINT_TYPE), None)
    status = OperationStatus.OK if facts else OperationStatus.NO_MATCH
    return {
        "status": status.value,
        "thread": thread,
        "checkpoint": None if latest is None else fact_json(latest),
        "facts": [fact_line(fact) for fact in facts if fact is not latest],
    }
