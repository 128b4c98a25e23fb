"""Which records hang together with one, within a budget?

Breadth first over the related ids and the wikilinks of a note. Source: vault contract.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Iterable, Mapping

from cortex.core.vault.cards import card_of
from cortex.model.lean_classes import NamedTuple
from cortex.model.vault import VaultCard, VaultRecord

MARKDOWN_END = ".md"


class Expansion(NamedTuple):
    """Cards in the order they were reached, and whether a record that was reachable is missing."""

    items: tuple[VaultCard, ...]
    est_tokens: int
    truncated: bool


def expand(
    start: VaultRecord, active: Iterable[VaultRecord], nodes_max: int, tokens_max: int
) -> Expansion:
    """Walk from a record along its edges; unknown and inactive targets are passed over.

    A record that does not fit the rest of the budget ends the walk.
    """
    records = list(active)
    by_id = {record.id: record for record in records}
    by_name = names(records)
    waiting = deque([start])
    seen = {start.id}
    items: list[VaultCard] = []
    spent = 0
    while waiting and len(items) < nodes_max:
        card = card_of(waiting[0], 0.0)
        if spent + card.est_tokens > tokens_max:
            break
        waiting.popleft()
        items.append(card)
        spent += card.est_tokens
        for target in edges(card.record, by_name):
            if target in by_id and target not in seen:
                seen.add(target)
                waiting.append(by_id[target])
    return Expansion(tuple(items), spent, bool(waiting))


def edges(record: VaultRecord, by_name: Mapping[str, str]) -> tuple[str, ...]:
    """Give the ids a record points at: related ones first, then those its wikilinks name."""
    linked = (by_name.get(_folded(link)) for link in record.links)
    return (*record.related, *(target for target in linked if target is not None))


def names(records: Iterable[VaultRecord]) -> dict[str, str]:
    """Give what a wikilink may call each note -> its id.

    A note is called by its path, or by as many of its last parts as anybody likes; case does not
    matter. Of notes that share a name the one in the fewest folders is meant, then the first in
    path order, so that a whole path always means its note.
    """
    notes = [
        (_folded(record.provenance.path).split("/"), record)
        for record in records
        if record.provenance.path.endswith(MARKDOWN_END)
    ]
    called: dict[str, str] = {}
    for parts, record in sorted(notes, key=lambda one: (len(one[0]), one[1].provenance.path)):
        for depth in range(len(parts)):
            called.setdefault("/".join(parts[depth:]), record.id)
    return called


def _folded(name: str) -> str:
    """Give a name as it is compared: some systems spell accents apart, and links may say "./"."""
    bare = unicodedata.normalize("NFC", name).removeprefix("./").removesuffix(MARKDOWN_END)
    return bare.strip("/").casefold()
