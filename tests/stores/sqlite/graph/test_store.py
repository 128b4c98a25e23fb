"""Is a client graph read as it was written, whole or not at all?"""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cortex.core.seat.graph.building import build
from cortex.model.client_graph import Graph, GraphBuild, GraphRole
from cortex.model.errors import StoreReadOnly, StoreUnreadable
from cortex.stores.sqlite.graph.store import SqliteGraph
from tests.core.seat.graph.talk import ACME, NOUNS, NOW_US, message

BUILD = GraphBuild(NOW_US, NOW_US + 1, 3, 2, 1, 4, 3, (("role_in_chat", 2), ("x y", 1)), 5, "n", "")


def graph() -> Graph:
    """Give a graph with everything in it."""
    talk = [
        message("Acme's budget is 4 EUR a day."),
        message("Acme's budget is 5 EUR a day.", 1)._replace(is_asked=True),
        message("Zephyr Ltd, also known as Zed, is on hold.", 2),
        message("东海贸易的发票日是每月1号。", 3),
    ]
    role = GraphRole(ACME.key, "billing contact", "Dana Roe")
    return build(Graph(), talk, NOUNS, (role,)).graph._replace(builds=(BUILD, BUILD))


@pytest.fixture
def store(tmp_path: Path) -> SqliteGraph:
    """Give the place of a graph in a folder that is there."""
    return SqliteGraph(str(tmp_path / "graph.db"))


def test_a_graph_is_read_as_it_was_written(store: SqliteGraph, tmp_path: Path) -> None:
    """All of it, twice; the file is nobody else's to read, and nothing lies beside it."""
    assert Graph() == store.read()
    assert () == store.builds()
    for _ in range(2):
        store.write(graph())
        assert graph() == store.read()
        assert graph().builds == store.builds()
    (file,) = tmp_path.iterdir()
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)


def test_facts_of_a_noun_come_latest_first_with_what_they_replaced(store: SqliteGraph) -> None:
    """With their message; an unknown noun has none; no key, no fact."""
    store.write(graph())
    new, old = store.facts_of((ACME.key, "nobody"))
    assert ("5 EUR a day", "4 EUR a day") == (new.fact.value, old.fact.value)
    assert old.fact == new.former
    assert (2, "Dana Roe", ACME) == (new.message.line, new.message.speaker, new.entity)
    assert () == store.facts_of(())
    assert [(ACME, graph().roles[0])] == list(store.roles_of((ACME.key, "nobody")))


@pytest.mark.parametrize(
    "content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 4096]
)
def test_what_is_no_graph_is_said(store: SqliteGraph, tmp_path: Path, content: bytes) -> None:
    """An empty, foreign or broken file is unreadable, with the way out; it can be set aside."""
    file = tmp_path / "graph.db"
    file.write_bytes(content)
    with pytest.raises(StoreUnreadable) as told:
        store.read()
    assert "cortex graph build" in (told.value.remedy or "")
    store.set_aside()
    assert content == (tmp_path / "graph.db.damaged").read_bytes()
    assert Graph() == store.read()
    store.set_aside()


def test_a_torn_page_is_found(store: SqliteGraph, tmp_path: Path) -> None:
    """Damage inside is found before anything is made of it."""
    store.write(graph())
    file = tmp_path / "graph.db"
    content = bytearray(file.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    file.write_bytes(bytes(content))
    with pytest.raises(StoreUnreadable):
        store.read()


def test_flipped_bytes_are_found_wherever_they_change_what_is_read(
    store: SqliteGraph, tmp_path: Path
) -> None:
    """A text that still is one, a number, an end of UTF-8: read as written, or not at all."""
    store.write(graph())
    file = tmp_path / "graph.db"
    whole = file.read_bytes()
    told = 0
    for at in range(4096, len(whole) - 200, 331):
        for flip in (0x01, 0xFF):
            turned = bytes(byte ^ flip for byte in whole[at : at + 200])
            file.write_bytes(whole[:at] + turned + whole[at + 200 :])
            try:
                assert graph() == store.read()  # What was hit is room that holds nothing.
            except StoreUnreadable:
                told += 1
    assert told > 10
    for word in (b"5 EUR a day", b"Dana Roe", b"role_in_chat"):
        file.write_bytes(whole.replace(word, word.swapcase()))
        with pytest.raises(StoreUnreadable, match="damaged"):
            store.read()


def test_another_format_is_not_guessed_at(store: SqliteGraph, tmp_path: Path) -> None:
    """A graph of a later format is unreadable here."""
    store.write(graph())
    connection = apsw.Connection(str(tmp_path / "graph.db"))
    connection.pragma("user_version", 99)
    connection.close()
    with pytest.raises(StoreUnreadable):
        store.facts_of((ACME.key,))


def test_links_are_not_followed(store: SqliteGraph, tmp_path: Path) -> None:
    """A link in the place of the file is refused, and replaced by a build."""
    elsewhere = tmp_path / "elsewhere.db"
    SqliteGraph(str(elsewhere)).write(graph())
    before = elsewhere.read_bytes()
    (tmp_path / "graph.db").symlink_to(elsewhere)
    with pytest.raises(StoreUnreadable, match="link"):
        store.read()
    (tmp_path / "graph.db.new").symlink_to(elsewhere)
    store.write(Graph(builds=(BUILD,)))
    assert Graph(builds=(BUILD,)) == store.read()
    assert before == elsewhere.read_bytes()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused_at_once(
    store: SqliteGraph, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    """A pipe would have every prompt wait for a writer that never comes."""
    make(tmp_path / "graph.db")
    with pytest.raises(StoreUnreadable, match="no plain file"):
        store.facts_of((ACME.key,))


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_home_nobody_can_write_is_read(store: SqliteGraph, tmp_path: Path) -> None:
    """Reading leaves no file; writing says that it cannot."""
    store.write(graph())
    tmp_path.chmod(0o500)
    try:
        assert graph() == store.read()
        assert 2 == len(store.facts_of((ACME.key,)))
        with pytest.raises(StoreReadOnly):
            store.write(graph())
    finally:
        tmp_path.chmod(0o700)
    assert ["graph.db"] == [path.name for path in tmp_path.iterdir()]


def test_a_graph_that_cannot_be_written_stays(store: SqliteGraph, tmp_path: Path) -> None:
    """What is in the way of the new file is an error that names the file; the old one answers."""
    store.write(graph())
    (tmp_path / "graph.db.new").mkdir()
    with pytest.raises(StoreReadOnly, match=r"graph\.db"):
        store.write(Graph())
    assert graph() == store.read()
