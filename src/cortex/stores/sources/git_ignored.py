"""Which files does git keep out of what it publishes? Reads only; git takes no lock for it."""

import subprocess
from collections.abc import Sequence

_SECONDS_MAX = 5
"""Seconds git may take: it reads the files that say what to ignore, and its index."""


def not_ignored(folder: str, paths: Sequence[str]) -> tuple[str, ...]:
    """Give which paths below a folder git would add, or has; none where git knows no work tree.

    Args:
        folder: absolute.
        paths: relative to it, whether they are there or not.
    """
    # What a repository's settings call is not run: its monitor would be.
    command = ("git", "--no-optional-locks", "-C", folder, "-c", "core.fsmonitor=false")
    try:
        asked = subprocess.run(  # noqa: S603  # Words of ours, and no shell.
            [*command, "check-ignore", "-z", "--stdin"],
            input="\0".join(paths).encode(),
            capture_output=True,
            check=False,
            timeout=_SECONDS_MAX,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    if asked.returncode not in {0, 1}:  # 1: it ignores none of them.
        return ()
    ignored = asked.stdout.decode("utf-8", "replace").split("\0")
    return tuple(path for path in paths if path not in ignored)
