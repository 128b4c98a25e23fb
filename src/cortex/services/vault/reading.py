"""What does a vault answer? The six commands that read.

The order of checks is part of the contract: words, then the whole vault, then the command's own.
Source: docs/formats/vault.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from cortex.core.vault.cards import card_of
from cortex.core.vault.digests import digest_in_order, in_order, round_trip
from cortex.core.vault.graph import Expansion, expand
from cortex.core.vault.instants import iso_ms, parse_ms
from cortex.core.vault.ranking import rank, tokens
from cortex.core.vault.script import SAFE_INTEGER_MAX, fixed, integer, number, units
from cortex.core.vault.timeline import around
from cortex.core.vault.words import Words, refuse
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    VAULT_EXPAND_TOKENS_MAX,
    VAULT_IDS_MAX,
    VAULT_QUERY_TERMS_MAX,
    VAULT_QUERY_UNITS_MAX,
)
from cortex.model.vault import Corpus, VaultCard, VaultCode, VaultFault, VaultRecord

if TYPE_CHECKING:
    from cortex.core.vault.ranking import Counting

_Row = TypeVar("_Row")

PAGE_SIZE = 10
AROUND_DEFAULT = 5
EXPAND_NODES = 10
EXPAND_TOKENS = 2000


class Page(NamedTuple):
    """One page of cards; ``total`` counts all there are."""

    items: tuple[VaultCard, ...]
    total: int
    page: int
    page_size: int


class Found(NamedTuple):
    """The answer to a search, with the surroundings of a record when they were asked for."""

    page: Page
    expansion: Expansion | None


class Around(NamedTuple):
    """The answer to a timeline: its page, and the anchor as it was understood."""

    page: Page
    anchor_id: str | None
    anchor_date: str


class Rebuilt(NamedTuple):
    """The digest of the records as read, and of the same records written out and read again."""

    canonical_digest: str
    rebuilt_digest: str
    records: int


def search(corpus: Corpus, words: Words, now_ms: int, counting: Counting) -> Found:
    """Give the cards of the records that answer a query, best first.

    Raises:
        VaultFault: ``invalid_input`` or ``not_found``.
    """
    (text,) = words.positionals
    query = tokens(text)
    if units(text) > VAULT_QUERY_UNITS_MAX or not 1 <= len(query) <= VAULT_QUERY_TERMS_MAX:
        refuse("Query exceeds length/term limits or has no searchable terms")
    passes = filters(words)
    recency = number(words.options.get("--recency", "0"))
    if recency is None or not 0 <= recency < math.inf:
        refuse("--recency must be non-negative")
    active = [record for record in corpus.records if record.is_active(now_ms)]
    hits = rank([record for record in active if passes(record)], query, recency, counting)
    page = _page(
        hits, words, "page must be positive and page-size at most 100",
        lambda hit: card_of(hit[1], fixed(hit[0])),
    )  # fmt: skip
    return Found(page, _expansion(corpus, active, words))


def timeline(corpus: Corpus, words: Words, now_ms: int) -> Around:
    """Give what was created around a record or an instant, oldest first.

    Raises:
        VaultFault: ``invalid_input`` or ``not_found``.
    """
    anchor = words.options.get("--anchor")
    if anchor is None:
        refuse("timeline requires --anchor ID-or-date")
    passes = filters(words)
    sides = [
        integer(words.options.get(name, str(AROUND_DEFAULT)), 0, VAULT_IDS_MAX)
        for name in ("--before", "--after")
    ]
    before, after = sides
    if before is None or after is None:
        refuse("before and after must be bounded non-negative integers")
    active = [record for record in corpus.records if record.is_active(now_ms)]
    named = next((record for record in active if record.id == anchor), None)
    anchor_ms = named.created_ms if named is not None else parse_ms(anchor)
    if anchor_ms is None:
        message = f"Timeline anchor not found: {anchor}"
        raise _missing(message, corpus)
    rows = around([record for record in active if passes(record)], anchor_ms, before, after)
    page = _page(rows, words, "invalid page", lambda record: card_of(record, 0.0))
    if named is None:
        return Around(page, None, iso_ms(anchor_ms))
    return Around(page, named.id, named.created)


def get(corpus: Corpus, words: Words, now_ms: int) -> tuple[VaultRecord, ...]:
    """Give records whole, in the order asked, repeats included; all of them or none.

    Raises:
        VaultFault: ``not_found``.
    """
    active = {record.id: record for record in corpus.records if record.is_active(now_ms)}
    if any(name not in active for name in words.positionals):
        message = "One or more records were not found"
        raise _missing(message, corpus)
    return tuple(active[name] for name in words.positionals)


def rebuild(corpus: Corpus, read_again: Callable[[], Corpus]) -> Rebuilt:
    """Give the digest of the corpus, and that of the files read a second time.

    Every record read again is also written out and read back. The digests differ when a file
    changed meanwhile, or when a record does not survive being written.
    """
    ordered = in_order(corpus.records)
    again = in_order(read_again().records)
    return Rebuilt(digest_in_order(ordered), digest_in_order(map(round_trip, again)), len(ordered))


def now_of(words: Words, now_ms: int) -> int:
    """Give the instant a command asks about: the present unless ``--now`` says otherwise.

    Raises:
        VaultFault: ``invalid_input``: the text is no instant; validity then cannot be judged.
    """
    text = words.options.get("--now")
    if text is None:
        return now_ms
    parsed = parse_ms(text)
    if parsed is None:
        refuse("--now must be a date, or a date and time with a zone")
    return parsed


def filters(words: Words) -> Callable[[VaultRecord], bool]:
    """Give what decides whether a record passes the filters of a command.

    Raises:
        VaultFault: ``invalid_input``: a date cannot be read.
    """
    options = words.options
    start, end = options.get("--from"), options.get("--to")
    start_ms = None if start is None else parse_ms(start)
    end_ms = None if end is None else parse_ms(end)
    if (start is not None and start_ms is None) or (end is not None and end_ms is None):
        refuse("Invalid date filter")
    wanted = [(name, options[name]) for name in ("--type", "--source", "--session") if
              name in options]  # fmt: skip
    if not wanted and start_ms is None and end_ms is None:
        return lambda _: True

    def passes(record: VaultRecord) -> bool:
        values = {
            "--type": record.type,
            "--source": record.provenance.source,
            "--session": record.provenance.session,
        }
        return (
            all(values[name] == value for name, value in wanted)
            and (start_ms is None or start_ms <= record.created_ms)
            and (end_ms is None or record.created_ms <= end_ms)
        )

    return passes


def _page(
    rows: Sequence[_Row], words: Words, refusal: str, card: Callable[[_Row], VaultCard]
) -> Page:
    page = integer(words.options.get("--page", "1"), 1, SAFE_INTEGER_MAX)
    size = integer(words.options.get("--page-size", str(PAGE_SIZE)), 1, VAULT_IDS_MAX)
    if page is None or size is None:
        refuse(refusal)
    shown = rows[(page - 1) * size : page * size]
    return Page(tuple(card(row) for row in shown), len(rows), page, size)


def _missing(message: str, corpus: Corpus) -> VaultFault:
    """Give the error of a record that is not there, or that a tolerant reading passed over."""
    if corpus.faults:
        message += f" ({len(corpus.faults)} faults were read past)"
    return VaultFault(VaultCode.NOT_FOUND, message)


def _expansion(corpus: Corpus, active: Sequence[VaultRecord], words: Words) -> Expansion | None:
    nodes = integer(words.options.get("--max-nodes", str(EXPAND_NODES)), 1, VAULT_IDS_MAX)
    most = integer(
        words.options.get("--max-tokens", str(EXPAND_TOKENS)), 1, VAULT_EXPAND_TOKENS_MAX
    )
    if nodes is None or most is None:
        refuse("graph budgets exceed limits")
    root = words.options.get("--expand")
    if root is None:
        return None
    start = next((record for record in active if record.id == root), None)
    if start is None:
        message = f"Expansion root not found: {root}"
        raise _missing(message, corpus)
    return expand(start, active, nodes, most)
