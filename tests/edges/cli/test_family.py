"""Does one word stand for several actions, each as well explained as a verb?"""

import click
import pytest

from cortex.edges.cli.catalogue import every_verb
from cortex.edges.cli.family import Family
from cortex.edges.cli.program import Program, run_program
from cortex.edges.cli.verb import Verb
from cortex.model.errors import UnknownName

NAMES = (
    *("agents", "capture", "digest", "entity", "facts", "feed", "focus", "gate", "learned", "log"),
    *("note", "permissions", "seat", "state", "task", "thread"),
)


def family(name: str = "thread") -> Family:
    """Give a verb of several actions as the parser gets it."""
    program = Program()
    command = program.get_command(click.Context(program, info_name="cortex"), name)
    assert isinstance(command, Family)
    return command


@pytest.mark.parametrize("verb", every_verb())
def test_a_verb_of_several_actions_is_a_family(verb: str) -> None:
    """No verb reads an action from its words by itself: each action has help of its own."""
    program = Program()
    command = program.get_command(click.Context(program, info_name="cortex"), verb)
    assert command is not None
    assert (verb in NAMES) is isinstance(command, Family)
    arguments = [each.name for each in command.params if isinstance(each, click.Argument)]
    assert "action" not in arguments


@pytest.mark.parametrize(
    ("name", "action"), [(name, action) for name in NAMES for action in family(name).commands]
)
def test_every_action_explains_itself(name: str, action: str) -> None:
    """Each has a summary, a description, examples that call it, and help for every option."""
    verb = family(name).commands[action]
    assert isinstance(verb, Verb)
    assert verb.short_help
    assert verb.help
    assert all(f"cortex {name} {action}" in example for example in verb.examples)
    options = [each for each in verb.params if isinstance(each, click.Option)]
    assert [] == [each.name for each in options if not each.help]
    assert {"--home", "--db", "--json"} <= {name for each in options for name in each.opts}


@pytest.mark.parametrize(("typed", "meant"), [("shw", "show"), ("ow", "owe"), ("verfy", "verify")])
def test_misspelt_action_is_answered_with_the_nearest(typed: str, meant: str) -> None:
    """A slip in the second word is met like one in the first."""
    with pytest.raises(UnknownName) as caught:
        run_program(["thread", typed])
    assert (meant,) == caught.value.nearest


def test_word_far_from_every_action_gets_them_all() -> None:
    """Nothing is guessed where nothing is near."""
    with pytest.raises(UnknownName) as caught:
        run_program(["thread", "zzzzzz"])
    assert tuple(family().commands) == caught.value.nearest


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ["list"]),
        (["--json"], ["list", "--json"]),
        (["--project", "web"], ["list", "--project", "web"]),
        (["--home", "x", "show", "gw"], ["show", "--home", "x", "gw"]),
        (["--db=x", "--json", "show", "gw"], ["show", "--db=x", "--json", "gw"]),
        (["show", "gw", "--json"], ["show", "gw", "--json"]),
    ],
)
def test_options_of_every_verb_may_stand_before_the_action(
    words: list[str], expected: list[str]
) -> None:
    """The action is found behind them, and without one the first action is meant."""
    context = click.Context(family(), info_name="thread")
    family().parse_args(context, words)
    assert expected == [*context._protected_args, *context.args]  # click keeps the command there.
