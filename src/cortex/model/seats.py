"""What is a seat? One long-lived agent: a folder of its own, and what Cortex keeps for it.

Hooks load this, so it imports nothing and its class is plain. Source: OGL 1.
"""

from __future__ import annotations

STATE_FILE = "STATE.md"
ENTITIES_FILE = "ENTITIES.md"
MEMORY_FILE = "MEMORY.md"
MEMORY_FOLDER = "memory"
CHECKPOINTS_FOLDER = "memory/checkpoints"
COMPACTIONS_FOLDER = "memory/compactions"
DIGESTS_FOLDER = "memory/digests"
HANDOFFS_FOLDER = "memory/handoffs"
STATE_HISTORY_FOLDER = "memory/state-history"


class Seat:
    """A seat that was installed on this machine.

    Attributes:
        name: lower-case letters, digits, ``-`` and ``_``; unique on this machine.
        org: name of the organisation it works for; empty without one.
        root: real absolute path of its folder.
        home: absolute path of what Cortex keeps for it outside its folder.
    """

    __slots__ = ("home", "name", "org", "root")

    def __init__(self, name: str, root: str, home: str, org: str = "") -> None:
        self.name = name
        self.root = root
        self.home = home
        self.org = org
