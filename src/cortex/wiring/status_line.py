"""What does a status bar say about the memory?"""

# ruff: noqa: PTH110  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.wiring.settings import read_settings

ONLINE = "ONLINE"
OFFLINE = "OFFLINE"

# Milliseconds a status bar waits for a locked file.
BUSY_MS = 100


def status_line(home: str | None, db: str | None) -> str:
    """Give the line; ``OFFLINE`` when there is no store that can be read. Changes nothing."""
    path = read_settings(home, db).db_path
    if not os.path.exists(path):
        return OFFLINE
    from cortex.stores.sqlite.lean_driver import load_driver

    load_driver()
    from cortex.stores.sqlite.status_line import count_active

    try:
        memories, decisions = count_active(path, BUSY_MS)
    except Exception:  # noqa: BLE001  # A status bar never fails its host.
        return OFFLINE
    return f"{ONLINE} | {memories} mem | {decisions} dec"
