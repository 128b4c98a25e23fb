"""Which observations does a forgetting mean, and how are they known when a copy brings them back?

What hosts and sources handed over belongs to one principal, who alone forgets it. Source: ADR 0100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.erasure.wording import normal_wording, tombstone_digest
from cortex.core.text.folding import fold
from cortex.model.errors import NotFound
from cortex.model.observations import observation_reference
from cortex.services.observe import observation_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from cortex.model.callers import Caller
    from cortex.model.erasure import Selection
    from cortex.model.observations import Observation
    from cortex.ports.brain import BrainReader

PREFIX = "obs:"


def parted(references: Iterable[str]) -> tuple[list[str], list[int]]:
    """Give the references of facts, and the ids of observations, each once and by id.

    Raises:
        InvalidRequest: one begins as an observation's does and names none.
    """
    facts, observed = [], set()
    for one in references:
        if one.strip().casefold().startswith(PREFIX):
            observed.add(observation_id(one))
        else:
            facts.append(one)
    return facts, sorted(observed)


def get_captured(reader: BrainReader, number: int, caller: Caller) -> Observation:
    """Give an observation of the caller's principal that still has its words.

    Raises:
        NotFound: there is none, or it was forgotten before.
    """
    found = reader.observations.find(number)
    if found is None or found.source.principal != caller.principal:
        message = f"{observation_reference(number)} does not exist here"
        raise NotFound(message, field="reference")
    if not found.event.text:
        message = f"{observation_reference(number)} holds no words; they were forgotten, if any"
        raise NotFound(message, field="reference")
    return found


def captured_that_meet(
    reader: BrainReader, selection: Selection, wording: str, caller: Caller
) -> Iterator[Observation]:
    """Yield the observations of the caller's principal that meet every condition, by id.

    None when an agent is asked for: that is about facts.
    """
    if selection.source:
        return
    parts = wording.split()
    for one in reader.observations.iter_all():
        is_there = selection.scope_id in (None, one.source.scope_id)
        if not is_there or not one.event.text or one.source.principal != caller.principal:
            continue
        # A look for its words costs a five-hundredth of giving the text its normal wording.
        folded = fold(one.event.text) if parts else ""
        if not all(part in folded for part in parts):
            continue
        if not parts or wording in normal_wording(one.event.text):
            yield one


def captured_key(key: bytes, seen: Observation) -> tuple[bytes, str]:
    """Give what a tombstone knows an observation by: its wording under a key, and its scope."""
    return tombstone_digest(key, seen.event.text), seen.source.scope_id


def captured_again(
    reader: BrainReader, stones: Collection[tuple[bytes, str]], keys: Sequence[bytes]
) -> list[Observation]:
    """Give the observations that say again what tombstones stand for, by id."""
    return [
        one
        for one in reader.observations.iter_all()
        if one.event.text and any(captured_key(key, one) in stones for key in keys)
    ]
