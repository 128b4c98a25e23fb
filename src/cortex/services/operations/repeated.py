"""How does an operation make sure that a repeat is answered, and not done again?"""

from collections.abc import Callable

from cortex.model.callers import Caller
from cortex.ports.brain import BrainWriter
from cortex.services.operations.arguments import Arguments
from cortex.services.repeats import once

SUFFIX = "#checkpoint"
"""Behind the caller's key: the same key may name a commit, which has entries of its own."""

# Who asks and from which folder is no part of what is asked.
_CIRCUMSTANCES = ("agent", "cwd", "idempotency_key", "source_agent")


def repeated(
    writer: BrainWriter,
    arguments: Arguments,
    run: Callable[[], dict[str, object]],
    caller: Caller,
    now_us: int,
) -> dict[str, object]:
    """Give the answer of ``run``, or the first one of the same request under the same key.

    Raises:
        IdempotencyConflict: the key was used for another request.
    """
    key = arguments.name("idempotency_key")
    asked = {name: value for name, value in arguments.given().items() if name not in _CIRCUMSTANCES}
    whole = None if key is None else f"{key}{SUFFIX}"
    return once(writer, whole, asked, run, caller=caller, now_us=now_us)
