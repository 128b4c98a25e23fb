"""Do commands stay within their bound of instructions, whatever the machine is doing?

Instructions repeat where clocks do not, so these are the only figures of speed that can fail a
build. The brain is small: what is guarded here is the way from the shell to the first answer.
"""

import shutil
from functools import cache
from pathlib import Path

import pytest

from tools.bench.processes import (
    BARE_PYTHON,
    Command,
    cortex_program,
    count_instructions,
    surroundings,
)
from tools.bench.site import Site
from tools.bench.starting import CAPTURING, VERSION_BUDGET, payload_file, result_file

FACTS = 40

QUERY_BOUND = 6.2
COMMIT_BOUND = 6.8
"""Times a bare interpreter. The budget of a human command is 6; a question takes 5.9 here and a
commit 6.5, and click alone takes 1.6 (ADR 0120, ADR 0175). These bounds keep it from growing.
"""

HOOK_BOUND = 2.1
"""Times a bare interpreter, with a brain of few facts: 2.05 here, of 3 that the budget allows. On a
busy machine the hook may leave before it answers; test_hook_gates counts it with time enough."""

CAPTURE_BOUND = 1.55
"""Times a bare interpreter; 1.43 here, of 2 that the budget allows (ADR 0135)."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("valgrind") is None,
        reason="valgrind is not installed: instruction budgets are not proven here",
    ),
]


@cache
def millions_of_bare_python() -> float:
    """Count what the interpreter of this environment needs to do nothing."""
    count = count_instructions(Command(BARE_PYTHON, surroundings(Path.cwd()), Path.cwd()))
    assert count is not None
    return count.median


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a brain of a few facts."""
    folder = tmp_path_factory.mktemp("gates")
    with Site(folder, lambda _: None) as site:
        site.grow(FACTS)
    return folder


@pytest.mark.parametrize(
    ("words", "bound"),
    [
        pytest.param(("--version",), VERSION_BUDGET.bound, id="version"),
        pytest.param(("--help",), VERSION_BUDGET.bound, id="help"),
        pytest.param(("hook-boot",), HOOK_BOUND, id="hook-boot"),
        pytest.param(CAPTURING, CAPTURE_BOUND, id="hook-tool-after"),
        pytest.param(("query", "--global", "what was said there"), QUERY_BOUND, id="query"),
        pytest.param(
            ("commit", "--global", "The gate listens on 8080."), COMMIT_BOUND, id="commit"
        ),
    ],
)
def test_a_command_keeps_its_bound(folder: Path, words: tuple[str, ...], bound: float) -> None:
    """Instructions stay under this many times those of an interpreter that does nothing."""
    env = surroundings(folder)
    payload = result_file(folder) if words == CAPTURING else payload_file(folder)
    command = Command((cortex_program(), *words), env, folder, payload)
    count_instructions(command)  # The first run may still write compiled modules.
    count = count_instructions(command)
    assert count is not None
    assert count.median / millions_of_bare_python() <= bound
