"""Does one word stand for several actions, each as well explained as a verb?"""

from collections.abc import Iterator

import click
import pytest

from cortex.edges.cli.catalogue import every_verb
from cortex.edges.cli.family import Family
from cortex.edges.cli.program import Program, run_program
from cortex.edges.cli.verb import Verb
from cortex.model.errors import UnknownName

NAMES = (
    *("agents", "bus", "capture", "correct", "digest", "entity", "facts", "feed", "focus"),
    *("gate", "graph", "learned", "log", "note", "permissions", "seat", "state", "task", "thread"),
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


def actions_of(group: Family) -> Iterator[tuple[str, Verb]]:
    """Yield (words, verb) of each action, also of a family inside a family."""
    for action, command in group.commands.items():
        if isinstance(command, Family):
            assert f"{group.name} {action}" == command.name
            assert command.short_help
            yield from actions_of(command)
        else:
            assert isinstance(command, Verb)
            yield f"{group.name} {action}", command


@pytest.mark.parametrize(
    ("name", "verb"), [pair for name in NAMES for pair in actions_of(family(name))]
)
def test_every_action_explains_itself(name: str, verb: Verb) -> None:
    """Each has a summary, a description, examples that call it, and help for every option."""
    assert verb.short_help
    assert verb.help
    assert all(f"cortex {name}" in example for example in verb.examples)
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
