"""Does the driver load without what it does not use, and leave nothing strange behind?"""

import subprocess
import sys
from pathlib import Path

import pytest

CHECK = """
import sys
from cortex.stores.sqlite.lean_driver import load_driver
load_driver()
first = "collections" in sys.modules
import apsw
assert [(1,)] == apsw.Connection(":memory:").execute("SELECT 1").fetchall()
import collections, collections.abc, _collections_abc
assert collections.abc.Mapping is _collections_abc.Mapping
assert (2, 1) == collections.namedtuple("Pair", "a b")(2, 1)
assert isinstance(apsw.Connection(":memory:").execute("SELECT 1"), collections.abc.Iterator)
load_driver()
import json, typing, dataclasses
print(first)
"""


def checked(prefix: str = "") -> str:
    """Run the check in a fresh interpreter and give what it prints."""
    command = [sys.executable, "-c", prefix + CHECK]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return run.stdout.strip()


def test_driver_loads_without_collections_and_both_work_afterwards() -> None:
    """The package is not loaded, apsw answers, and a later import gives the real package."""
    assert "False" == checked()


def test_loaded_package_is_left_alone() -> None:
    """Where the package is loaded already, everything stays as it is."""
    assert "True" == checked("import collections\n")


def test_stand_in_is_removed_when_the_driver_fails() -> None:
    """An import that fails leaves no stand-in that later code could take for the package."""
    program = """
import sys
sys.modules["apsw"] = None
from cortex.stores.sqlite.lean_driver import load_driver
try:
    load_driver()
except ImportError:
    import collections
    print(collections.OrderedDict(a=1)["a"])
"""
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "1" == run.stdout.strip()


@pytest.mark.parametrize(
    "touch", ["from collections import OrderedDict", "import collections; collections.OrderedDict"]
)
def test_driver_that_needs_the_package_gets_it(tmp_path: Path, touch: str) -> None:
    """An apsw that asks the stand-in for more than it has is loaded in the ordinary way."""
    package = tmp_path / "apsw"
    package.mkdir()
    (package / "part.py").write_text("")
    (package / "__init__.py").write_text(f"import apsw.part\n{touch}\nIS_WHOLE = True\n")
    program = """
import sys
sys.path.insert(0, sys.argv[1])
from cortex.stores.sqlite.lean_driver import load_driver
load_driver()
import apsw, apsw.part, collections, collections.abc
print(apsw.IS_WHOLE, collections.OrderedDict(a=1)["a"], collections.abc.Mapping.__name__)
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "True 1 Mapping" == run.stdout.strip()
