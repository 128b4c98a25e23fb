"""Where does a piece of work stand? `cortex thread`."""

from __future__ import annotations

from cortex.edges.cli import thread_actions as actions
from cortex.edges.cli.family import Family


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the threads of this place, newest first", actions.list_verb(name)),
            ("show", "print where a thread stands", actions.show_verb(name)),
            ("checkpoint", "save where a thread stands", actions.checkpoint_verb(name)),
            ("owe", "say what is owed on a thread", actions.owe_verb(name)),
            ("move", "move what is owed to another state", actions.move_verb(name)),
            ("verify", "mark what is owed as done, by its own check", actions.verify_verb(name)),
            ("revalidate", "say which artifact there is now", actions.revalidate_verb(name)),
            ("attempt", "keep what was tried and what came of it", actions.attempt_verb(name)),
            ("resolve", "make several heads of a thread one", actions.resolve_verb(name)),
        ],
        about="A thread is a piece of work that outlives a session: where it stands, what is owed "
        "on it, what was tried. Without an action the threads are listed.",
        examples=[
            "cortex thread",
            "cortex thread show gateway-move",
            'cortex thread owe gateway-move "Renew the certificates" --predicate "make smoke"',
        ],
    )
