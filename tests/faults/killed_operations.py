"""Which operations are killed at every step, and what must hold of the home they leave behind?

Each has three functions: one prepares a home, one does the operation there, one gives what is wrong
afterwards in words, with nothing wrong as the empty list.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import apsw

from cortex.model.callers import Caller
from cortex.model.commits import CommitRequest
from cortex.model.copies import PresentState
from cortex.model.errors import CortexError
from cortex.stores.sqlite.copying import SAFETY_SUFFIX, SqliteBrainFiles
from cortex.wiring.copies import back_up as make_copy
from cortex.wiring.copies import check_copy, recover_brain, restore_copy
from cortex.wiring.house import House, open_house
from tests.faults.deposit_writer import CALLER, PLACE, settings_of, text_of

FIXTURES = Path(__file__).parents[1] / "fixtures"
FACTS = 6


def at(home: Path) -> House:
    """Give the house of a home."""
    return open_house(settings_of(home))


def kept(home: Path) -> list[str]:
    """Give every statement in force, sorted."""
    with at(home) as house:
        page = house.list_facts(PLACE, Caller(), None, 500, include_cold=True)
        return sorted(str(fact.content.text) for fact in page)


def commit(house: House, name: str) -> int:
    """Keep one fact; gives its log entry."""
    request = CommitRequest(text_of(name), type="note", paths=(f"src/{name}.py",), subject=name)
    return house.commit(request, PLACE, CALLER).version_id or 0


def some_facts(home: Path) -> list[str]:
    """Keep a few facts, and give them."""
    with at(home) as house:
        for number in range(FACTS):
            commit(house, f"fact{number}")
    return kept(home)


def acknowledge(home: Path) -> None:
    """Say that the operation is done, as a receipt would."""
    (home / "acknowledged").write_text("yes")


def is_acknowledged(home: Path) -> bool:
    """Tell whether it said so."""
    return (home / "acknowledged").exists()


def found_answers(home: Path, texts: list[str]) -> list[str]:
    """Give the statements that are kept and that asking does not find."""
    with at(home) as house:
        return [
            text
            for text in texts
            if text not in json.dumps(house.operate("query", {"need": text}, CALLER, PLACE))
        ]


# --- deposit and checkpoint -------------------------------------------------------------------


def deposit(home: Path) -> None:
    """Keep one more fact and acknowledge it."""
    with at(home) as house:
        commit(house, "the-one")
        acknowledge(home)


def deposited(home: Path, before: list[str], is_done: bool) -> list[str]:
    """Everything earlier is there, and the new one whole or not at all."""
    return _added(home, before, text_of("the-one"), is_done)


def checkpoint(home: Path) -> None:
    """Save the state of a thread and acknowledge it."""
    arguments = {"thread": "move", "goal": "Move the gateway", "state": "certificates pending"}
    with at(home) as house:
        answer = house.operate("checkpoint", arguments, CALLER, PLACE)
        assert "ok" == answer["status"]
        acknowledge(home)


def checkpointed(home: Path, before: list[str], is_done: bool) -> list[str]:
    """Everything earlier is there, and the checkpoint whole or not at all."""
    texts = kept(home)
    new = [text for text in texts if text not in before]
    wrong = [f"lost: {text}" for text in before if text not in texts]
    if len(new) > 1 or any("certificates pending" not in text for text in new):
        wrong.append(f"half a checkpoint: {new}")
    if (is_done or is_acknowledged(home)) and not new:
        wrong.append("an acknowledged checkpoint is gone")
    return wrong


def _added(home: Path, before: list[str], text: str, is_done: bool) -> list[str]:
    texts = kept(home)
    wrong = [f"lost: {one}" for one in before if one not in texts]
    if (is_done or is_acknowledged(home)) and text not in texts:
        wrong.append("an acknowledged fact is gone")
    if sorted({*texts} - {*before}) not in ([], [text]):
        wrong.append("something else is there")
    return wrong + [f"not found: {one}" for one in found_answers(home, texts)]


def two_halves(home: Path) -> None:
    """Keep two facts that belong together in two transactions, which is a mistake."""
    with at(home) as house:
        commit(house, "first half")
        commit(house, "second half")


def halved(home: Path, before: list[str], is_done: bool) -> list[str]:
    """Both are there or neither."""
    del is_done
    return ["half of it"] if 1 == len(set(kept(home)) - set(before)) else []


# --- rebuild and rollback ---------------------------------------------------------------------


def rebuild(home: Path) -> None:
    """Make every handle again."""
    with at(home) as house:
        house.rebuild_anchors(CALLER)


def rebuilt(home: Path, before: list[str], is_done: bool) -> list[str]:
    """Every fact is there and found."""
    del is_done
    wrong = [] if before == kept(home) else ["the facts are others"]
    return wrong + [f"not found: {one}" for one in found_answers(home, before)]


def roll_back(home: Path) -> None:
    """Undo the second half."""
    with at(home) as house:
        house.rollback(FACTS // 2, CALLER, is_applied=True)
        acknowledge(home)


def rolled_back(home: Path, before: list[str], is_done: bool) -> list[str]:
    """All of it is undone or nothing."""
    after = sorted(text_of(f"fact{number}") for number in range(FACTS // 2))
    texts = kept(home)
    if (is_done or is_acknowledged(home)) and texts != after:
        return ["an acknowledged rollback is gone"]
    return [] if texts in (before, after) else ["half a rollback"]


# --- migration --------------------------------------------------------------------------------


def past_brain(home: Path) -> int:
    """Put the brain of the first format there, and give its number of facts."""
    raw = gzip.decompress((FIXTURES / "brain-1.db.gz").read_bytes())
    (home / "cortex.db").write_bytes(raw)
    told = json.loads((FIXTURES / "brain-1.json").read_text(encoding="utf-8"))
    return len(told["listed"])


def migrate(home: Path) -> None:
    """Open it, which brings it up to date."""
    with at(home) as house, house.brain.reading():
        pass


def migrated(home: Path, facts: int, is_done: bool) -> list[str]:
    """The file is of one format or the next, opens, and holds everything."""
    del is_done
    wrong = [] if facts == len(kept(home)) else ["facts are lost"]
    copy = home / f"cortex.db{SAFETY_SUFFIX}"
    raw = gzip.decompress((FIXTURES / "brain-1.db.gz").read_bytes())
    if not copy.exists():
        wrong.append("no copy of the earlier format was kept")
    elif len(raw) != copy.stat().st_size or 1 != _version(copy):
        wrong.append("the copy is not the earlier file")
    return wrong


def _version(path: Path) -> object:
    opened = apsw.Connection(str(path))
    try:
        return opened.pragma("user_version")
    finally:
        opened.close()


# --- backup and restore -----------------------------------------------------------------------


def back_up(home: Path) -> None:
    """Copy the brain."""
    with at(home) as house:
        _back_up(house)
        acknowledge(home)


def _back_up(house: House) -> str:
    return make_copy(house, None, 10).path


def copies_of(home: Path) -> list[Path]:
    """Give the copies in a home."""
    return sorted((home / "backups").glob("*.zip"))


def _unproved(home: Path) -> list[str]:
    wrong = []
    with at(home) as house:
        for copy in copies_of(home):
            try:
                check_copy(house, str(copy))
            except CortexError as error:
                wrong.append(f"{copy.name}: {error.message}")
    return wrong


def backed_up(home: Path, before: list[str], is_done: bool) -> list[str]:
    """The brain is untouched, every copy proves itself, and the next one clears up."""
    wrong = [] if before == kept(home) else ["the brain is another"]
    if (is_done or is_acknowledged(home)) and not copies_of(home):
        wrong.append("an acknowledged copy is gone")
    wrong += _unproved(home)
    with at(home) as house:
        _back_up(house)
    return wrong + [f"left behind: {path.name}" for path in (home / "backups").glob("*.tmp")]


def copy_and_more(home: Path) -> dict[str, Any]:
    """Keep facts, copy the brain, and keep one more."""
    copied = some_facts(home)
    with at(home) as house:
        _back_up(house)
        commit(house, "later")
    return {"copied": copied, "present": kept(home)}


def restore(home: Path) -> None:
    """Bring the copy back."""
    copy = next(path for path in copies_of(home) if path.name.startswith("brain-"))
    with at(home) as house:
        restore_copy(house, str(copy), CALLER, None, is_applied=True)
        acknowledge(home)


def restored(home: Path, known: dict[str, Any], is_done: bool) -> list[str]:
    """The brain is the one or the other, and what gave way proves itself as a copy."""
    texts = kept(home)
    wrong = _unproved(home) + [f"not found: {one}" for one in found_answers(home, texts)]
    if (is_done or is_acknowledged(home)) and texts != known["copied"]:
        wrong.append("an acknowledged restore is gone")
    if texts not in (known["copied"], known["present"]):
        wrong.append("half a restore")
    with at(home) as house, house.brain.reading() as reader:
        is_other = reader.restore_epoch() > 0
    if is_other != (texts == known["copied"]):
        wrong.append("the epoch does not tell which brain this is")
    aside = [path for path in copies_of(home) if path.name.startswith("set-aside-")]
    if texts == known["copied"] and not aside:
        wrong.append("what gave way is gone")
    restore(home)
    if kept(home) != known["copied"]:
        wrong.append("a second restore does not help")
    return wrong + [f"left behind: {path.name}" for path in home.glob("*.tmp")]


# --- recovery ---------------------------------------------------------------------------------


def damaged_brain(home: Path) -> bytes:
    """Break a page of a table, and give the whole file."""
    some_facts(home)
    path = home / "cortex.db"
    opened = apsw.Connection(str(path))
    ((root,),) = opened.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'traces'")
    opened.close()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    path.write_bytes(bytes(content))
    return bytes(content)


def recover(home: Path) -> None:
    """Read what can be read and put it in place."""
    with at(home) as house:
        assert recover_brain(house, CALLER, None, is_applied=True).is_applied


def recovered(home: Path, damaged: bytes, is_done: bool) -> list[str]:
    """The damaged file is in its place or beside it, to the byte, and no place is empty."""
    files = SqliteBrainFiles(str(home / "cortex.db"), 1)
    wrong = []
    if files.present(0).state is PresentState.ABSENT:
        wrong.append("nothing is in its place")
    kept_files = [home / "cortex.db", *home.glob("cortex.db.damaged-*")]
    if damaged not in [path.read_bytes() for path in kept_files if path.is_file()]:
        wrong.append("the damaged file is gone")
    if not is_done and files.examined():
        recover(home)
    expected = sorted(text_of(f"fact{number}") for number in range(FACTS))
    return wrong if kept(home) == expected else [*wrong, "facts are lost"]
