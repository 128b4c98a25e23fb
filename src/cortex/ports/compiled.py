"""Which answers of recipes were worked out before, and is what they rest on as it was?

Derived: dropping every kept read changes no answer, only how soon it comes (ADR 0083).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.recipes import CompiledRead, Member


class CompiledReader(Protocol):
    """A consistent snapshot."""

    def members(self, relation: str, scope_ids: Sequence[str] | None, limit: int) -> list[Member]:
        """Give what decides whether a relation is as it was, in id order, at most ``limit``.

        A relation is the facts of one type, ``*`` those of every type; in the given scopes, or in
        all. Facts of every status and owner count, rolled back or not.
        """

    def find(self, identity: str) -> CompiledRead | None:
        """Give a kept read, or None."""


class CompiledWriter(CompiledReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def keep(self, read: CompiledRead, now_us: int) -> None:
        """Keep a read in place of an earlier one; the oldest beyond COMPILED_READS_MAX go."""
