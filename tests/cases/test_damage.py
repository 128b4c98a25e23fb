"""Is a store that was damaged recognised, and does the repair prove itself by answering again?"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.black_box.shell import Shell
from tests.cases.server import Server

ROOT = Path(__file__).resolve().parents[2]
THINGS = (
    "gateway mirror ledger beacon turbine harbour printer scanner router archive "
    "crawler billing kiosk elevator sprinkler antenna telescope furnace pump camera"
).split()
OTHERS = 140  # More than wait to be folded into the postings, so that every index has rows.
FACTS = len(THINGS) + OTHERS
QUESTIONS = [f"which port does the {thing} listen on?" for thing in THINGS]


def store_of(shell: Shell) -> Path:
    """Give the file of the store."""
    return shell.home / ".cortex" / "cortex.db"


def answers(shell: Shell) -> list[dict[str, Any]]:
    """Ask every question with the whole reason, in a fresh process."""
    with Server(shell) as server:
        return [server.ask("query", need=need, evidence="support") for need in QUESTIONS]


def fill(shell: Shell) -> None:
    """Keep one fact for each question, with handles of every kind."""
    entries = [
        {
            "text": f"The {thing} listens on port {7000 + number}, see src/{thing}/listen.py",
            "subject": thing,
            "aliases": [f"{thing} of the west wing"],
            "paths": [f"src/{thing}/**"],
            "thread": "ports",
        }
        for number, thing in enumerate(THINGS)
    ]
    others = [{"text": f"Crate {n} was weighed by porter {n}"} for n in range(OTHERS)]
    with Server(shell) as server:
        assert FACTS == server.keep_all([*entries, *others])


def derived_tables() -> list[str]:
    """Give the tables that the page of the brain file calls derived."""
    page = (ROOT / "docs/formats/brain-file.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `(\w+)` \| derived \|", page, re.MULTILINE)


def emptied(store: apsw.Connection) -> None:
    """Lose every row of every index."""
    for table in derived_tables():
        if table != "clock_meta":
            store.execute(f"DELETE FROM {table}")


def scrambled(store: apsw.Connection) -> None:
    """Keep the rows of the indexes, and let them say something else."""
    store.execute("UPDATE terms SET term = term || 'x', facts = facts + 1")
    store.execute("UPDATE postings SET pairs = zeroblob(length(pairs))")
    store.execute("UPDATE unfolded SET weights = zeroblob(3)")
    store.execute("UPDATE clock_anchors SET value = 'nowhere/' || anchor_id")
    store.execute("UPDATE entity_aliases SET alias = 'nobody ' || alias_id")
    store.execute("DELETE FROM projections WHERE fact_id % 2")


@pytest.mark.parametrize("damage", [emptied, scrambled])
def test_rebuilt_indexes_give_the_answers_of_before(
    shell: Shell, damage: Callable[[apsw.Connection], None]
) -> None:
    """After a repair twenty questions are asked again; each answer has the bytes it had (case 13).

    The damage is noticed first, and what is advised is what helps.
    """
    fill(shell)
    before = answers(shell)
    assert [1] * len(QUESTIONS) == [answer["admitted_count"] for answer in before]
    store = apsw.Connection(str(store_of(shell)))
    damage(store)
    store.close()
    advice = [row["remedy"] for row in shell.ask("doctor")["findings"] if row["level"] != "pass"]
    assert ["run `cortex rebuild-anchors`"] == list(dict.fromkeys(advice))
    shell.run("rebuild-anchors", status=0)
    assert before == answers(shell)
    assert True is shell.ask("doctor")["healthy"]


@pytest.mark.parametrize("text", ["", "\u200b", "\x00", "x" * 500_000], ids=range(4))
def test_one_odd_row_holds_up_nobody(shell: Shell, text: str) -> None:
    """A row that no door would let in stops neither a repair nor the answers behind it (case 133).

    Here it was written past every check, as an older or a broken program may have done.
    """
    fill(shell)
    store = apsw.Connection(str(store_of(shell)))
    store.execute("UPDATE facts SET text = ?, subject = NULL WHERE fact_id = 1", (text,))
    store.close()
    assert FACTS == shell.ask("rebuild-anchors")["facts"]
    assert [1] * (len(QUESTIONS) - 1) == [answer["admitted_count"] for answer in answers(shell)[1:]]
    assert FACTS == len(shell.ask("list", "--all")["facts"])
    assert "Crate" in shell.run("boot", status=0).out


def test_lost_counters_are_repaired(shell: Shell) -> None:
    """Counters are derived too: when they are gone the repair makes them again (cases 13, 20)."""
    fill(shell)
    before = answers(shell)
    store = apsw.Connection(str(store_of(shell)))
    store.execute("DELETE FROM clock_meta")
    store.close()
    for verb in ("status", "doctor"):
        shell.ask(verb)
    shell.run("rebuild-anchors", status=0)
    assert before == answers(shell)


def test_name_with_a_nul_holds_up_nobody(shell: Shell) -> None:
    """A row whose subject no door would let in does not stop a repair (case 133)."""
    fill(shell)
    store = apsw.Connection(str(store_of(shell)))
    store.execute("UPDATE facts SET subject = ? WHERE fact_id = 1", ("\x00",))
    store.close()
    assert FACTS == shell.ask("rebuild-anchors")["facts"]


def overwritten(path: Path) -> None:
    """Be something else."""
    path.write_bytes(b"this is no database at all " * 100)


def cut(path: Path) -> None:
    """End in the middle."""
    path.write_bytes(path.read_bytes()[:6000])


def torn(path: Path) -> None:
    """Hold a page of noise where the schema stands."""
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xa5" * 3996
    path.write_bytes(bytes(content))


def from_the_future(path: Path) -> None:
    """Have a format that this release does not know."""
    store = apsw.Connection(str(path))
    store.pragma("user_version", 999)
    store.close()


def somebody_elses(path: Path) -> None:
    """Be a database of another program."""
    path.unlink()
    store = apsw.Connection(str(path))
    store.execute("CREATE TABLE photos (name TEXT)")
    store.close()


def a_folder(path: Path) -> None:
    """Be a folder."""
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "damage", [overwritten, cut, torn, from_the_future, somebody_elses, a_folder]
)
def test_no_verb_breaks_on_a_store_it_cannot_read(
    shell: Shell, damage: Callable[[Path], None]
) -> None:
    """Status, doctor and the repair say what is wrong, exit with 6 and leave the file (case 20)."""
    shell.commit("The gateway listens on port 8443")
    path = store_of(shell)
    damage(path)
    content = path.read_bytes() if path.is_file() else b""
    for words in (("status",), ("doctor",), ("rebuild-anchors",), ("query", "gateway port")):
        spoken = shell.run(*words, status=6)
        assert str(path) in spoken.out + spoken.err
        assert "Traceback" not in spoken.err
        assert 6 == shell.run(*words, "--json").status
    assert content == (path.read_bytes() if path.is_file() else b"")


def test_other_stores_serve_beside_a_damaged_one(shell: Shell, tmp_path: Path) -> None:
    """One damaged file does not stop the command: another store works at once (case 14)."""
    shell.commit("The gateway listens on port 8443")
    overwritten(store_of(shell))
    other = str(tmp_path / "other.db")
    shell.ask("commit", "The mail relay listens on port 2525", "--db", other)
    assert ["The mail relay listens on port 2525"] == shell.statements("mail relay", "--db", other)
    for words in (("paths",), ("version",), ("scope",), ("capabilities",)):
        shell.run(*words, status=0)
