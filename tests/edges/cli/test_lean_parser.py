"""Does the parser load without what it does not use, and leave nothing strange behind?"""

import inspect
import subprocess
import sys

import pytest

from cortex.edges.cli.lean_parser import clean_help, untranslated_number

CHECK = """
import sys
from cortex.edges.cli.lean_parser import load_parser
load_parser()
held = ("inspect", "uuid", "gettext", "datetime", "threading")
print(*(name for name in held if name in sys.modules))
import click
"""


def run(code: str) -> str:
    """Run code in a fresh interpreter without this environment's additions; give its output."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_parser_loads_without_what_it_does_not_use() -> None:
    """None of the modules whose places are held is loaded."""
    assert "" == run(CHECK)


def test_modules_are_the_real_ones_afterwards() -> None:
    """Whoever imports one of them after the parser gets all of it."""
    code = CHECK + (
        "import inspect, uuid, gettext, datetime, threading\n"
        "print(inspect.getsource(click.echo)[:9], uuid.UUID(int=1).int, "
        "gettext.gettext('x'), datetime.date(2026, 1, 2), threading.Lock().locked())"
    )
    assert "def echo( 1 x 2026-01-02 False" == run(code)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        pytest.param("click.UUID", "00000000-0000-0000-0000-000000000001", id="uuid"),
        pytest.param("click.DateTime()", "2026-01-02", id="datetime"),
    ],
)
def test_parameter_types_that_no_verb_has_still_work(kind: str, text: str) -> None:
    """A type of the parser that needs a held module gets the real one when it is used."""
    assert text in run(CHECK + f"print({kind}.convert({text!r}, None, None))")


def test_functions_are_still_looked_into() -> None:
    """What the parser asks of a held module is answered by the real one."""
    code = "print(click.core.inspect.isfunction(click.echo), click.Path.__name__)"
    assert "True Path" == run(CHECK + code)


def test_loaded_modules_are_left_alone() -> None:
    """A module that is loaded already keeps its place."""
    code = "import inspect\n" + CHECK + "print(click.core.inspect is inspect)"
    assert "inspect\nTrue" == run(code)


def test_stand_ins_are_removed_when_the_parser_fails() -> None:
    """A parser that cannot be loaded leaves no stand-in that later code could take for a module."""
    code = """
import sys
sys.modules["click.core"] = None
from cortex.edges.cli.lean_parser import load_parser
try:
    load_parser()
except ImportError:
    import uuid
    print(uuid.UUID(int=2).int)
"""
    assert "2" == run(code)


@pytest.mark.parametrize("text", ["", "  one ", "a\n  b\n    c", "\n\n  x\n", "a\tb", "\t a"])
def test_help_loses_its_margin(text: str) -> None:
    """A help text is cleaned exactly as the standard library does."""
    assert inspect.cleandoc(text) == clean_help(text)


def test_a_number_chooses_its_words() -> None:
    """One has the first form, every other number the second."""
    assert ["many", "one", "many"] == [untranslated_number("one", "many", at) for at in range(3)]
