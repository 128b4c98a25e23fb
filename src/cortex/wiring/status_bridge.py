"""What becomes of what a host tells its status line? It is kept for the context meter.

A host has one status line; whoever had one of his own keeps it: the command in ``status-line`` of
the Cortex home is run with the same input, and what it prints stands first. That file is the
operator's, never a repository's. Source: OGL 8.3, 13.8, docs/formats/context-meter.md.
"""

# ruff: noqa: PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.hosts.fields import folder_of, id_of, json_of, object_of
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.seat_sessions import FileSeatSessions
from cortex.stores.system.seats import seat_of
from cortex.wire.lean_json import read_object
from cortex.wiring.seat.desk import BRIDGE
from cortex.wiring.settings import read_settings

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

# Where the operator names the status line he had before, in one line for a shell.
COMMAND_FILE = "status-line"
COMMAND_BYTES_MAX = 4_096

# Seconds another status line may take; a host draws the bar after every answer.
COMMAND_SECONDS = 2.0

# Bytes of what it prints that are passed on: a bar has a line or two.
PRINTED_BYTES_MAX = 4_096

# Fields of the host's word on the context that are kept.
_KEPT = ("context_window_size", "current_usage", "total_input_tokens", "used_percentage")


def take_status(payload: bytes, home: str | None) -> str:
    """Keep what a host says of a session's context, and give what another status line prints.

    Never raises. Nothing is kept outside of a seat, nor when the input is no status.

    Args:
        payload: what the host wrote to standard input; may be empty.
        home: the Cortex home as written by the person.
    """
    try:
        settings = read_settings(home)
        fields = read_object(payload.decode("utf-8", "replace")) if payload else None
        if fields is not None:
            _keep(fields, settings)
        return _chained(payload, settings.home)
    except Exception:  # noqa: BLE001 - A status bar never fails its host.
        return ""


def _keep(fields: dict[str, object], settings: Settings) -> None:
    session_id = id_of(fields, "session_id")
    places = object_of(fields, "workspace")
    folders = (places.get("current_dir"), fields.get("cwd"), places.get("project_dir"))
    found = (seat_of(settings.home, folder) for path in folders if (folder := folder_of(path)))
    seat = next((seat for seat in found if seat is not None), None)
    if seat is None or not session_id:
        return
    context = object_of(fields, "context_window")
    word: dict[str, object] = {name: context[name] for name in _KEPT if name in context}
    word["exceeds_200k_tokens"] = fields.get("exceeds_200k_tokens") is True
    word["session_id"] = session_id
    word["written_us"] = SystemClock().now_us()
    sessions = FileSeatSessions(os.path.join(seat.home, BRIDGE))
    line = f"{json_of(word)}\n".encode("utf-8", "replace")
    sessions.exchange(session_id, sessions.find(session_id), line)


def _chained(payload: bytes, home: str) -> str:
    """Give what the operator's other status line prints; empty without one."""
    path = os.path.join(home, COMMAND_FILE)
    if not os.path.lexists(path):
        return ""
    from subprocess import DEVNULL, PIPE, SubprocessError, run

    from cortex.wiring.operator_files import read_plain

    try:
        content = read_plain(path, COMMAND_BYTES_MAX, is_operators_only=True) or b""
        command = content.decode("utf-8", "replace").strip()
        if not command or len(content) > COMMAND_BYTES_MAX:
            return ""
        ended = run(  # noqa: S602  # A shell is what the operator wrote it for.
            command,
            shell=True,
            input=payload,
            stdout=PIPE,
            stderr=DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except (OSError, SubprocessError):
        return ""
    return ended.stdout[:PRINTED_BYTES_MAX].decode("utf-8", "replace").rstrip("\n")
