"""Is a fact that was forgotten gone from every way there is to find it, and from every byte?"""

import gzip
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.black_box.shell import Shell
from tests.cases.server import Server

SECRET = 'Anna Berg keeps the spare "zanzibar" key under the blue flower pot'
OTHER = "The gateway listens on port 8443 because the other one needs root"


def holders(shell: Shell, words: str) -> list[str]:
    """Give every file of the home that holds words, as they are or as JSON writes them."""
    spellings = {words.encode(), json.dumps(words)[1:-1].encode()}
    files = [path for path in shell.home.rglob("*") if path.is_file()]
    return [p.name for p in files if any(one in p.read_bytes() for one in spellings)]


def filled(shell: Shell) -> str:
    """Keep a secret in every place it can get to, and facts that know nothing of it."""
    secret = shell.commit(
        SECRET, "--subject", "zanzibar key", "--path", "src/zanzibar.py", "--key", "once"
    )
    shell.commit(OTHER, "--subject", "gateway")
    shell.commit("The gateway has a second line", "--refines", secret)
    shell.ask("pin", secret)
    shell.ask("retract", secret, "--reason", "zanzibar was sold")
    shell.ask("show", secret)
    return secret


def rows(path: Path) -> dict[str, list[Any]]:
    """Give every row of every table but those a forgetting writes into by its nature."""
    connection = apsw.Connection(str(path))
    names = [
        row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type='table'")
    ]
    found = {name: list(connection.execute(f'SELECT * FROM "{name}"')) for name in names}
    connection.close()
    return found


def test_no_way_leads_to_it_and_no_byte_is_left(shell: Shell) -> None:
    """Case 97: search, page, history, story, boot, tools and bytes; others answer as before."""
    secret = filled(shell)
    before = shell.statements("which port does the gateway listen on?")
    assert holders(shell, SECRET)
    told = shell.ask("forget", secret)
    done = shell.ask("forget", secret, "--apply")
    assert told["counts"] == done["counts"]
    assert (False, True) == (told["applied"], done["applied"])
    assert done["scrubbed"]["clean"]
    assert (True, []) == (done["proof"]["clean"], done["proof"]["found_in"])
    assert [] == holders(shell, SECRET)
    assert [] == holders(shell, "zanzibar")
    for words in (
        ("query", "where is the key under the flower pot?", "--history"),
        ("list", "--all"),
        ("history",),
        ("boot",),
        ("conflicts", "--all"),
    ):
        assert "zanzibar" not in shell.run(*words, "--json").out
    with Server(shell) as server:
        assert "zanzibar" not in json.dumps(server.ask("query", need="the blue flower pot key"))
    assert before == shell.statements("which port does the gateway listen on?")
    assert [{"fact_id": 1, "relation": "extends"}] == shell.ask("show", "3")["forgotten_bases"]


def test_it_cannot_be_said_again_by_any_door(shell: Shell) -> None:
    """The command, a tool, a repeat of the request and another spelling are refused alike."""
    secret = filled(shell)
    shell.ask("forget", secret, "--apply")
    for text in (SECRET, SECRET.upper() + " !"):
        assert "forgotten" == shell.run("--json", "commit", text, status=4).error["code"]
    again = shell.run("--json", "commit", SECRET, "--key", "once", status=4)
    assert "forgotten" == again.error["code"]
    with Server(shell) as server:
        answer = server.ask("commit", text=SECRET)
        assert "forgotten" == answer["code"]
    assert {"lifted": 1} == shell.ask("forget", "--lift", secret)
    assert "decision::" in shell.commit(SECRET)


def test_rows_of_others_are_equal_to_the_last_byte(shell: Shell) -> None:
    """Case 100: each table loses what was announced, and every other row stays as it was."""
    filled(shell)
    store = shell.home / ".cortex" / "cortex.db"
    before = rows(store)
    shell.ask("forget", "1", "--apply")
    after = rows(store)
    assert [row for row in before["facts"] if row[0] != 1] == [
        row for row in after["facts"] if row[0] != 1
    ]
    for table in ("versions", "commits", "records", "scopes", "provenances", "change_items"):
        kept = {row[0] for row in before[table]}
        assert kept <= {row[0] for row in after[table]}, table
    revisions = {row[:2]: row for row in before["revisions"] if row[0] != 1}
    assert revisions == {row[:2]: row for row in after["revisions"] if row[0] != 1}
    assert all("zanzibar" not in repr(row) for table in after.values() for row in table)


def test_reader_that_stays_is_told_and_finished_later(shell: Shell) -> None:
    """A snapshot holds the log: the command says so, exits 5, and --finish ends it."""
    secret = filled(shell)
    store = shell.home / ".cortex" / "cortex.db"
    reader = apsw.Connection(str(store))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM facts").fetchall()
    answer = shell.run("--json", "forget", secret, "--apply", status=5)
    data = answer.envelope["data"]
    assert not data["scrubbed"]["clean"]
    assert data["scrubbed"]["log_bytes_left"] > 0
    assert "forget --finish" in shell.run("doctor").out
    kept_up = shell.run("--json", "maintain", status=1).envelope["data"]
    assert "clean_pages" in [one["job"] for one in kept_up["failures"]]
    reader.close()
    assert shell.ask("forget", "--finish")["scrubbed"]["clean"]
    assert [] == holders(shell, SECRET)
    assert {"scrubbed": None} == shell.ask("forget", "--finish")


def test_copies_that_still_hold_it_are_named(shell: Shell) -> None:
    """A file in the home that Cortex does not own is not touched, and the proof says so."""
    secret = filled(shell)
    copy = shell.home / ".cortex" / "mine.txt.gz"
    copy.write_bytes(gzip.compress(SECRET.encode()))
    journal = shell.home / ".cortex" / "journal" / "hooks.log"
    journal.parent.mkdir(exist_ok=True)
    journal.write_text(f"a line\n{SECRET}\nanother\n", encoding="utf-8")
    assert [str(copy)] == shell.ask("forget", secret)["copies"]
    done = shell.ask("forget", secret, "--apply")
    assert ([str(copy)], [str(copy)]) == (done["copies"], done["proof"]["found_in"])
    assert 1 == done["counts"]["lines of journals"]
    assert "a line\nanother\n" == journal.read_text(encoding="utf-8")


def test_sidecar_loses_its_object(shell: Shell) -> None:
    """CQR I10: bytes that were named go with the fact that said them."""
    secret = filled(shell)
    exact = json.dumps({"reference": secret, "evidence": "exact"})
    expanded = shell.ask("op", "expand", "--args", exact)
    reference = expanded["records"][0]["sidecar"]["reference"]
    assert SECRET == shell.run("ref", reference, status=0).out
    assert "zanzibar" == shell.ask("ref", f"{reference}#B27-35")["text"]
    assert 1 == shell.ask("forget", secret, "--apply")["counts"]["sidecar objects"]
    gone = shell.run("--json", "ref", reference, status=3).error
    assert gone["message"].startswith("missing")
    assert [] == holders(shell, SECRET)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("forget",), 2),
        (("forget", "--matching", "Anna Berg"), 2),
        (("forget", "--source", "cli"), 2),
        (("forget", "1", "--source", "cli"), 2),
        (("forget", "--scope", "nowhere"), 3),
        (("forget", "99"), 3),
        (("forget", "--lift", "99"), 3),
        (("forget", "--scope", "user", "--everywhere"), 2),
    ],
)
def test_unclear_requests_are_refused(shell: Shell, words: tuple[str, ...], status: int) -> None:
    """Case 59: bulk needs a named place, and nothing is taken by a request that is not clear."""
    shell.commit(SECRET)
    error = shell.run("--json", *words, "--apply", status=status).error
    assert error["remedy"]
    assert ["decision::1"] == [fact["reference"] for fact in shell.ask("list", "--all")["facts"]]


def test_scope_of_words_is_everywhere_when_said(shell: Shell) -> None:
    """Case 98: removing by words works from the command line, over every scope."""
    shell.commit(SECRET)
    shell.commit("Anna Berg has a cat that sleeps on the router", "--global")
    report = shell.ask("forget", "--matching", "anna  BERG", "--everywhere", "--apply")
    assert 2 == report["counts"]["facts"]
    assert [] == holders(shell, "Anna Berg")


def test_works_where_nothing_was_ever_kept(shell: Shell) -> None:
    """A typed not-found error and no file, outside any project."""
    assert 3 == shell.run("forget", "1").status
    assert not (shell.home / ".cortex" / "cortex.db").exists()


def test_backups_that_hold_it_are_named_and_go_when_told(shell: Shell) -> None:
    """A backup is looked into, also where a row is longer than a page; others are not touched.

    With --copies what Cortex made itself goes, and the search afterwards finds nothing.
    """
    shell.commit(OTHER, "--subject", "gateway")
    clean = shell.ask("backup")["path"]
    secret = shell.commit(SECRET * 60)
    dirty = shell.ask("backup")["path"]
    mine = shell.home / ".cortex" / "mine.zip"
    mine.write_bytes(Path(dirty).read_bytes())
    past = shell.home / ".cortex" / "cortex.db.before-migration"
    past.write_bytes((shell.home / ".cortex" / "cortex.db").read_bytes())
    assert sorted([dirty, str(mine), str(past)]) == shell.ask("forget", secret)["copies"]
    told = shell.ask("forget", secret, "--copies")
    assert ([str(mine)], sorted([dirty, str(past)])) == (told["copies"], told["removed_copies"])
    assert all(Path(path).exists() for path in (clean, dirty, mine, past))
    done = shell.ask("forget", secret, "--copies", "--apply")
    assert (told["copies"], told["removed_copies"]) == (done["copies"], done["removed_copies"])
    assert [str(mine)] == done["proof"]["found_in"]
    assert (True, False, False) == (Path(clean).exists(), Path(dirty).exists(), past.exists())
    assert shell.ask("restore", clean)["verified"]


def test_copy_that_cannot_be_searched_is_told(shell: Shell) -> None:
    """A damaged copy is no proof that the words are gone, and it is not deleted either."""
    secret = filled(shell)
    copy = Path(shell.ask("backup")["path"])
    copy.write_bytes(copy.read_bytes()[:-200])
    done = shell.ask("forget", secret, "--copies", "--apply")
    assert ([], False) == (done["removed_copies"], done["proof"]["clean"])
    (told,) = done["proof"]["found_in"]
    assert told.startswith(f"{copy} (not searched: ")
