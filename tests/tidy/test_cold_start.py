"""Does the path that every hook and command takes stay free of slow imports? ADR 0009 says why."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import apsw
import pytest

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = (
    "cortex.edges.hooks.hook",
    "cortex.edges.hooks.boot",
    "cortex.edges.cli.entry",
    "cortex.wiring.prompt_brief",
    "cortex.stores.sqlite.looking",
    "cortex.seat.digests",
    "cortex.seat.exchanges",
    "cortex.seat.memory_index",
    "cortex.seat.summaries",
)
HEAVY = frozenset(
    {"argparse", "asyncio", "click", "dataclasses", "datetime", "enum", "http"}
    | {"importlib.metadata"}
    | {"inspect", "json", "logging", "mcp", "pathlib", "re", "rich", "socket", "subprocess"}
    | {"typing"}
)


def loaded_modules(code: str) -> set[str]:
    """Run code in a bare interpreter and return every module it ends up with.

    Without ``site`` nothing an environment adds (a ``.pth`` file that imports ``re``, say) can load
    a module first and so hide that we do.
    """
    libraries = Path(apsw.__file__).parents[1]  # Elsewhere when an environment borrows another's.
    folders = [str(ROOT / "src"), sysconfig.get_path("purelib"), str(libraries)]
    program = f"import sys; sys.path.extend({folders!r})\n{code}\nprint(*sys.modules)"
    command = [sys.executable, "-I", "-S", "-c", program]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_probe_sees_a_heavy_import() -> None:
    """The measuring itself can fail: a bare interpreter that imports json is caught."""
    assert "json" in loaded_modules("import json") & HEAVY
    assert set() == loaded_modules("pass") & HEAVY


@pytest.mark.parametrize("entry", ENTRIES)
def test_entry_loads_no_heavy_module(entry: str) -> None:
    """Importing an entry point loads no parser, server, event loop or costly class machinery."""
    assert set() == loaded_modules(f"import {entry}") & HEAVY
