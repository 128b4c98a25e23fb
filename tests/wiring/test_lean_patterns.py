"""Do regular expressions work in a hook as everywhere, without the modules they do not need?"""

import subprocess
import sys

PROGRAM = r"""
import sys
{before}
from cortex.wiring.lean_patterns import promise_patterns
promise_patterns()
import re
assert ("enum" in sys.modules) == {is_enum_there}
found = [
    re.compile("a(?P<b>B)|[c-e]+", re.IGNORECASE | re.MULTILINE).sub(r"<\g<b>>", "xAbCde", count=1),
    re.split("[,;]", "1,2;3"), re.escape("a.b"), re.findall("(?i:K)", "kK\u212a"),
    re.fullmatch(r"\w+\s", "ab\n", re.ASCII).span(), re.search("^b", "a\nb", re.M).start(),
]
try:
    re.compile("(")
except re.error as error:
    found.append(str(error))
assert ("enum" in sys.modules) == {is_enum_there}
import enum, functools
print(ascii(found), enum.IntFlag.__mro__[-1], functools.partial.__name__)
"""


def answer(before: str = "", *, is_enum_there: bool = False) -> str:
    """Run the program in an interpreter of its own and give what it prints."""
    program = PROGRAM.format(before=before, is_enum_there=is_enum_there)
    command = [sys.executable, "-I", "-c", program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_patterns_find_the_same_without_enumerations() -> None:
    """Flags, groups, substitution and errors are those of the ordinary module."""
    assert answer("import re", is_enum_there=True) == answer()


def test_another_python_gets_the_ordinary_module() -> None:
    """Where the module asks its stand-ins for more than they have, it loads with the real ones."""
    before = """
import cortex.wiring.lean_patterns as lean
made = lean._stand_ins
lean._stand_ins = lambda: {name: type(sys)(name) for name in made()}
"""
    program = PROGRAM.format(before=before, is_enum_there=False).split("found = [", 1)
    ordinary = f"{program[0]}found = [{program[1]}".replace(
        'assert ("enum" in sys.modules) == False\nimport enum', "import enum"
    )
    command = [sys.executable, "-I", "-c", ordinary]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert said == answer()


def test_nothing_is_promised_where_one_of_them_is_loaded() -> None:
    """A process that has them keeps them."""
    code = "import enum, sys; from cortex.wiring.lean_patterns import promise_patterns as p; p()"
    command = [sys.executable, "-I", "-c", f"{code}; print(type(sys.modules.get('re')))"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Promised" not in said
