"""Does the parser load one verb at a time, and answer slips with the nearest name?"""

import subprocess
import sys

import click
import pytest

from cortex.edges.cli import catalogue
from cortex.edges.cli.family import Family
from cortex.edges.cli.guard import run_guarded
from cortex.edges.cli.program import Program, run_program, unknown_name
from cortex.edges.cli.verb import Verb
from cortex.model.errors import InvalidRequest, UnknownName
from cortex.wire.statuses import exit_meanings

VERBS = list(catalogue.every_verb())


def load(verb: str) -> Verb | Family:
    """Give a verb as the parser gets it."""
    program = Program()
    command = program.get_command(click.Context(program, info_name="cortex"), verb)
    assert isinstance(command, Verb | Family)
    return command


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_loads_and_explains_itself(verb: str) -> None:
    """Each verb has a description, one to four examples, exit statuses and the global options."""
    command = load(verb)
    context = click.Context(
        command, info_name=verb, parent=click.Context(Program(), info_name="cortex")
    )
    shown = command.get_help(context)
    assert command.help
    assert 1 <= len(command.examples) <= 4
    for status, meaning in exit_meanings(command.exits):
        assert f"{status}" in shown
        assert meaning.split(";")[0][:40] in " ".join(shown.split())
    speaks_a_protocol = verb in ("hook", "hook-boot", "hook-status", "mcp")
    common = {"--home", "--db"} if speaks_a_protocol else {"--home", "--db", "--json"}
    assert common <= {name for each in command.params for name in each.opts}


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_says_what_it_is_for(verb: str) -> None:
    """No option is without help."""
    options = [each for each in load(verb).params if isinstance(each, click.Option)]
    assert [] == [each.name for each in options if not each.help]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("qurey", "query"),
        ("comit", "commit"),
        ("stat", "stats"),
        ("caps", "capabilities"),
        ("path", "paths"),
        ("remember", "commit"),
        ("rebuild_anchors", "rebuild-anchors"),
        ("hok", "hook"),
    ],
)
def test_misspelt_command_is_answered_with_the_nearest(typed: str, meant: str) -> None:
    """A slip, an abbreviation and another tool's word all lead to our verb."""
    with pytest.raises(UnknownName) as caught:
        run_program([typed])
    assert (meant,) == caught.value.nearest
    assert f"did you mean '{meant}'?" == caught.value.remedy


def test_word_far_from_every_verb_gets_the_list() -> None:
    """Nothing is suggested where nothing is near."""
    error = unknown_name("command", "zzzzzz", catalogue.every_verb())
    assert () == error.nearest
    assert "--help" in error.remedy


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["query", "--lmit", "3", "x"], "--limit"),
        (["commit", "--supersede", "3", "x"], "--supersedes"),
        (["--jsn", "query"], "--json"),
    ],
)
def test_misspelt_option_is_answered_with_the_nearest(words: list[str], meant: str) -> None:
    """An option that does not exist is never ignored."""
    with pytest.raises(UnknownName) as caught:
        run_program(words)
    assert (meant,) == caught.value.nearest


def test_misspelt_choice_is_answered_with_the_nearest() -> None:
    """A value of a closed set has near names too."""
    with pytest.raises(UnknownName) as caught:
        run_program(["commit", "--retention", "durible", "x"])
    assert ("durable",) == caught.value.nearest


def test_text_with_a_hyphen_in_front_gets_the_remedy() -> None:
    """A sentence that begins with a hyphen is told from an option."""
    with pytest.raises(InvalidRequest) as caught:
        run_program(["commit", "-5 is the lowest temperature"])
    assert "--" in caught.value.remedy


@pytest.mark.parametrize("number", ["0", "-1", "x", "101", "1.5", ""])
def test_limit_out_of_bounds_is_refused(number: str) -> None:
    """The bounds are in the message."""
    with pytest.raises(InvalidRequest) as caught:
        run_program(["query", f"--limit={number}", "x"])
    assert "'limit' takes a whole number from 1 to 100" == caught.value.message


def test_missing_argument_names_it() -> None:
    """What is missing is named, with the help that explains it."""
    with pytest.raises(InvalidRequest) as caught:
        run_program(["show"])
    assert "REFERENCE" in caught.value.message
    assert "see `cortex show --help`" == caught.value.remedy


def test_human_command_loads_neither_rich_nor_the_server() -> None:
    """Parsing and help of a verb cost click and nothing heavier."""
    code = (
        "import sys; from cortex.edges.cli.entry import main; main(['query', '--help']); "
        "print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], check=True, capture_output=True, text=True
    )
    loaded = set(run.stdout.split())
    assert "click" in loaded
    assert set() == loaded & {"asyncio", "mcp", "rich", "apsw", "subprocess"}


def test_completion_of_verbs_loads_none_of_them() -> None:
    """Every verb is offered with what it does, without importing its module."""
    before = set(sys.modules)
    program = Program()
    items = program.shell_complete(click.Context(program, info_name="cortex"), "re")
    verbs = [verb for verb in VERBS if verb.startswith("re")]
    assert {"retract", "restore"} < set(verbs)
    assert verbs == [item.value for item in items]
    assert all(item.help for item in items)
    assert set() == {name for name in set(sys.modules) - before if ".verbs." in name}


def test_alias_is_the_verb_itself() -> None:
    """`cortex recall` is `cortex query`."""
    recall, query = load("recall"), load("query")
    assert isinstance(recall, Verb)
    assert isinstance(query, Verb)
    assert recall.run is query.run


def test_unexpected_words_never_raise(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is typed, an exit status comes back and standard output stays empty."""
    for words in (["\ud800"], ["\x00"], ["query", "--as-of", "\ud800", "x"]):
        assert run_guarded(words[0], words[1:]) in {1, 2}
        assert "" == capsys.readouterr().out
