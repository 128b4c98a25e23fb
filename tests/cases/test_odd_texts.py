"""Has every text that is hardly one a defined result, alone and among others?"""

import pytest

from tests.black_box.shell import Shell
from tests.cases.server import Server

BLANK = ("", " ", "\t\n", "\u200b", "\u200b \u2060", "\x00", "<private>all of it</private>")


@pytest.mark.parametrize("text", BLANK, ids=range(len(BLANK)))
def test_blank_text_is_refused_at_every_door(shell: Shell, text: str) -> None:
    """By command, pipe and tool nothing is not a fact; nothing is written (cases 124, 133)."""
    for answer in (
        shell.run("commit", "--json", given=text.encode()),
        shell.run("commit", "--json", "--context", "but a reason", given=text.encode()),
    ):
        assert (2, "text_rejected") == (answer.status, answer.error["code"])
    with Server(shell) as server:
        refused = server.ask("commit", text=text)
        assert "invalid_request" == refused["status"]
        assert "text" in refused["field"]
    assert 0 == shell.ask("status")["counts"]["facts"]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "<private>x</private>"])
def test_blank_name_is_no_name(shell: Shell, name: str) -> None:
    """A blank subject, alias or thread is left out, and the fact is kept (case 133)."""
    words = ("--subject", name, "--alias", name, "--thread", name, "--goal", name, "--path", name)
    fact = shell.ask("show", shell.commit("The gateway listens on port 8443", *words))
    assert (None, [], None, None, []) == tuple(
        fact[key] for key in ("subject", "aliases", "thread", "goal", "paths")
    )


def test_one_bad_entry_is_named_and_the_others_follow(shell: Shell) -> None:
    """A batch is all or nothing, so the bad one of ten is named, and the nine go in without it.

    case 124
    """
    entries = [{"text": f"Lamp {n} is checked weekly by crew {n}"} for n in range(10)]
    entries[4] = {"text": "\u200b"}
    with Server(shell) as server:
        refused = server.ask("commit", entries=entries)
        assert ("invalid_request", "entries[4].text") == (refused["status"], refused["field"])
        assert "no_match" == server.ask("query", profile="map")["status"]
        del entries[4]
        assert 9 == server.ask("commit", entries=entries)["stored"]


@pytest.mark.parametrize("text", ["🎉🎉🎉", "—", "...", "?!", "\ufffd\ufffd\ufffd"])
def test_text_of_signs_alone_is_refused_with_words(shell: Shell, text: str) -> None:
    """Emoji and punctuation say nothing that could be found again (case 124)."""
    with Server(shell) as server:
        refused = server.ask("commit", text=text)
    assert ("invalid_request", "text_rejected") == (refused["status"], refused["code"])
    assert refused["remedy"]


def test_enormous_text_is_refused_and_serving_goes_on(shell: Shell) -> None:
    """Five megabytes of one fact are turned away before they are read as one (case 46)."""
    with Server(shell) as server:
        server.keep("The gateway listens on port 8443")
        refused = server.ask("commit", text="word " * 300_000)
        assert ("text_rejected", "text") == (refused["code"], refused["field"])
        assert -32600 == server.refused("tools/call", {"padding": "x" * 5_000_000})["code"]
        assert ["The gateway listens on port 8443"] == server.statements("gateway port")
    answer = shell.run("commit", "--json", given=b"word " * 1_000_000)
    assert (2, True) == (answer.status, "split" in answer.error["remedy"])


@pytest.mark.parametrize(
    "text",
    [
        "The note \ud83d holds half of a pair",
        "The note \x00 holds a zero",
        "The note \ufffe holds no character",
        "Đường ộ 🎉 is the note",
    ],
    ids=range(4),
)
def test_text_with_odd_characters_is_kept_readable(shell: Shell, text: str) -> None:
    """What cannot be stored is replaced, the rest is exact, and the store stays whole (case 76)."""
    with Server(shell) as server:
        reference = server.keep(text)
        (found,) = server.statements("note")
    expected = text.replace("\ud83d", "\ufffd").replace("\x00", "\ufffd")
    assert (expected, expected) == (found, shell.ask("show", reference)["statement"])
    assert True is shell.ask("doctor")["healthy"]
