"""Which lessons does a seat keep? `cortex note`."""

from __future__ import annotations

from cortex.edges.cli import note_actions as actions
from cortex.edges.cli.family import Family


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the notes", actions.list_verb(name)),
            ("add", "write a note", actions.add_verb(name)),
            ("check", "look for what is wrong with notes and index", actions.check_verb(name)),
            (
                "index",
                "make the index whole, within its budget",
                actions.index_verb(name),
            ),
            ("share", "tell every seat of the organisation", actions.share_verb(name)),
            ("shared", "print what those seats share", actions.shared_verb(name)),
        ],
        about="One lesson a note, below memory/notes of the seat, listed in its MEMORY.md; or, "
        "with --auto, in Claude Code's own memory of the seat's project.",
        examples=[
            "cortex note list",
            'cortex note add "The gateway listens on port 8443" --source operational:gw-1',
            "cortex note check --auto",
        ],
    )
