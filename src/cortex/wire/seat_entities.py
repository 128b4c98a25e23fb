"""How is an entry about a noun written as JSON? Source: docs/formats/entities.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cortex.wire.seat_gate import claim_json

if TYPE_CHECKING:
    from cortex.model.seat_gate import Claim


class FactLike(Protocol):
    """What of a statement is told."""

    @property
    def claim(self) -> Claim:
        """What it says."""

    @property
    def superseded(self) -> str:
        """The day it was replaced; empty while it holds."""

    @property
    def by(self) -> str:
        """What replaced it."""


class EntityLike(Protocol):
    """What of an entry is told."""

    @property
    def name(self) -> str:
        """As its heading says."""

    @property
    def kind(self) -> str:
        """Person, company and so on; empty when it says none."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names."""

    @property
    def facts(self) -> Sequence[FactLike]:
        """Every statement."""

    @property
    def links(self) -> str:
        """What its line of links says."""


def entity_json(entry: EntityLike) -> dict[str, object]:
    """Give an entry with every statement, also those that were replaced."""
    return {
        "name": entry.name,
        "kind": entry.kind or None,
        "aliases": list(entry.aliases),
        "held": sum(1 for fact in entry.facts if not fact.superseded),
        "facts": [
            {
                **claim_json(fact.claim),
                "superseded_on": fact.superseded or None,
                "superseded_by": fact.by or None,
            }
            for fact in entry.facts
        ],
        "links": entry.links or None,
    }


def fact_text(fact: FactLike) -> str:
    """Give a statement on one line, with its source and what replaced it."""
    row = claim_json(fact.claim)
    lead = f"{row['predicate']}: " if row["predicate"] else ""
    as_of = f", as of {str(row['as_of'])[:10]}" if row["as_of"] else ""
    doubt = "" if fact.claim.is_verified else ", unverified"
    replaced = f" - replaced {fact.superseded} by {fact.by}" if fact.superseded else ""
    return f"{lead}{row['statement']} ({row['source'] or 'no source'}{as_of}{doubt}){replaced}"
