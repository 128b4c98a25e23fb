"""What does a command cost from the shell and back, next to an interpreter that does nothing?"""

from pathlib import Path

from cortex.wire.encoding import encode
from tools.bench.figures import Budget, Figure
from tools.bench.processes import BARE_PYTHON, Command, Cost, cortex_program, measure, surroundings
from tools.bench.site import Site

VERSION_BUDGET = Budget(2, 1.2)
HOOK_BUDGET = Budget(3, 2)
CAPTURE_BUDGET = Budget(2, 1.5)
HUMAN_BUDGET = Budget(6, 4)
HOOK_MEMORY_BUDGET = Budget(25, 15, is_ratio=False)
REFERENCE = "python -I -c pass"
CAPTURING = ("hook", "tool-after", "--host", "claude-code")
NO_VALGRIND = "valgrind is not installed, so instructions were not counted"


def commands(site: Site, rounds: int) -> list[Figure]:
    """Measure a version, hooks and a question, by the clock and by instructions."""
    question = site.corpus.questions(site.facts, 1)[0].text
    start, result = payload_file(site.folder), result_file(site.folder)
    cases = (
        ("cortex --version", ("--version",), start, VERSION_BUDGET),
        ("cortex hook-boot", ("hook-boot",), start, HOOK_BUDGET),
        ("cortex hook tool-after", CAPTURING, result, CAPTURE_BUDGET),
        ("cortex query", ("query", "--global", question), start, HUMAN_BUDGET),
    )
    env = surroundings(site.folder)
    plan = [Command(BARE_PYTHON, env, site.folder)]
    plan += [
        Command((cortex_program(), *words), env, site.folder, payload)
        for _, words, payload, _ in cases
    ]
    bare, *costs = measure(plan, rounds)
    figures: list[Figure] = []
    for (name, _, _, budget), cost in zip(cases, costs, strict=True):
        figures += _figures(f"{name}, {len(site.facts):,} facts", cost, bare, budget)
    hook = costs[1]
    figures.append(Figure("memory of hook-boot", hook.memory, budget=HOOK_MEMORY_BUDGET))
    return figures


def _figures(name: str, cost: Cost, bare: Cost, budget: Budget) -> list[Figure]:
    """Give the ratio by instructions, which repeats, and beside it the one by the clock.

    Without a counter of instructions the clock has to do.
    """
    clock = Figure(f"{name}, wall", cost.wall, (REFERENCE, bare.wall))
    if cost.instructions is None or bare.instructions is None:
        counted = Figure(f"{name}, instructions", None, note=NO_VALGRIND)
        return [counted, Figure(clock.name, clock.measured, clock.reference, budget)]
    reference = (REFERENCE, bare.instructions)
    return [Figure(f"{name}, instructions", cost.instructions, reference, budget), clock]


def payload_file(folder: Path) -> Path:
    """Write what Claude Code says when a session starts in a folder."""
    path = folder / "session-start.json"
    payload = {
        "hook_event_name": "SessionStart",
        "session_id": "bench",
        "source": "startup",
        "cwd": str(folder),
    }
    path.write_text(encode(payload), encoding="utf-8")
    return path


def result_file(folder: Path) -> Path:
    """Write what Claude Code says when a command has run in a folder."""
    path = folder / "tool-result.json"
    answer = {"stdout": "README.md\nsrc\ntests", "stderr": "", "interrupted": False}
    payload = {
        "hook_event_name": "PostToolUse",
        "session_id": "bench",
        "cwd": str(folder),
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
        "tool_use_id": "toolu_bench",
        "tool_response": {**answer, "isImage": False, "noOutputExpected": False},
    }
    path.write_text(encode(payload), encoding="utf-8")
    return path
