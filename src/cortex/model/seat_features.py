"""What can a person want of a seat beyond what every seat has, and take back again?"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple
from cortex.model.seats import CLIENT_GRAPH, DIGESTS_OFF, NOTES_RECALL


class Feature(NamedTuple):
    """What a seat has when somebody wants it.

    Attributes:
        name: as it is typed to take it back.
        option: as it is typed to want it.
        about: what comes of wanting it.
        flag: file in the seat's home that says so; empty where it is none.
        is_usual: every seat has it, and the file says that this one has not.
    """

    name: str
    option: str
    about: str
    flag: str = ""
    is_usual: bool = False


FEATURES = (
    Feature(
        "digest",
        "--with-digest",
        "write up what sessions decided (done unless it was taken back)",
        DIGESTS_OFF,
        is_usual=True,
    ),
    Feature(
        "notes-recall",
        "--with-notes-recall",
        "tell notes of this seat beside prompts",
        NOTES_RECALL,
    ),
    Feature(
        "client-graph",
        "--with-client-graph",
        "tell what is known of clients beside prompts",
        CLIENT_GRAPH,
    ),
    Feature(
        "user-level",
        "--user-level",
        "tell every session of yours where to look first, in ~/.claude/CLAUDE.md",
    ),
)
