"""Does the tour notice when something is not as it says?"""

from pathlib import Path

import pytest

from tools.tour.stage import Stage


def test_a_broken_promise_is_printed_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A promise that does not hold is named at once, with its step; one that holds is not."""
    stage = Stage(tmp_path, tmp_path)
    stage.step("A step", "For nothing.")
    stage.promise(True, "kept")
    stage.promise(False, "the moon is of cheese")
    assert ["step 1: the moon is of cheese"] == stage.broken
    assert "NOT AS PROMISED: the moon is of cheese" in capsys.readouterr().out


def test_a_command_that_fails_breaks_a_promise(tmp_path: Path) -> None:
    """A verb that does not exist is shown with its message and counted."""
    stage = Stage(tmp_path, tmp_path)
    stage.show("no-such-verb")
    assert ["step 0: `cortex no-such-verb` succeeds"] == stage.broken
    assert {} == stage.ask("no-such-verb")
    assert "unknown_name" == stage.attempt("no-such-verb")
