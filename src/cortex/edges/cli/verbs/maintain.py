"""How is housekeeping done? `cortex maintain`."""

from __future__ import annotations

from cortex.edges.cli.housekeeping import exit_of, show_maintenance
from cortex.edges.cli.options import count_option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.model.housekeeping import JOBS_MAX, JOBS_OF_A_TICK
from cortex.wire.housekeeping import maintenance_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [count_option("--jobs", "jobs to do at most", JOBS_OF_A_TICK, JOBS_MAX)],
        about="Do all housekeeping: age facts, archive what nobody uses, move the words of old "
        "history into compressed blocks, group what is alike, and keep the file small. Others "
        "read and write meanwhile. Statements that hold are not touched, and answers of now stay "
        "the same but for what is archived. A job that fails stays on the list; then the exit "
        "status is 1.",
        examples=["cortex maintain", "cortex maintain --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> int:
    """Do everything, and print what was done."""
    from cortex.wiring.maintenance import maintain

    with session.open() as house:
        report = maintain(house, options["jobs"])
    session.answer(maintenance_json(report), lambda screen: show_maintenance(screen, report))
    return exit_of(report)
