"""How are learned routes between words written as JSON? Source: docs/formats/associations.md."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.associations import LEARNED_ROUTE, Alias, Assessed
from cortex.model.observations import observation_reference


def routes_json(routes: Sequence[Alias] | None) -> dict[str, object]:
    """Give the routes of a question; None stands for a scope in which they are off."""
    if routes is None:
        return {"status": "disabled", "routes": []}
    return {"status": "ready", "routes": [_route_json(route) for route in routes]}


def assessed_json(event_key: str, assessed: Assessed) -> dict[str, object]:
    """Give how an assessment stands."""
    return {
        "status": "active" if assessed.is_active else "inactive",
        "event_key": event_key,
        "id": observation_reference(assessed.observation_id),
        "assessment": assessed.assessment.value,
    }


def _route_json(route: Alias) -> dict[str, object]:
    return {
        "cue": route.cue,
        "alias": route.alias,
        "route": LEARNED_ROUTE,
        "score": route.score,
        "support": route.support,
        "feedback": route.feedback,
        "sources": [observation_reference(number) for number in route.sources],
    }
