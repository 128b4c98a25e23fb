"""How does a test get messages of a made-up client, and a graph of them?"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.seat.graph.building import Built, build, made_by
from cortex.model.client_graph import (
    INBOUND,
    ORIGIN_CONFIG,
    OUTBOUND,
    Graph,
    GraphBuild,
    GraphEntity,
    GraphFact,
    GraphMessage,
)

HOUR_US = 3_600_000_000
NOW_US = 1_790_000_000_000_000
"""2026-09-21T14:13:20Z, a Monday."""

ACME = GraphEntity("acme gmbh", "Acme GmbH", "company", ORIGIN_CONFIG, ("Acme Corp",))
EAST = GraphEntity("东海贸易", "东海贸易", "company", ORIGIN_CONFIG, ("东海",))
SAKURA = GraphEntity("さくら商事", "さくら商事", "company", ORIGIN_CONFIG)
NOUNS = (ACME, EAST, SAKURA)


def message(text: str, number: int = 0, *, speaker: str = "Dana Roe", sender: str = "77",
            is_ours: bool = False) -> GraphMessage:  # fmt: skip
    """Give a message; each number is an hour later."""
    direction = OUTBOUND if is_ours else INBOUND
    file = f"logs/{direction}-messages.jsonl"
    at_us = NOW_US + number * HOUR_US
    return GraphMessage(
        f"sha-{number:05}", file, number + 1, direction, "9", speaker, sender, at_us, text
    )


def built(*texts: str, nouns: Sequence[GraphEntity] = NOUNS) -> Built:
    """Give the graph of messages that say this, one after the other."""
    return build(Graph(), [message(text, at) for at, text in enumerate(texts)], nouns, ())


def kept(graph: Graph, nouns: Sequence[GraphEntity] = NOUNS) -> Graph:
    """Give a graph as it is read again: with the build that made it."""
    row = GraphBuild(NOW_US, NOW_US, 0, 0, 0, 0, 0, (), 0, made_by(nouns))
    return graph._replace(builds=(row,))


def said(*texts: str, nouns: Sequence[GraphEntity] = NOUNS) -> list[tuple[str, str, str]]:
    """Give noun, predicate and value of each fact, in the order they were said."""
    return [(one.key, one.predicate, one.value) for one in built(*texts, nouns=nouns).graph.facts]


def held(graph: Graph) -> list[GraphFact]:
    """Give the facts that nothing replaced."""
    return [one for one in graph.facts if not one.superseded_by]
