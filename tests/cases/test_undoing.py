"""Does what takes something away say beforehand what, and take away exactly that?"""

import json
from pathlib import Path
from typing import Any

import apsw

from cortex.edges.cli.catalogue import every_verb
from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell
from tests.cases.server import Server

NAMES = ("acme", "north", "south")
FACTS_EACH = 4


def three_projects(shell: Shell) -> dict[str, Shell]:
    """Give three projects with the same few facts in each."""
    places = {name: shell.at(make_repository(shell.home / "work" / name)) for name in NAMES}
    with Server(shell) as server:
        for place in places.values():
            entries = [
                {"text": f"Relay {n} answers to operator {n}", "pinned": n == 0}
                for n in range(FACTS_EACH)
            ]
            assert FACTS_EACH == server.keep_all(entries, cwd=str(place.folder))
    return places


def facts(shell: Shell) -> dict[str, str]:
    """Give every fact that is not rolled back, by reference, as the bytes a reader gets."""
    listed = shell.ask("list", "--everywhere", "--history", "--all")["facts"]
    return {fact["reference"]: json.dumps(fact, sort_keys=True) for fact in listed}


def counts(shell: Shell) -> dict[str, int]:
    """Count the rows of each table of the store."""
    store = apsw.Connection(str(shell.home / ".cortex" / "cortex.db"))
    tables = store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    counted: dict[str, Any] = {
        str(name): store.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0]
        for (name,) in tables
    }
    store.close()
    return counted


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """Give the references that are new, gone or different."""
    return {key for key in {*before, *after} if before.get(key) != after.get(key)}


def lost_rows(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Give the tables that have fewer rows than before, and how many fewer."""
    return {name: count - after[name] for name, count in before.items() if count > after[name]}


def test_retracting_one_fact_changes_one_fact(shell: Shell) -> None:
    """A retraction in one project leaves each fact of the others, and its own, as it was.

    No table loses a row (cases 100, 101).
    """
    places = three_projects(shell)
    target = places["north"].ask("list")["facts"][1]["reference"]
    before, rows = facts(shell), counts(shell)
    shell.ask("retract", target, "--reason", "gone")
    assert {target} == changed(before, facts(shell))
    assert {} == lost_rows(rows, counts(shell))


def test_emptying_one_project_leaves_two_byte_identical(shell: Shell) -> None:
    """After every fact of one project was retracted, the other two read as before (case 101)."""
    places = three_projects(shell)
    kept = {name: places[name].run("list", "--all", "--json").out for name in ("acme", "south")}
    briefs = {name: places[name].run("boot", status=0).out for name in ("acme", "south")}
    for fact in places["north"].ask("list", "--all")["facts"]:
        places["north"].ask("retract", fact["reference"])
    assert [] == places["north"].ask("list", "--all")["facts"]
    assert kept == {name: places[name].run("list", "--all", "--json").out for name in kept}
    assert briefs == {name: places[name].run("boot", status=0).out for name in briefs}


def rolled_back(shell: Shell, version: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give what a rollback announced, and what it then said it did."""
    announced = shell.ask("rollback", version)
    return announced, shell.ask("rollback", version, "--apply")


def test_rollback_changes_what_it_announced(shell: Shell) -> None:
    """The preview writes nothing; applied, it changes the facts it named and no others.

    Their number is in the text for people, and no table loses a row (cases 59, 100).
    """
    places = three_projects(shell)
    north = places["north"]
    first, second = [fact["reference"] for fact in north.ask("list")["facts"][:2]]
    version = str(shell.ask("history", "--limit", "1")["entries"][0]["version"])
    north.ask("retract", first)
    north.ask("supersede", second, "Relay 1 answers to nobody at night")
    north.ask("unpin", north.ask("list", "--all")["facts"][-1]["reference"])
    north.commit("The relays are counted in June")
    before, rows = facts(shell), counts(shell)
    store = shell.home / ".cortex" / "cortex.db"
    content = store.read_bytes()
    spoken = shell.run("rollback", version, status=0).out
    announced, done = rolled_back(shell, version)
    assert {**announced, "applied": True} == done
    touched = {*announced["hidden"], *announced["revived"]}
    assert (2, 3) == (len(announced["hidden"]), len(announced["revived"]))
    assert all(reference in spoken for reference in touched)
    assert touched == changed(before, facts(shell))
    assert {} == lost_rows(rows, counts(shell))
    assert content != store.read_bytes()


def test_preview_changes_no_byte(shell: Shell) -> None:
    """Asking what a rollback would do leaves the file as it is, even to version 1 (case 59)."""
    three_projects(shell)
    store = shell.home / ".cortex" / "cortex.db"
    content = store.read_bytes()
    preview = shell.ask("rollback", "1")
    assert (False, len(NAMES) * FACTS_EACH - 1) == (preview["applied"], len(preview["hidden"]))
    assert content == store.read_bytes()


def test_nothing_takes_more_than_it_was_given(shell: Shell) -> None:
    """No verb empties; what forgets wants a reference or a named place (case 59)."""
    assert 2 == shell.run("forget", "--apply").status
    assert 2 == shell.run("forget", "--matching", "gateway", "--apply").status
    assert {"forget"} == {
        verb
        for verb in every_verb()
        for word in (
            "clear",
            "delete",
            "drop",
            "empty",
            "forget",
            "prune",
            "purge",
            "reset",
            "wipe",
        )
        if word in verb
    }
    three_projects(shell)
    before = facts(shell)
    for words in ((), ("1", "2"), ("*",), ("all",), ("1..9",), ("--everywhere",)):
        assert 2 == shell.run("retract", *words).status
    assert before == facts(shell)


def test_measuring_touches_no_memory(shell: Shell, tmp_path: Path) -> None:
    """A benchmark fills and drops stores of its own; the person's is not opened (case 59)."""
    three_projects(shell)
    data = tmp_path / "cas" / "cas_one.jsonl"
    data.parent.mkdir()
    memory = {"text": "Relay 1 answers to operator 9"}
    item = {"id": "a", "category": "plain", "q": "who does relay 1 answer to", "gold": ["9"]}
    data.write_text(json.dumps({**item, "context_memories": [memory]}) + "\n", encoding="utf-8")
    home = shell.home / ".cortex"
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    shell.at(tmp_path).ask("bench", "recall", "--suite", "cas", "--data", str(data))
    assert before == {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_what_is_not_there_is_a_typed_answer(shell: Shell) -> None:
    """By command and by tool, taking away a fact that does not exist says so (case 98)."""
    shell.commit("The relays are counted in June")
    refused = shell.run("retract", "decision::99", "--json")
    assert (3, "no_match") == (refused.status, refused.error["code"])
    with Server(shell) as server:
        answer = server.ask("resolve", keep="decision::1", drop="decision::99", action="archive")
        assert ("no_match", "drop") == (answer["status"], answer["field"])
        other = server.keep("The relays are never counted in June")
        server.ask("resolve", keep="decision::1", drop=other, action="archive")
        assert "no_match" == server.ask("query", profile="map")["status"]
