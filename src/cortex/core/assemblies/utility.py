"""What is an assembly worth for a question, judged from what was reported of its use?

A unit of work counts once for an assembly, whatever number of events it has; one that was praised
and blamed for the same assembly counts nothing. It counts by the share of its cues that was asked
for, so that one common word in common is not a reason. Source: CQR 6.6, ADR 0131.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cortex.model.assemblies import RouteEvent, Weight
from cortex.model.lean_classes import NamedTuple

MASS_MIN = 0.5
"""Half of one unit's cues at least (CQR 6.6)."""

PRIOR = 2
"""Units of neither kind that are assumed, so that one report does not decide (CQR 6.6)."""

DECIMALS = 6
"""Digits of a weight that are told, and by which it is ordered."""


class _Unit(NamedTuple):
    """A piece of work that speaks for or against an assembly."""

    name: str
    reward: int
    cues: frozenset[str]


def weigh(events: Iterable[RouteEvent], asked: frozenset[str] | None) -> list[Weight]:
    """Give what is worth showing, the most useful first, then by id.

    Args:
        asked: terms of the question; None asks for everything.
    """
    weights = [_weight(assembly_id, units, asked) for assembly_id, units in _units(events).items()]
    found = [one for one in weights if one.mass >= MASS_MIN and one.utility > 0]
    return sorted(found, key=lambda one: (-one.utility, one.assembly_id))


def edge_count(events: Iterable[RouteEvent]) -> int:
    """Count the routes: pairs of a cue and an assembly that more units praised than blamed."""
    return sum(
        sum(unit.reward for unit in units if cue in unit.cues) > 0
        for units in _units(events).values()
        for cue in frozenset().union(*(unit.cues for unit in units))
    )


def _units(events: Iterable[RouteEvent]) -> dict[str, list[_Unit]]:
    """Give the units of work that speak, by assembly, each list by name."""
    heard: dict[tuple[str, str], tuple[set[int], set[str]]] = {}
    for event in events:
        if event.teaches:
            rewards, cues = heard.setdefault((event.assembly_id, event.unit), (set(), set()))
            rewards.add(event.reward)
            cues.update(event.cues)
    found: dict[str, list[_Unit]] = {}
    for (assembly_id, name), (rewards, cues) in sorted(heard.items()):
        if len(rewards) == 1 and cues:
            found.setdefault(assembly_id, []).append(_Unit(name, rewards.pop(), frozenset(cues)))
    return found


def _weight(assembly_id: str, units: Sequence[_Unit], asked: frozenset[str] | None) -> Weight:
    positive = negative = 0.0
    cues: set[str] = set()
    names = []
    for unit in units:
        held = unit.cues if asked is None else unit.cues & asked
        if not held:
            continue
        share = len(held) / len(unit.cues)
        positive += share * (unit.reward > 0)
        negative += share * (unit.reward < 0)
        cues |= held
        names.append(unit.name)
    mass = positive + negative
    utility = (positive - negative) / (PRIOR + mass)
    told = (round(utility, DECIMALS), round(mass, DECIMALS))
    return Weight(assembly_id, *told, tuple(sorted(cues)), tuple(names))
