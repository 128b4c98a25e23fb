"""What does git tell of the history of a repository? Reads only; git takes no lock for it."""

import subprocess
from collections.abc import Iterator

from cortex.core.imports.decisions import Commit
from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.stores.sources.files import PORTION_BYTES

_FORMAT = "%H%x00%ct%x00%s%x00%b%x01"
_SECONDS_MAX = 60
"""Seconds git may take to answer that it can read the repository."""


def commits(folder: str) -> Iterator[Commit]:
    """Give the commits that the current branch leads to, newest first.

    Raises:
        InvalidRequest: it is no repository with a commit, or git is not installed.
    """
    command = ("git", "--no-optional-locks", "--no-pager", "-C", folder)
    _require_history(command, folder)
    with subprocess.Popen(  # noqa: S603  # Words of ours, and no shell.
        [*command, "log", "--no-color", "--no-show-signature", f"--format={_FORMAT}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as running:
        assert running.stdout is not None
        rest = b""
        while portion := running.stdout.read(PORTION_BYTES):
            *whole, rest = (rest + portion).split(b"\x01")
            yield from filter(None, map(_commit, whole))


def _require_history(command: tuple[str, ...], folder: str) -> None:
    try:
        asked = subprocess.run(  # noqa: S603  # Words of ours, and no shell.
            [*command, "rev-parse", "--verify", "--quiet", "HEAD"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_SECONDS_MAX,
        )
    except (OSError, subprocess.TimeoutExpired):
        message = "git cannot be run, so the history cannot be read"
        raise InvalidRequest(message, remedy="install git", field="source") from None
    if asked.returncode != 0:
        message = f"{folder} is no git repository with a commit"
        raise InvalidRequest(message, remedy="name the folder of a checkout", field="source")


def _commit(record: bytes) -> Commit | None:
    parts = record.decode("utf-8", "replace").strip("\n").split("\x00")
    if len(parts) != 4 or not parts[1].isdigit():
        return None
    return Commit(parts[0], int(parts[1]) * SECOND_US, parts[2], parts[3])
