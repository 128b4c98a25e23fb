"""What should an agent know before it starts?

The boot brief of the place, and what the memory holds about the task when one is named.
Source: docs/formats/operations.md.
"""

from cortex.core.anchors.threads import thread_id
from cortex.model.callers import Caller, Place
from cortex.model.operations import OperationStatus
from cortex.model.profiles import BUDGET_BYTES_MAX
from cortex.services.operations.answers import fact_line, feed_answer, look_answer
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.assemblies import beside
from cortex.services.operations.continuation import continuation, needs_met
from cortex.services.operations.host import OperationHost
from cortex.services.operations.looking import feed_of, look
from cortex.services.operations.observations import SECTION, section, starting_words
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.query import (
    ASKING_FIELDS,
    LENS_FIELDS,
    PASSED_OVER,
    lens_of,
    question_of,
)
from cortex.services.operations.threads import thread_facts

ORIENT_BUDGET_BYTES = 2000
"""Bytes of brief text when nobody says otherwise: about 500 tokens, one glance."""

BYTES_PER_TOKEN = 4
"""Bytes counted as one token, the same estimate the boot brief makes."""

FIELDS = Fields(SECTION, *LENS_FIELDS, *PASSED_OVER, **ASKING_FIELDS, **PLACE_FIELDS)


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the brief, the view of the task, and the thread's facts; each only when asked for.

    The status is ok as soon as the brief says anything, even when nothing is known of the task;
    ``answer_brief`` and ``cards`` speak of the task alone. Both may fill the budget.

    Raises:
        CortexError: as the use cases behind it.
    """
    where = place_of(arguments, place)
    budget = arguments.integer("budget", 1, BUDGET_BYTES_MAX) or ORIENT_BUDGET_BYTES
    boot = host.boot(max(1, budget // BYTES_PER_TOKEN), where, caller)
    found: dict[str, object] = {"status": _found(boot.prompt), "cards": [], "receipt": None}
    task = arguments.text("need")
    thread = arguments.name("thread")
    going_on = None if thread is None else continuation(host, thread, caller, where)
    if task is None:
        feed = feed_of(host, arguments.text("change_cursor"), "orient", caller, where)
        found |= feed_answer(feed)
    else:
        lens = lens_of(arguments, "orient", ORIENT_BUDGET_BYTES)
        question = question_of(host, arguments, "orient", task)
        lens = lens._replace(supplied=needs_met(going_on))
        found = look_answer(look(host, question, lens, caller, where))
        found["answer_brief"] = found["brief"]
        if found["status"] == OperationStatus.NO_MATCH:
            found["status"] = _found(boot.prompt)
    found["brief"] = boot.prompt
    found["brief_tokens"] = boot.token_estimate
    if thread is not None:
        found["thread"] = thread_id(thread)
        facts = thread_facts(host, thread_id(thread), where, caller)
        found["thread_facts"] = [fact_line(fact) for fact in facts]
        found["continuation"] = going_on
    found |= section(host, arguments, starting_words(task), caller, where)
    found |= beside(host, arguments, task or "", caller, where)
    return {"profile": "orient", **found}


def _found(text: str) -> str:
    return (OperationStatus.OK if text.strip() else OperationStatus.NO_MATCH).value
