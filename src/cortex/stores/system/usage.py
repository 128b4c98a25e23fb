"""What does this process use: time, processes and memory?"""

# ruff: noqa: PTH123, PTH208  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
import sys
import time

PROCESSES = "/proc"
KIBIBYTE = 1024


def elapsed_ns() -> int:
    """Give nanoseconds that only count up, from no point in particular."""
    return time.perf_counter_ns()


def peak_rss_bytes() -> int:
    """Give the most memory this process ever held, in bytes; 0 where nobody counts.

    The system counts kibibytes on Linux and bytes on macOS.
    """
    try:
        import resource
    except ImportError:  # Windows.
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KIBIBYTE


def process_count() -> int:
    """Count this process and those it started, directly or not; 1 where nobody can be asked."""
    try:
        names = [name for name in os.listdir(PROCESSES) if name.isdigit()]
    except OSError:
        return 1
    children: dict[int, list[int]] = {}
    for name in names:
        try:
            with open(f"{PROCESSES}/{name}/stat", "rb") as file:
                # The name of a program stands in parentheses and may hold anything.
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue  # It ended meanwhile.
        children.setdefault(parent, []).append(int(name))
    found, waiting = 0, [os.getpid()]
    while waiting:
        found += 1
        waiting += children.get(waiting.pop(), [])
    return found
