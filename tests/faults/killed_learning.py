"""What must hold when words are learned anew, or a source of reports is erased, is killed?

The same three functions an operation has in ``killed_operations``.
"""

from pathlib import Path

from cortex.model.assemblies import AssemblySpec, EventKind, EventSpec, Member, MemberRole
from cortex.model.observations import Event, Role
from cortex.model.text import RawText
from cortex.wiring.assemblies import Assemblies
from cortex.wiring.associations import Associations
from cortex.wiring.capture import Capture
from cortex.wiring.house import House
from tests.faults.deposit_writer import CALLER, PLACE
from tests.faults.killed_operations import acknowledge, at, is_acknowledged, some_facts

EVENTS = 3


def led(house: House) -> list[str]:
    """Give the words that "deploy" leads to."""
    found = Associations(house, CALLER, PLACE).explain("deploy")
    return [route.alias for route in found or ()]


def units(house: House) -> list[str]:
    """Give the pieces of work that speak for an assembly."""
    found = Assemblies(house, CALLER, PLACE).why("deploy")
    return [unit for bundle in found or () for unit in bundle.weight.units]


def taught_words(home: Path) -> str:
    """Let words be learned of two sources, and hear two more; gives what they lead to."""
    some_facts(home)
    with at(home) as house:
        for number, word in enumerate(("gateway", "gateway", "router", "router")):
            if number == 2:
                Associations(house, CALLER, PLACE).learn()
            capture = Capture(house, CALLER)
            capture.register(f"s{number}", Role.DOCUMENT, 1000, PLACE)
            capture.put(f"s{number}", "1", Event("e", RawText(f"deploy {word} s{number}")))
        assert ["gateway"] == led(house)
    return "gateway"


def learn_anew(home: Path) -> None:
    """Learn of all four."""
    with at(home) as house:
        Associations(house, CALLER, PLACE).learn()
        acknowledge(home)


def is_learned(home: Path, before: str, is_done: bool) -> list[str]:
    """What was learned before leads on, or all of what there is now; never a part (CQR H15)."""
    with at(home) as house:
        found = led(house)
        wrong = [] if found in ([before], [before, "router"]) else [f"half of it: {found}"]
        if (is_done or is_acknowledged(home)) and found == [before]:
            wrong.append("what was acknowledged is not learned")
        Associations(house, CALLER, PLACE).learn()
        if led(house) != [before, "router"]:
            wrong.append(f"after learning again: {led(house)}")
    return wrong


def reported_use(home: Path) -> list[str]:
    """Put a record together that several reports praise, all on one source; gives their units."""
    some_facts(home)
    with at(home) as house:
        capture = Capture(house, CALLER)
        capture.register("log", Role.DOCUMENT, 1000, PLACE)
        capture.put("log", "1", Event("e", RawText("run 7 was green")))
        kept = Assemblies(house, CALLER, PLACE)
        kept.assemble(AssemblySpec("release", "procedure", (Member("obs:1", MemberRole.SUPPORT),)))
        for number in range(EVENTS):
            told = EventSpec("ci", str(number), f"u{number}", "release", EventKind.EXPLICIT, 1,
                ("deploy",), ("obs:1",))  # fmt: skip
            kept.record(told)
        kept.rebuild()
        return units(house)


def erase_source(home: Path) -> None:
    """Let nothing count that rests on the source."""
    with at(home) as house:
        Assemblies(house, CALLER, PLACE).erase("obs:1")
        acknowledge(home)


def is_erased(home: Path, before: list[str], is_done: bool) -> list[str]:
    """Every report speaks, or none; erasing again leaves none (CQR H16)."""
    with at(home) as house:
        found = units(house)
        wrong = [] if found in (before, []) else [f"half of it: {found}"]
        if (is_done or is_acknowledged(home)) and found:
            wrong.append("an acknowledged erasure is not whole")
        Assemblies(house, CALLER, PLACE).erase("obs:1")
        if units(house):
            wrong.append("a second erasure leaves something")
    return wrong
