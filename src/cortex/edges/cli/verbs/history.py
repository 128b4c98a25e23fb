"""What was done to the memory? `cortex history`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import agent_option, count_option
from cortex.edges.cli.session import Session
from cortex.edges.cli.stories import show_history
from cortex.edges.cli.threads import show_revisions
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.outcomes import history_json
from cortex.wire.threads import revision_json
from cortex.wiring.threads import revisions_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.edges.cli.screen import Screen
    from cortex.model.outcomes import HistoryEntry
    from cortex.model.revisions import RecordRevision

ENTRIES = 20
ENTRIES_MAX = 1000  # Past it, ask for the history of one fact.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["reference"], required=False, metavar="[REFERENCE]"),
            count_option("--limit", "most entries", ENTRIES, ENTRIES_MAX),
            agent_option(),
        ],
        about="List log entries, newest first: of everything, or of the fact REFERENCE, with the "
        "revisions of its record. Undone entries are part of the log and marked.",
        examples=["cortex history", "cortex history decision::12 --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> None:
    """Print the log."""
    with session.open() as house:
        reference, caller = options["reference"], session.caller(options)
        entries = house.history(reference, options["limit"], caller)
        revisions = revisions_of(house, reference, caller) if reference is not None else ()
    data = history_json(entries)
    if reference is not None:
        data["revisions"] = [revision_json(revision) for revision in revisions]
    session.answer(data, lambda screen: _show(screen, entries, revisions))


def _show(
    screen: Screen, entries: Sequence[HistoryEntry], revisions: Sequence[RecordRevision]
) -> None:
    """Print the log, then the revisions when there is more than the first."""
    show_history(screen, entries)
    if len(revisions) > 1:
        screen.line()
        show_revisions(screen, revisions)
