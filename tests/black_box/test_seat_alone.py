"""Does every verb of a seat work with nothing but its files: no network, no key, no brain?"""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cortex.edges.cli.catalogue import GROUPS
from cortex.edges.cli.family import Family
from cortex.edges.cli.program import Program
from tests.black_box.shell import Shell

SEAT_GROUP = "Keep a seat whole"

OFFLINE = """\
import socket

def refused(*words, **more):
    raise SystemExit("99: something asked for a network")

socket.socket.__init__ = refused
socket.create_connection = refused
socket.getaddrinfo = refused
"""
"""Loaded by every Python that starts with it; a socket ends the command."""

WORDS: dict[str, tuple[list[str], bytes]] = {
    "seat list": ([], b""),
    "seat doctor": ([], b""),
    "state set": (["--section", "promises"], b"- [open] send the report"),
    "state show": ([], b""),
    "state history": ([], b""),
    "log start": (["resumed", "after a crash"], b""),
    "log working": (["move the gateway"], b""),
    "log note": (["the certificate ends on Friday"], b""),
    "log show": ([], b""),
    "note list": ([], b""),
    "note add": (["the gateway is gw-2", "--name", "gw", "--source", "user:1"], b""),
    "note index": ([], b""),
    "entity add": (["Acme", "it is billed monthly", "--source", "user:1"], b""),
    "entity list": ([], b""),
    "entity show": (["Acme"], b""),
    "facts list": ([], b""),
    "digest list": ([], b""),
    "digest run": ([], b""),
    "digest search": (["gateway"], b""),
    "gate list": ([], b""),
    "graph status": ([], b""),
    "graph build": ([], b""),
    "graph show": ([], b""),
    "ask": (["where", "is", "the", "gateway"], b""),
    "bus status": ([], b""),
    "bus inbox": ([], b""),
    "bus task add": (["send the report"], b""),
    "bus remind": (["in 3 days", "look at the gateway"], b""),
    "bus events": ([], b""),
    "bus promised": ([], b""),
    "correct list": ([], b""),
    "correct check": ([], b""),
    "seat handoff": ([], b""),
}
"""What a verb is typed with so that it has to work, in the order in which it is done; any other
action of the group is typed bare, which may be refused as a request, and for no other reason."""

MAY_EXIT = {0, 1, 2, 3}
"""It worked; a check failed or a file is missing; the words are wrong; there is no such thing."""


def actions() -> Iterator[str]:
    """Give every verb and action of the group of seats, as it is typed."""
    program = Program()
    verbs = next(verbs for title, verbs in GROUPS if title == SEAT_GROUP)
    for verb, _ in verbs:
        command = program.get_command(click.Context(program, info_name="cortex"), verb)
        assert command is not None
        yield from typed(verb, command)


def typed(words: str, command: click.Command) -> Iterator[str]:
    """Give a command as it is typed, or each action below it."""
    if not isinstance(command, Family):
        yield words
        return
    for word, action in command.commands.items():
        yield from typed(f"{words} {word}", action)


@pytest.fixture
def alone(shell: Shell, tmp_path: Path) -> Shell:
    """Give a shell in a seat, on a machine without network, key and brain."""
    (tmp_path / "offline").mkdir()
    (tmp_path / "offline" / "sitecustomize.py").write_text(OFFLINE)
    offline = shell.having(PYTHONPATH=str(tmp_path / "offline"))
    offline.ask("seat", "install", ".", "--name", "ops", "--apply")
    return offline


def test_network_would_be_seen(alone: Shell) -> None:
    """What every other test here relies on: a socket ends the program."""
    import subprocess
    import sys

    ended = subprocess.run(
        [sys.executable, "-c", "import socket; socket.socket()"],
        capture_output=True,
        check=False,
        env=alone.environment,
    )
    assert b"asked for a network" in ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize("brain", ["absent", "broken"])
def test_every_verb_of_a_seat_works_alone(alone: Shell, brain: str) -> None:
    """Seat T13: each verb and action does its work, or says what is wrong with the words; none asks
    for a network, and none makes or touches a brain.
    """
    store = alone.home / ".cortex/cortex.db"
    if brain == "broken":
        store.write_bytes(b"this is no store" * 300)
    before = store.read_bytes() if brain == "broken" else None
    every = list(actions())
    assert set() == {*WORDS} - {*every}
    for one in [*WORDS, *(rest for rest in every if rest not in WORDS)]:
        words, given = WORDS.get(one, ([], b""))
        ended = alone.run(*one.split(), *words, "--json", given=given)
        told = (one, ended.status, ended.out[:300], ended.err[:300])
        if one in WORDS and one != "seat doctor":
            assert 0 == ended.status, told
        assert ended.status in MAY_EXIT, told
        assert ended.envelope["schema"], told
        assert "Traceback" not in ended.err, told
        assert before == (store.read_bytes() if store.exists() else None), told
