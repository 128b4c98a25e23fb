"""How does a source hand over exactly what it produced? `cortex capture`."""

from __future__ import annotations

from cortex.edges.cli.captures import (
    assemblies,
    associations,
    hosts,
    intake,
    inventory,
    needs,
    sources,
)
from cortex.edges.cli.captures.doing import quiet_option
from cortex.edges.cli.family import Family

GROUPS = (sources, intake, inventory, needs, hosts, associations, assemblies)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    actions = [action for group in GROUPS for action in group.actions(name)]
    for _, _, verb in actions:
        verb.params.append(quiet_option())
    return Family(
        name,
        actions,
        about="Keep what a registered source produced, exactly and attributed; it never becomes a "
        "fact by itself, but a fact may cite it.",
        examples=[
            "cortex capture register --source ci-log --role tool_report",
            "make test | tail -1 | cortex capture put --source ci-log --event-key run-812",
            'cortex capture query "tests failed"',
            'cortex commit "The suite fails on arm64" --evidence obs:1',
        ],
    )
