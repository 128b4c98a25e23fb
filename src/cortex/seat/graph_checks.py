"""Is a seat's client graph as new as its logs, right where it is known, and out of repositories?

Doctor D9. What was never looked at is no pass. Source: OGL 9.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
from cortex.model.client_graph import GraphBuild
from cortex.model.durations import DAY_US
from cortex.model.errors import CortexError
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck
from cortex.model.seats import CLIENT_GRAPH
from cortex.seat.graph_logs import newest_message

if TYPE_CHECKING:
    from cortex.seat.graph import Place

BEHIND_US = DAY_US
"""How much newer than the build a message may be before the graph counts as forgotten."""

EVAL_FILE = "eval.json"
EVAL_BYTES_MAX = 65_536

_BUILD = "run `cortex graph build`"


class EvalDone(NamedTuple):
    """What the last known-answer checks came to, and of which build."""

    at_us: int
    built_us: int
    cases: int
    failed: int


def graph_checks(place: Place, *, is_wanted: bool, repository: str) -> tuple[SeatCheck, ...]:
    """Give the rows of D9.

    Args:
        place: of the graph.
        is_wanted: facts are told beside prompts.
        repository: the git work tree the graph lies in; empty for none.
    """
    try:
        builds = place.store.read().builds  # All of it: damage is found by reading.
        newest = newest_message(place.kept)
    except CortexError as error:
        return (SeatCheck("D9", FAIL, f"the client graph cannot be read: {error.message}", _BUILD),)
    if not builds:
        return (_absent(newest is not None, is_wanted=is_wanted),)
    last = builds[-1]
    known_us = last.newest_us
    behind_us = newest.at_us if newest is not None and newest.at_us > known_us else 0
    return (
        _age(last, behind_us),
        _answers(read_eval(place), last),
        _place(repository),
    )


def read_eval(place: Place) -> EvalDone | None:
    """Give what the last checks came to, or None when there were none that can be read."""
    try:
        row = json.loads(place.folder.find(EVAL_FILE, EVAL_BYTES_MAX) or b"null")
        return EvalDone(*(int(row[name]) for name in EvalDone._fields))
    except (SeatFileRefused, ValueError, KeyError, TypeError):
        return None


def keep_eval(place: Place, done: EvalDone) -> None:
    """Note what checks came to.

    Raises:
        SeatFileRefused: it cannot be written.
    """
    place.folder.replace(EVAL_FILE, json.dumps(done._asdict(), sort_keys=True).encode())


def _absent(has_messages: bool, *, is_wanted: bool) -> SeatCheck:  # noqa: FBT001  # The one thing asked.
    if is_wanted:
        evidence = f"'{CLIENT_GRAPH}' is set, and there is no client graph"
        return SeatCheck("D9", FAIL, evidence, _BUILD)
    if has_messages:
        remedy = f"{_BUILD}, or leave it: nothing is told beside prompts"
        return SeatCheck("D9", WARN, "messages are logged, and no client graph is built", remedy)
    return SeatCheck("D9", PASS, "no message is logged, and no client graph is wanted")


def _age(last: GraphBuild, behind_us: int) -> SeatCheck:
    built = second_text(last.finished_us)
    kept = f"{last.seen} messages; the last build rejected {last.rejected} statements"
    if not behind_us:
        return SeatCheck("D9.age", PASS, f"built {built}, with the newest message; {kept}")
    evidence = f"built {built}; a message of {second_text(behind_us)} is not in it"
    level = FAIL if behind_us - last.finished_us > BEHIND_US else WARN
    return SeatCheck("D9.age", level, evidence, _BUILD)


def _answers(done: EvalDone | None, last: GraphBuild) -> SeatCheck:
    remedy = "run `cortex graph eval --cases FILE`"
    if done is None:
        return SeatCheck("D9.answers", WARN, "no known answer was ever checked", remedy)
    evidence = (
        f"{done.failed} of {done.cases} known answers were wrong at {second_text(done.at_us)}"
    )
    if done.failed:
        return SeatCheck("D9.answers", FAIL, evidence, f"{remedy}; it names what went wrong")
    if done.built_us != last.finished_us:
        return SeatCheck("D9.answers", WARN, f"{evidence}, before the last build", remedy)
    return SeatCheck("D9.answers", PASS, evidence)


def _place(repository: str) -> SeatCheck:
    if repository:
        evidence = f"the client graph lies in the git work tree {repository}"
        remedy = "move the Cortex home out of it (CORTEX_HOME), or make it no work tree"
        return SeatCheck("D9.place", FAIL, evidence, remedy)
    return SeatCheck("D9.place", PASS, "the client graph lies in no git work tree")
