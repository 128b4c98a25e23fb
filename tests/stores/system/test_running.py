"""Does a program that is started outlive us, in its folder, and without our terminal?"""

import json
import os
import sys
from pathlib import Path

import pytest

from cortex.stores.system import running
from cortex.stores.system.running import start_program

PROGRAM = """
import json, os, sys
told = {"folder": os.getcwd(), "leads": os.getsid(0) == os.getpid(),
        "environment": dict(os.environ),
        "output": os.fstat(1).st_rdev == os.stat(os.devnull).st_rdev}
open(sys.argv[1], "w").write(json.dumps(told))
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_plain", [False, True])
def test_a_program_starts_in_its_folder_and_its_own_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_plain: bool
) -> None:
    """Whether the system has a call for it or not; this process stays where it is."""
    if is_plain:
        monkeypatch.delattr(os, "posix_spawn")
    before = Path.cwd()
    told = tmp_path / "told.json"
    folder = tmp_path / "die Ablage"
    folder.mkdir()
    environment = {"MARK": "1"}
    start_program([sys.executable, "-c", PROGRAM, str(told)], environment, str(folder))
    os.wait()
    said = json.loads(told.read_text())
    assert (str(folder.resolve()), True, True) == (said["folder"], said["leads"], said["output"])
    assert "1" == said["environment"]["MARK"]
    assert "PATH" not in said["environment"]
    assert before == Path.cwd()


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """Whoever starts one is told."""
    with pytest.raises(OSError, match="nowhere"):
        running.start_program(["/nowhere/python"], {}, str(tmp_path))
