"""What does a whole process cost: wall time, peak memory, instructions?"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.bench.samples import Sample

LAUNCHER = Path(__file__).with_name("launcher.py")
BARE_PYTHON = (sys.executable, "-I", "-c", "pass")
"""The reference: this environment's interpreter doing nothing."""

_COLLECTED = re.compile(r"Collected : (\d+)")


@dataclass(frozen=True, slots=True)
class Command:
    """A program with its surroundings; ``input`` is a file for standard input."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: Path
    input: Path = Path(os.devnull)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one command cost: milliseconds by the clock and of the processor, peak MiB, and
    instructions where they can be counted.
    """

    wall: Sample
    processor: Sample
    memory: Sample
    instructions: Sample | None


def surroundings(home: Path) -> dict[str, str]:
    """Give the environment of a measured process: a home of its own and nothing of the caller's."""
    return {
        "CORTEX_HOME": str(home),
        "CORTEX_DURABILITY": "fast",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONHASHSEED": "0",  # Instruction counts repeat only when hashes do.
    }


def cortex_program() -> str:
    """Give the `cortex` command of this environment."""
    return str(Path(sys.executable).with_name("cortex"))


def measure(commands: Sequence[Command], rounds: int, *, is_counted: bool = True) -> list[Cost]:
    """Run commands in turns and give what each cost.

    Args:
        is_counted: whether instructions are counted too, which takes fifty times as long.

    Raises:
        RuntimeError: a command did not end with 0.
    """
    plan = {"rounds": rounds, "commands": [_plan(command) for command in commands]}
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(LAUNCHER)],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=True,
    )
    costs = []
    for command, result in zip(commands, json.loads(done.stdout), strict=True):
        if any(result["statuses"]):
            failed = f"{' '.join(command.argv)} ended with {result['statuses']}"
            raise RuntimeError(failed)
        costs.append(
            Cost(
                wall=Sample(tuple(result["wall_ms"]), "ms"),
                processor=Sample(tuple(result["cpu_ms"]), "ms"),
                memory=Sample(tuple(kib / 1024 for kib in result["rss_kib"]), "MiB"),
                instructions=count_instructions(command) if is_counted else None,
            )
        )
    return costs


def count_instructions(command: Command) -> Sample | None:
    """Give the millions of instructions of one run, or None without valgrind."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return None
    tool = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    with command.input.open("rb") as stdin:
        done = subprocess.run(
            [*tool, *command.argv],
            stdin=stdin,
            capture_output=True,
            cwd=command.cwd,
            env=dict(command.env),
            check=False,
        )
    collected = _COLLECTED.search(done.stderr.decode("utf-8", "replace"))
    return None if collected is None else Sample((int(collected[1]) / 1_000_000,), "M instr.")


def _plan(command: Command) -> dict[str, object]:
    return {
        "argv": list(command.argv),
        "env": dict(command.env),
        "cwd": str(command.cwd),
        "input": str(command.input),
    }
