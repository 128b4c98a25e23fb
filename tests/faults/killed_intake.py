"""What must hold when a portion of a log, a walk through files or a stop is killed at any step?

The same three functions an operation has in ``killed_operations``.
"""

import json
from pathlib import Path

from cortex.model.capture_policy import ACTIVE, STOPPED
from cortex.model.inventories import FileStatus
from cortex.model.observations import Role
from cortex.model.refusals import CaptureRefused
from cortex.wiring.capture import Capture
from cortex.wiring.house import House
from cortex.wiring.intake import Budget, Policing, Portion, TakingIn
from cortex.wiring.needs import Needs, question_limits
from tests.faults.deposit_writer import CALLER, PLACE
from tests.faults.killed_operations import acknowledge, at, is_acknowledged, some_facts

EVENTS = [{"event_key": f"e{n}", "text": f"event number {n} of the gateway"} for n in range(3)]
PORTION = "".join(json.dumps(event) + "\n" for event in EVENTS).encode()
ALL = Budget(128, 1_000_000)


def seen(house: House) -> list[str]:
    """Give every text that was captured, in order."""
    with house.brain.reading() as reader:
        return [str(one.event.text) for one in reader.observations.iter_all()]


def registered_log(home: Path) -> None:
    """Keep some facts and register a log."""
    some_facts(home)
    with at(home) as house:
        Capture(house, CALLER).register("log", Role.TOOL_REPORT, 1000, PLACE)


def take_portion(home: Path) -> None:
    """Hand over a portion of the log."""
    with at(home) as house:
        TakingIn(house, CALLER).tail("log", Portion("1", 0, PORTION))
        acknowledge(home)


def is_portioned(home: Path, known: object, is_done: bool) -> list[str]:
    """All of the portion is there and findable with its cursor, or nothing is; it can go on."""
    del known
    texts = [event["text"] for event in EVENTS]
    with at(home) as house:
        before = seen(house)
        try:
            TakingIn(house, CALLER).tail("log", Portion("1", 0, PORTION))
            has_moved = False
        except CaptureRefused:
            has_moved = True
        after = seen(house)
        found = Needs(house, CALLER).ask("gateway", [PLACE], question_limits(9, 9_000)).evidence
    wrong = []
    if before != (texts if has_moved else []):
        wrong.append(f"cursor and events disagree: {has_moved}, {before}")
    if texts != after or len(found) != len(texts):
        wrong.append(f"after going on: {after}, {len(found)} found")
    if (is_done or is_acknowledged(home)) and not has_moved:
        wrong.append("an acknowledged portion is gone")
    return wrong


def listed_files(home: Path) -> str:
    """Register some files and list them; gives the list's name."""
    some_facts(home)
    folder = home.parent / "files"
    folder.mkdir()
    with at(home) as house:
        for number in range(4):
            path = folder / f"{number}.md"
            path.write_text(f"file number {number}")
            Capture(house, CALLER).register(f"file:{path}", Role.DOCUMENT, 1000, PLACE)
        revision = TakingIn(house, CALLER).take_stock().revision
    (home / "revision").write_text(revision)
    return revision


def walk_files(home: Path) -> None:
    """Take every file of the list in."""
    revision = (home / "revision").read_text()
    with at(home) as house:
        TakingIn(house, CALLER).bootstrap(revision, ALL)
        acknowledge(home)


def files_walked(home: Path, revision: str, is_done: bool) -> list[str]:
    """The place is behind exactly what was kept, and the walk goes on to its end (CQR H14)."""
    texts = [f"file number {number}" for number in range(4)]
    with at(home) as house:
        taking = TakingIn(house, CALLER)
        found = taking.find_inventory(revision)
        kept = seen(house)
        wrong = []
        if kept != texts[: found.next_index]:
            wrong.append(f"place {found.next_index} and files disagree: {kept}")
        if (is_done or is_acknowledged(home)) and found.status is not FileStatus.READY:
            wrong.append("an acknowledged walk did not come to its end")
        if taking.bootstrap(revision, ALL).status is not FileStatus.READY or seen(house) != texts:
            wrong.append(f"after going on: {seen(house)}")
    return wrong


def stop_capture(home: Path) -> None:
    """Stop capture everywhere."""
    with at(home) as house:
        Policing(house, CALLER).change(STOPPED)
        acknowledge(home)


def is_stopped(home: Path, known: object, is_done: bool) -> list[str]:
    """The word before or the one after holds, never one that nobody said."""
    del known
    with at(home) as house:
        policy = house.capture_policy()
    wrong = []
    if policy.fault is not None or policy.state("user") not in (ACTIVE, STOPPED):
        wrong.append(f"the word is broken: {policy.fault}")
    if (is_done or is_acknowledged(home)) and policy.state("user") != STOPPED:
        wrong.append("an acknowledged stop is gone")
    return wrong
