"""What has had its time, and how does it go? `cortex cleanup`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.health import in_bytes
from cortex.edges.cli.housekeeping import exit_of, show_maintenance
from cortex.edges.cli.options import flag
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_OK
from cortex.wire.housekeeping import maintenance_json, plan_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.housekeeping import CleanupPlan


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            flag("--dry-run", "only count, exactly, what would go"),
            flag("--events", "only notes of use whose time is over"),
        ],
        about="Delete old notes of use, archive facts that ran out or that nobody uses, move the "
        "words of old history into compressed blocks, and give free space back to the disk. "
        "Nothing durable, pinned or contested is touched, and no statement is lost: `cortex list "
        "--history` and `cortex rollback` reach it.",
        examples=["cortex cleanup --dry-run", "cortex cleanup", "cortex cleanup --events --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> int:
    """Count, or clean up."""
    from cortex.wiring.maintenance import cleanup, plan_cleanup

    with session.open() as house:
        if options["dry_run"]:
            plan = plan_cleanup(house)
            only_events = options["events"]
            if only_events:
                plan = plan._replace(archived=0, moved=0, members=0, free_bytes=0)
            session.answer(plan_json(plan), lambda screen: _show_plan(screen, plan))
            return EXIT_OK
        report = cleanup(house, only_events=options["events"])
    session.answer(
        {"applied": True, **maintenance_json(report)},
        lambda screen: show_maintenance(screen, report),
    )
    return exit_of(report)


def _show_plan(screen: Screen, plan: CleanupPlan) -> None:
    screen.line("A cleanup would take away, and has not:")
    screen.pairs(
        [
            *((f"  events {kind}", str(count)) for kind, count in plan.events),
            ("  facts archived", str(plan.archived)),
            ("  facts moved to cold blocks", str(plan.moved)),
            ("  cluster members", str(plan.members)),
            ("  free space", in_bytes(plan.free_bytes)),
        ]
    )
