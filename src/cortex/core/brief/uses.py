"""With what does an agent come back to a fact it was told?

When it names the fact to Cortex: it expands it, reports on it, cites it in a commit, or asks for it
at a shell. That a reference stands in an answer of ours is no use of it.
Source: docs/formats/prompt-brief.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cortex.core.text.patterns import pattern
from cortex.model.operations import Operation, find_operation

OPERATIONS = frozenset({Operation.COMMIT, Operation.EXPAND, Operation.FEEDBACK, Operation.RESOLVE})
"""Operations that are given a fact because somebody means it."""

ARGUMENTS_READ_MAX = 512
"""Values of one operation that are looked at; more than any of them may be given."""

COMMAND_CHARS_READ = 4_096
"""Characters of a command line that are looked at."""

_VERBS = "commit|expand|feedback|pin|promote|resolve|retract|show|supersede|why"
_ID = r"(\d{1,18})(?!\w)"
_REFERENCE = pattern(r"(?<![\w:])(?:decision|memory)::" + _ID, re.IGNORECASE)
_SHORT = pattern(r"(?<![\w:])(?:(?:decision|memory)::|[dm])" + _ID, re.IGNORECASE)
_COMMAND = pattern(rf"\bcortex\s+(?:op\s+)?(?:{_VERBS})\b[^\n;|&]*")


def facts_in_command(command: str) -> tuple[int, ...]:
    """Give the ids of the facts that a command line names to Cortex, ascending; mostly none."""
    if "cortex" not in command:
        return ()
    asked = _COMMAND.findall(command[:COMMAND_CHARS_READ])
    return _ids(one for part in asked for one in _SHORT.findall(part))


def facts_in_arguments(operation: str, arguments: Mapping[str, object]) -> tuple[int, ...]:
    """Give the ids of the facts that an operation is given, ascending; mostly none."""
    if find_operation(operation) not in OPERATIONS:
        return ()
    return _ids(one for text in _texts(arguments) for one in _REFERENCE.findall(text))


def _texts(arguments: Mapping[str, object]) -> Iterator[str]:
    """Give every text among JSON values, to a bounded number."""
    waiting: list[object] = [arguments]
    for _ in range(ARGUMENTS_READ_MAX):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, Sequence):
            waiting.extend(value)


def _ids(digits: Iterator[str]) -> tuple[int, ...]:
    return tuple(sorted({int(one) for one in digits} - {0}))
