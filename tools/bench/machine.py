"""Which machine and which versions do the figures belong to?"""

import os
import platform
import sys
from pathlib import Path

import apsw

from cortex import __version__


def describe_machine() -> dict[str, str]:
    """Give what a reader must know to compare, in print order."""
    return {
        "cpu": _cpu(),
        "cores": str(os.cpu_count() or "unknown"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": apsw.sqlite_lib_version(),
        "cortex": __version__,
        "load": _load(),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "unknown")


def _load() -> str:
    """Give how many processes wanted the processor in the last minute, before measuring."""
    if sys.platform == "win32":
        return "unknown"
    return f"{os.getloadavg()[0]:.1f}"
