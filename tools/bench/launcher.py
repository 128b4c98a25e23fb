"""How long does a program take from start to end, and how much memory does it need?

Run as a script of its own, because a child inherits the peak memory of the process that starts it
on Linux: this one is small. Reads a plan from standard input and writes the measurements:

    {"rounds": 3, "commands": [{"argv": [...], "env": {...}, "cwd": "/", "input": "/dev/null"}]}
    [{"wall_ms": [...], "cpu_ms": [...], "rss_kib": [...], "statuses": [...]}]

Commands take turns; an extra first round warms up and is not counted.
"""

import json
import os
import sys
import time
from typing import Any


def run_once(command: dict[str, Any]) -> dict[str, float]:
    """Run a command with its output thrown away; give one value for each list of the answer."""
    os.chdir(command["cwd"])
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, command["input"], os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    start = time.perf_counter_ns()
    pid = os.posix_spawn(command["argv"][0], command["argv"], command["env"], file_actions=actions)
    _, status, usage = os.wait4(pid, 0)
    taken_ms = (time.perf_counter_ns() - start) / 1_000_000
    # macOS counts bytes where Linux counts KiB.
    rss_kib = usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss
    return {
        "wall_ms": taken_ms,
        "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000,
        "rss_kib": rss_kib,
        "statuses": os.waitstatus_to_exitcode(status),
    }


def main() -> None:
    """Carry out the plan on standard input."""
    plan = json.load(sys.stdin)
    results: list[dict[str, list[float]]] = [
        {"wall_ms": [], "cpu_ms": [], "rss_kib": [], "statuses": []} for _ in plan["commands"]
    ]
    for number in range(plan["rounds"] + 1):
        for command, result in zip(plan["commands"], results, strict=True):
            measured = run_once(command)
            if number:
                for name, values in result.items():
                    values.append(measured[name])
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
