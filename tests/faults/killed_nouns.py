"""What must hold when a move to cold blocks, a forgetting or an import is killed at any step?

The same three functions an operation has in ``killed_operations``.
"""

from pathlib import Path

from cortex.model.callers import Caller
from cortex.model.erasure import Selection
from cortex.model.facts import FactStatus
from cortex.wiring.copies import back_up as make_copy
from cortex.wiring.exports import export_lines
from cortex.wiring.forget import Forgetting
from cortex.wiring.imports import Wanted, import_source
from tests.faults.deposit_writer import CALLER, PLACE, text_of
from tests.faults.killed_operations import (
    FACTS,
    acknowledge,
    at,
    found_answers,
    is_acknowledged,
    kept,
    some_facts,
)

SECRET = "fact2"
OWN_FILES = ("exported.jsonl", "notes")


def everything(home: Path) -> list[str]:
    """Give every statement there is, in force or not, sorted."""
    with at(home) as house, house.brain.reading() as reader:
        return sorted(str(fact.content.text) for fact in reader.iter_facts())


# --- cold blocks --------------------------------------------------------------------------------


def ended_facts(home: Path) -> list[str]:
    """Keep some facts and take half of them back."""
    some_facts(home)
    with at(home) as house:
        for number in range(FACTS // 2):
            house.retract(f"memory::{number + 1}", "over", CALLER)
    return everything(home)


def move_cold(home: Path) -> None:
    """Move what ended to a block."""
    with at(home) as house:
        with house.brain.reading() as reader:
            ended = [
                fact.fact_id
                for fact in reader.iter_facts()
                if fact.content.status is FactStatus.ARCHIVED
            ]
        with house.brain.writing() as writer:
            writer.ages.move_cold(ended)
        acknowledge(home)


def moved_cold(home: Path, before: list[str], is_done: bool) -> list[str]:
    """Every fact says what it said, wherever its words lie."""
    del is_done
    return [] if before == everything(home) else ["a cold fact says something else"]


# --- forgetting ---------------------------------------------------------------------------------


def secret_and_copy(home: Path) -> list[str]:
    """Keep some facts and a copy of them, and give them."""
    texts = some_facts(home)
    with at(home) as house:
        make_copy(house, None, 10)
    return texts


def forget(home: Path) -> None:
    """Forget one, and take the copy along."""
    with at(home) as house:
        wanted = Selection(matching=text_of(SECRET), takes_copies=True)
        Forgetting(house).forget(wanted, Caller(), is_applied=True)
        acknowledge(home)


def forgotten(home: Path, before: list[str], is_done: bool) -> list[str]:
    """It is whole or gone; a second run takes it away to the last byte, copies included."""
    secret = text_of(SECRET)
    rest = [text for text in before if text != secret]
    texts = everything(home)
    wrong = [] if texts in (before, rest) else ["other facts are lost"]
    if (is_done or is_acknowledged(home)) and texts != rest:
        wrong.append("an acknowledged forgetting is undone")
    forget(home)
    with at(home) as house:
        Forgetting(house).finish()
    if everything(home) != rest:
        wrong.append("a second run does not take it away")
    holders = [
        path.name
        for path in home.rglob("*")
        if path.is_file() and secret.encode() in path.read_bytes()
    ]
    return wrong + [f"it is still in {name}" for name in holders]


# --- import -------------------------------------------------------------------------------------


def an_export(home: Path) -> list[str]:
    """Leave an export of some facts, and no brain."""
    texts = some_facts(home)
    with at(home) as house:
        export_lines(house, str(home / "exported.jsonl"))
    for path in home.glob("cortex.db*"):
        path.unlink()
    return texts


def take_in(home: Path) -> None:
    """Take in what lies in the home."""
    with at(home) as house:
        source = next(home / name for name in OWN_FILES if (home / name).exists())
        import_source(house, Wanted(str(source)), PLACE, CALLER, is_applied=True)
        acknowledge(home)


def taken_in(home: Path, expected: list[str], is_done: bool) -> list[str]:
    """All of it is there or nothing; the next run leaves all of it, once."""
    texts = kept(home)
    wrong = [] if texts in ([], expected) else ["half an import"]
    return wrong + _after_another(home, expected, is_done)


def some_notes(home: Path) -> list[str]:
    """Leave a folder of notes, and facts that are there already."""
    texts = some_facts(home)
    (home / "notes").mkdir()
    for name in ("one", "two"):
        told = f"# {name}\n\n- {text_of(name)}\n- {text_of(name * 2)}\n"
        (home / "notes" / f"{name}.md").write_text(told, encoding="utf-8")
    return sorted([*texts, *(text_of(name) for name in ("one", "oneone", "two", "twotwo"))])


def notes_taken_in(home: Path, expected: list[str], is_done: bool) -> list[str]:
    """Nothing is lost or doubled, and the next run brings the rest."""
    texts = kept(home)
    wrong = [] if set(texts) <= set(expected) else ["something else is there"]
    return wrong + _after_another(home, expected, is_done)


def _after_another(home: Path, expected: list[str], is_done: bool) -> list[str]:
    wrong = []
    if (is_done or is_acknowledged(home)) and kept(home) != expected:
        wrong.append("an acknowledged import is not whole")
    take_in(home)
    if kept(home) != expected:
        wrong.append("a second import does not bring the rest, or doubles it")
    return wrong + [f"not found: {one}" for one in found_answers(home, expected)]
