"""What do seats send, owe and ask each other, and what is kept of it? `cortex bus`."""

from __future__ import annotations

from cortex.edges.cli.bus import approvals as bus_approvals
from cortex.edges.cli.bus import messages as bus_messages
from cortex.edges.cli.bus import records as bus_records
from cortex.edges.cli.bus import tasks as bus_tasks
from cortex.edges.cli.family import Family


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            *bus_messages.actions(name),
            ("task", "share tasks: add, claim, complete", bus_tasks.build(f"{name} task")),
            (
                "approval",
                "ask whether something may be done",
                bus_approvals.build(f"{name} approval"),
            ),
            *bus_records.actions(name),
        ],
        about="What the seats of this machine send, owe and ask each other, in files that need no "
        "brain. `cortextos bus` is another name of it.",
        examples=[
            'cortex bus send desk "The gateway moves to port 8443 at noon"',
            "cortex bus inbox",
            'cortex bus task add "Move billing to port 8443" --to desk',
        ],
    )
