"""Is a brain usable from Python, and does importing the package cost nothing?"""

import subprocess
import sys
from pathlib import Path

import pytest

import cortex


@pytest.mark.parametrize("name", cortex.__all__)
def test_public_name_loads(name: str) -> None:
    """Each name that is listed exists."""
    assert name == getattr(cortex, name).__name__


def test_unknown_name_is_an_attribute_error() -> None:
    """A name that is not public is refused as Python refuses it."""
    with pytest.raises(AttributeError, match="no_such_name"):
        cortex.no_such_name  # noqa: B018  # The access is the test.
    assert set(cortex.__all__) < set(dir(cortex))


def test_import_loads_nothing_else() -> None:
    """Importing the package loads no module of ours and nothing slow."""
    code = "import sys; before = set(sys.modules); import cortex; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-I", "-c", code], check=True, capture_output=True)
    assert {b"cortex"} == {name for name in run.stdout.split() if name != b"__future__"}


def test_fact_goes_in_and_comes_out(tmp_path: Path) -> None:
    """The example of the package docstring works, and the same store is seen by both."""
    settings = cortex.read_settings(str(tmp_path), None, {"HOME": str(tmp_path)})
    place, caller = cortex.Place(cwd=str(tmp_path)), cortex.Caller()
    with cortex.open_house(settings) as house:
        request = cortex.CommitRequest("The gateway listens on port 8443")
        kept = house.commit(request, place, caller)
        view = house.query(cortex.Question("gateway port"), place, caller)
    assert [kept.fact.reference] == [card.fact.reference for card in view.cards]
