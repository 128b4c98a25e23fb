"""Is the right thing started for the words typed, before anything is loaded?"""

import json

import pytest

from cortex import __version__
from cortex.edges.cli.entry import main, split_words

CASES = [
    ([], ([], "", [])),
    (["query", "a"], ([], "query", ["a"])),
    (["--json", "query", "a"], (["--json"], "query", ["a"])),
    (["--home", "/h", "query"], (["--home", "/h"], "query", [])),
    (
        ["--home=/h", "--db", "d", "query", "--json"],
        (["--home=/h", "--db", "d"], "query", ["--json"]),
    ),
    (["--home"], (["--home"], "", [])),
    (["--jsn", "query"], ([], "--jsn", ["query"])),
    (["--json"], (["--json"], "", [])),
]


@pytest.mark.parametrize(("words", "parts"), CASES)
def test_options_before_the_verb_are_found(
    words: list[str], parts: tuple[list[str], str, list[str]]
) -> None:
    """Home, store and JSON may stand before the verb; anything else there is the verb."""
    assert parts == split_words(words)


@pytest.mark.parametrize("word", ["--version", "-V", "version"])
def test_version_is_one_line(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All three spellings print the same."""
    assert 0 == main([word])
    assert f"cortex {__version__}\n" == capsys.readouterr().out


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], []])
def test_help_is_the_same_with_and_without_the_parser(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The fast help and the parser's help are one screen, plain ASCII, at most 100 columns."""
    assert 0 == main(words)
    screen = capsys.readouterr().out
    assert screen.startswith("Cortex ")
    assert screen.isascii()
    assert 100 >= max(map(len, screen.splitlines()))


def test_script_without_a_verb_gets_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json there is no help screen, but one object that says what is missing."""
    assert 2 == main(["--json"])
    assert "no verb was given" == json.loads(capsys.readouterr().out)["error"]["message"]


def test_help_of_a_verb_by_either_order(capsys: pytest.CaptureFixture[str]) -> None:
    """`cortex help query` is `cortex query --help`."""
    assert 0 == main(["help", "query"])
    first = capsys.readouterr().out
    assert 0 == main(["query", "--help"])
    assert first == capsys.readouterr().out
    assert first.startswith("Usage: cortex query")
