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

# Files in a seat's home, which no repository can make; whatever is in one, it means yes: notes
# beside prompts, what is known of clients beside prompts, no session is written up.
NOTES_RECALL = "notes-recall"
CLIENT_GRAPH = "client-graph"
DIGESTS_OFF = "digests-off"

# What Cortex keeps for a seat in its home, by the names that hooks know as well: what is said while
# a session goes on, what is to be told at a time, what came in and went out, and what is known of
# clients from it.
LIVE_FILE = "live.jsonl"
REMINDERS_FILE = "reminders.json"
LOGS_FOLDER = "logs"
INBOUND_STEM = "inbound-messages"
OUTBOUND_STEM = "outbound-messages"
GRAPH_FOLDER = "graph"
GRAPH_DATABASE = "graph.db"
GRAPH_NAMES = "names"

# File in a seat's home: the instant of its newest pack, and on the next line where that is.
LAST_PACK = "last-pack"


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


def same_org(left: str, right: str) -> bool:
    """Tell whether two names are of one organisation, however its letters are typed."""
    if left == right:
        return True
    from unicodedata import normalize  # No hook compares two names.

    return normalize("NFC", left).casefold() == normalize("NFC", right).casefold()
