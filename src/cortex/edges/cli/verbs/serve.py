"""How does housekeeping go on by itself? `cortex serve`, an optional worker without a listener."""

from __future__ import annotations

import signal
import sys
import threading
from typing import TYPE_CHECKING

from cortex.edges.cli.housekeeping import outcome_of
from cortex.edges.cli.options import DurationType, flag, option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_OK, CortexError, InvalidRequest
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.housekeeping import MaintenanceReport

INTERVAL_S = "60s"
INTERVAL_S_MAX = 24 * 3600  # Seconds; a worker that looks less than once a day is no worker.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            option(
                "--interval",
                f"time between two looks (default {INTERVAL_S})",
                type=DurationType(),
                default=INTERVAL_S,
                metavar="DURATION",
            ),
            flag("--once", "look once and end"),
        ],
        about="Do housekeeping whenever it is due, until SIGTERM or Ctrl-C, which end it cleanly. "
        "Optional: without it `cortex maintain` does the same, and each day's first commit does a "
        "little. It opens no port, and one is enough for a Cortex home. In the JSON object "
        "at the end, `jobs` and `failures` count.",
        examples=["cortex serve", "cortex serve --interval 15m", "cortex serve --once --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> int:
    """Work until a signal comes."""
    from cortex.wiring.maintenance import Serving

    interval_s: int = options["interval"]
    if not 1 <= interval_s <= INTERVAL_S_MAX:
        message = f"'interval' takes 1s to {INTERVAL_S_MAX // 3600}h"
        raise InvalidRequest(message, field="interval")
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    ticks = jobs = failures = 0
    with Serving(session.settings, stopping.is_set) as serving:
        while not stopping.is_set():
            ticks += 1
            try:
                report = serving.tick()
            except CortexError as error:
                failures += 1
                _say(f"{error.message}; {error.remedy}")
            else:
                jobs += 0 if report is None else sum(job.is_finished for job in report.jobs)
                failures += 0 if report is None else len(report.failures)
                _tell(report)
            if options["once"]:
                break
            stopping.wait(interval_s)
    data = {"ticks": ticks, "jobs": jobs, "failures": failures}
    session.answer(data, lambda screen: _show(screen, data))
    return EXIT_OK


def _tell(report: MaintenanceReport | None) -> None:
    """Say what a tick did, if it did anything."""
    for job in () if report is None else report.jobs:
        if job.counts or job.error:
            _say(f"{job.kind}: {outcome_of(job)}")


def _say(sentence: str) -> None:
    print(display_line(sentence), file=sys.stderr, flush=True)


def _show(screen: Screen, data: dict[str, int]) -> None:
    screen.line(f"Stopped after {data['jobs']} jobs; {data['failures']} failed.")
