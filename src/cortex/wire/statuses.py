"""What does the `cortex` command exit with?

The numbers live beside the errors (``cortex.model.errors``); this module maps the other ways a
command can end onto them. Source: docs/formats/exit-statuses.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from cortex.model.errors import (
    EXIT_DENIED,
    EXIT_FAILURE,
    EXIT_MEANINGS,
    EXIT_NOT_FOUND,
    EXIT_OK,
    EXIT_STORE,
    EXIT_USAGE,
    CortexError,
)
from cortex.model.operations import OperationStatus

# What an operation's ``status`` is to a shell. The same question asked through a verb and through
# an operation ends alike, and an honest empty answer is a success.
OPERATION_EXITS = {
    OperationStatus.OK: EXIT_OK,
    OperationStatus.PARTIAL: EXIT_OK,
    OperationStatus.NO_MATCH: EXIT_OK,
    OperationStatus.AMBIGUOUS: EXIT_OK,
    OperationStatus.NEEDS_MORE_BUDGET: EXIT_OK,
    OperationStatus.RESNAPSHOT_REQUIRED: EXIT_NOT_FOUND,
    OperationStatus.INVALID_REQUEST: EXIT_USAGE,
    OperationStatus.DENIED: EXIT_DENIED,
    OperationStatus.UNAVAILABLE: EXIT_STORE,
    OperationStatus.OUTCOME_UNKNOWN: EXIT_FAILURE,
}


def exit_status(error: BaseException) -> int:
    """Give what the command exits with after this exception."""
    return error.exit_status if isinstance(error, CortexError) else EXIT_FAILURE


def operation_exit(answer: Mapping[str, object]) -> int:
    """Give what the command exits with after an operation that answered this.

    ``no_match`` is a success when nothing was found and a failure when a thing that was named does
    not exist; only the second carries an error.
    """
    status = str(answer.get("status"))
    if status == OperationStatus.NO_MATCH and answer.get("error"):
        return EXIT_NOT_FOUND
    known = {name.value: exit_code for name, exit_code in OPERATION_EXITS.items()}
    return known.get(status, EXIT_FAILURE)


def exit_meanings(statuses: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """Give (status, meaning) of the statuses named, in ascending order; unknown ones left out."""
    return tuple(row for row in sorted(EXIT_MEANINGS) if row[0] in statuses)
