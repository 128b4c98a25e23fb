"""Is what is shown still true, and is nothing true lost on the way?"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell
from tests.cases.server import Server
from tests.edges.hooks.host import START, Host

PEOPLE = 200
TREES = (
    "alder ash aspen beech birch cedar cherry elm fir hazel "
    "holly juniper larch linden maple oak pine poplar rowan willow"
).split()
CITIES = ("Bern", "Lyon", "Graz")


@pytest.mark.slow
def test_two_hundred_revised_facts_leave_none_stale(shell: Shell) -> None:
    """Each of 200 facts is revised twice; the first card is the last word in every case.

    No earlier word rides along, stale@1 is 0, and the log still has all of them. case 88
    """
    with Server(shell) as server:
        for city in CITIES:
            told = [
                {
                    "text": f"Person number {n} moved to {city}",
                    "subject": f"person {n}",
                    "attribute": "city",
                }
                for n in range(PEOPLE)
            ]
            assert PEOPLE == server.keep_all(told)
        answers = [server.statements(f"in which city does person {n} live?") for n in range(PEOPLE)]
        old = server.statements("in which city does person 7 live?", profile="history")
    assert [[f"Person number {n} moved to {CITIES[-1]}"] for n in range(PEOPLE)] == answers
    assert {f"Person number 7 moved to {city}" for city in CITIES} <= set(old)
    assert PEOPLE * len(CITIES) == shell.ask("status")["counts"]["facts"]


@pytest.mark.slow
def test_two_hundred_near_duplicates_are_all_kept(shell: Shell) -> None:
    """Statements that differ in one name are different facts; each is found first (case 88)."""
    texts = {
        f"{tree}{n}": f"The cache of service {tree}{n} expires after 30 seconds"
        for tree in TREES
        for n in range(10)
    }
    with Server(shell) as server:
        assert len(texts) == server.keep_all([{"text": text} for text in texts.values()])
        first = [server.statements(f"when does the cache of {name} expire?")[0] for name in texts]
    assert list(texts.values()) == first
    listed = shell.ask("list", "--all")["facts"]
    assert {"active": len(texts)} == {"active": [f["status"] for f in listed].count("active")}


def test_near_copy_is_one_row_and_a_reworded_one_is_linked(shell: Shell) -> None:
    """The same sentence twice is one active fact; a rewording is kept, and knows the first.

    case 95
    """
    first = shell.ask("commit", "The nightly backup of the ledger runs at three in the morning")
    copy = shell.ask("commit", "the nightly  backup of the ledger runs at three in the morning.")
    assert ("merged", first["reference"]) == (copy["entry"]["action"], copy["reference"])
    assert 1 == len(shell.ask("list")["facts"])
    assert 1 == shell.ask("show", first["reference"])["merged_count"]
    reworded = shell.ask("commit", "Nightly backup of the ledger: it runs at three in the morning")
    assert [first["reference"]] == [met["reference"] for met in reworded["entry"]["related"]]


@pytest.mark.parametrize("text", ["Done", "ok", "LGTM", "It works now?", "👍"])
def test_chatter_is_no_fact(shell: Shell, text: str) -> None:
    """What says nothing is refused with the remedy (case 95)."""
    refused = shell.run("commit", text, "--json")
    assert (2, "text_rejected") == (refused.status, refused.error["code"])
    assert refused.error["remedy"]


def test_same_batch_twice_adds_nothing(shell: Shell) -> None:
    """Whoever sends everything again, with keys or without, gets no second row (case 92)."""
    entries = [{"text": f"Relay {tree} answers to operator {n}"} for n, tree in enumerate(TREES)]
    with Server(shell) as server:
        assert len(TREES) == server.keep_all(entries, idempotency_key="import")
        assert 0 == server.keep_all(entries, idempotency_key="import")
        assert 0 == server.keep_all(entries)
    assert len(TREES) == shell.ask("status")["counts"]["facts"]


@pytest.mark.slow
def test_list_ends_when_everything_was_listed(shell: Shell, tmp_path: Path) -> None:
    """2,500 facts are listed to the end, in pages and at once, each one time (case 142)."""
    count = 2_500
    host = Host(tmp_path)
    host.keep(*(f"Crate {n} was weighed by porter {n}" for n in range(count)))
    here = shell.having(CORTEX_HOME=str(host.home))
    seen: list[str] = []
    after: tuple[str, ...] = ()
    while True:
        page = here.ask("list", "--limit", "500", *after)
        seen += [fact["reference"] for fact in page["facts"]]
        if page["next"] is None:
            break
        after = ("--after", page["next"])
    assert [f"decision::{n}" for n in range(count, 0, -1)] == seen
    assert count == here.ask("status")["counts"]["facts"]
    assert count == here.run("list", "--all", status=0).out.count("was weighed by")


def surfaces(shell: Shell, server: Server) -> dict[str, str]:
    """Give what every way of reading shows when nobody asks for history."""
    asked: dict[str, dict[str, Any]] = {
        "words": {"need": "what does the osprey gateway talk to?"},
        "alias": {"need": "fishhawk"},
        "handle": {"need": "falcon.sock"},
        "path": {"need": "what holds here?", "paths": ["src/osprey.py"]},
        "symbol": {"need": "what holds here?", "symbols": ["Osprey.talk"]},
        "thread": {"need": "what is known?", "thread": "birds"},
        "neighbour": {"need": "who owns the billing socket?"},
        "map": {"profile": "map"},
        "conflicts": {"profile": "conflicts"},
    }
    shown = {name: json.dumps(server.ask("query", **words)) for name, words in asked.items()}
    shown["orient"] = json.dumps(server.ask("orient", task="osprey gateway", thread="birds"))
    shown["status of a thread"] = json.dumps(
        server.ask("checkpoint", thread="birds", action="status")
    )
    shown["hook"] = shell.run("hook-boot", given=hook_payload(shell)).out
    for words in (("query", "osprey gateway"), ("list", "--all"), ("boot",), ("conflicts",)):
        shown[" ".join(words)] = shell.run(*words, status=0).out
    return shown


def hook_payload(shell: Shell) -> bytes:
    """Give what a host sends when a session starts here."""
    return json.dumps({**START, "cwd": str(shell.folder)}).encode()


def test_retracted_fact_surfaces_by_no_path(shell: Shell) -> None:
    """A pinned fact with every kind of handle is taken back: nothing shows it any more (case 97).

    It is still there for who names it: in its own story, in history, and as of before.
    """
    secret_word = "ravenous"
    with Server(shell) as server:
        reference = server.keep(
            f"The {secret_word} osprey gateway talks to falcon.sock in Osprey.talk for billing",
            subject="osprey",
            aliases=["fishhawk"],
            paths=["src/osprey.py"],
            anchors=["Osprey.talk"],
            thread="birds",
            pinned=True,
        )
        server.keep("The billing socket falcon.sock is owned by billing", thread="birds")
        before = surfaces(shell, server)
        assert {"conflicts"} == {name for name, shown in before.items() if secret_word not in shown}
        shell.ask("retract", reference, "--reason", "the gateway is gone")
        after = surfaces(shell, server)
        assert [] == [name for name, shown in after.items() if secret_word in shown]
        shell.run("rebuild-anchors", status=0)
        again = surfaces(shell, server)
        assert [] == [name for name, shown in again.items() if secret_word in shown]
    story = shell.ask("why", reference, "--question", "what does the osprey gateway talk to?")
    assert (False, None) == (story["admitted"], story["card"])
    assert "archived" == shell.ask("show", reference)["status"]
    assert secret_word in shell.statements("osprey gateway", "--history")[0]


@pytest.mark.parametrize("where", ["option", "statement"])
def test_fact_that_names_a_file_that_is_gone_says_so(shell: Shell, where: str) -> None:
    """As soon as the file is deleted each answer with the fact is marked (case 89)."""
    file = shell.folder / "src" / "retry.py"
    file.parent.mkdir()
    file.touch()
    if where == "option":
        shell.commit("The retry loop waits 30 seconds", "--path", "src/retry.py")
    else:
        shell.commit("The retry loop in src/retry.py waits 30 seconds")
    question = "how long does the retry loop wait?"
    assert [[]] == [card["notes"] for card in shell.ask("query", question)["cards"]]
    file.unlink()
    stale = [["may be stale: src/retry.py is not there"]]
    assert stale == [card["notes"] for card in shell.ask("query", question)["cards"]]
    assert "note: may be stale" in shell.run("query", question, status=0).out
    with Server(shell) as server:
        answer = server.ask("query", need=question)
    assert stale == [card["notes"] for card in answer["cards"]]
    assert "may be stale" in answer["brief"]


def test_fact_without_a_lost_file_is_not_called_stale(shell: Shell) -> None:
    """Patterns, addresses, bare names and files of the machine raise no doubt (case 89)."""
    (shell.folder / "src").mkdir()
    for text, words in (
        ("Ledger rows are never updated", ("--path", "src/**/*.py")),
        ("Ledger questions and/or answers go to input/output", ()),
        ("Ledger docs are at https://example.org/ledger/readme.md and github.com/a/b.md", ()),
        ("Ledger hosts read /etc/ledger/ledger.conf at start", ()),
        ("Ledger notes stand in ledger.md", ()),
    ):
        shell.commit(text, *words)
    other = shell.at(make_repository(shell.home / "code" / "other"))
    other.commit("The ledger of the other project is src/ledger.py", "--path", "src/ledger.py")
    cards = shell.ask("query", "ledger", "--everywhere")["cards"]
    assert (6, []) == (len(cards), [note for card in cards for note in card["notes"]])
