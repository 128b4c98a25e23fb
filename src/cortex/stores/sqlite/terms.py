"""Which facts hold a term, and how strongly?

Reads the postings and the facts that wait to be folded as one. Derived.
"""

from __future__ import annotations

from itertools import chain

from cortex.stores.sqlite import blocks
from cortex.stores.sqlite.blocks import Posting
from cortex.stores.sqlite.prefixes import after_prefix
from cortex.stores.sqlite.session import Session, numbers, texts
from cortex.stores.sqlite.tail import Tail, WordTerm

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEEK_SHARE = 3
"""Blocks are sought one by one when fewer than one in this many would be needed."""


TERMS_REMEMBERED = 50_000
"""Terms kept as read for the life of a transaction: about 10 MB, more than a bulk write meets."""

BLOCK_BYTES_REMEMBERED = 4 * 1024 * 1024
"""Bytes of postings kept as read for the life of a transaction."""


class Term:
    """A folded term: its id, how many facts hold it, and a bound on its weight in any of them."""

    __slots__ = ("facts", "term", "term_id", "weight_max")

    def __init__(self, term: str, term_id: int, facts: int, weight_max: int) -> None:
        self.term = term
        self.term_id = term_id
        self.facts = facts
        self.weight_max = weight_max


class Lexicon:
    """The terms of one transaction.

    Attributes:
        added: facts projected in this transaction, not yet in the stored count.
    """

    __slots__ = ("_block_bytes", "_blocks", "_folded", "added", "session", "tail")

    def __init__(self, session: Session) -> None:
        self.session = session
        self.tail = Tail(session)
        self.added = 0
        # What was read of the postings, by term; they stand still until somebody folds.
        self._folded: dict[str, Term | None] = {}
        self._blocks: dict[int, list[tuple[int, bytes]]] = {}
        self._block_bytes = 0

    def forget(self) -> None:
        """Read the postings anew from now on: somebody changed them."""
        self._folded.clear()
        self._blocks.clear()
        self._block_bytes = 0

    def corpus_size(self) -> int:
        """Count all projected facts."""
        size = self.session.value("SELECT value FROM clock_meta WHERE key = 'projected_facts'")
        return (size or 0) + self.added  # A lost counter is made again by a rebuild.

    def folded(self, terms: Sequence[str]) -> dict[str, Term]:
        """Give the folded terms among these that some fact holds, in the order asked."""
        known = self._folded
        unknown = [term for term in terms if term not in known]
        if unknown:
            if len(known) > TERMS_REMEMBERED:
                known.clear()
                unknown = list(terms)
            known.update(dict.fromkeys(unknown))
            rows = self.session.rows(
                "SELECT t.term, t.term_id, t.facts, t.weight_max FROM carray(?) AS asked"
                " CROSS JOIN terms AS t ON t.term = asked.value WHERE t.facts > 0",
                (texts(unknown),),
            )
            known.update((row[0], Term(*row)) for row in rows)
        return {term: found for term in terms if (found := known[term]) is not None}

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Give the number of facts holding each term; unseen terms are left out."""
        folded = self.folded(terms)
        self.tail.look_up(terms)
        counts = {}
        for term in terms:
            count = len(self.tail.postings_of(term))
            if term in folded:
                count += folded[term].facts
            if count:
                counts[term] = count
        return counts

    def words_near(self, first: str, length_min: int, length_max: int) -> list[WordTerm]:
        """Give (word, term) for words that start with ``first``, by word, then term."""
        rows = self.session.rows(
            "SELECT word, term FROM words WHERE word >= :first"
            " AND (:after IS NULL OR word < :after)"
            " AND length(word) BETWEEN :length_min AND :length_max AND facts > 0"
            " ORDER BY word, term",
            {
                "first": first,
                "after": after_prefix(first),
                "length_min": length_min,
                "length_max": length_max,
            },
        )
        found = {(word, term) for word, term in rows}
        found.update(
            pair
            for pair in chain.from_iterable(self.tail.words().values())
            if pair[0].startswith(first) and length_min <= len(pair[0]) <= length_max
        )
        return sorted(found)

    def presence(self, fact_ids: Sequence[int], terms: Sequence[str]) -> dict[int, dict[str, int]]:
        """Give the weight of each of the terms in each fact; facts without any are left out."""
        ids = sorted(set(fact_ids))
        asked = set(ids)
        found: dict[int, dict[str, int]] = {}
        folded = self.folded(terms)
        self.tail.look_up(terms)
        for term in dict.fromkeys(terms):
            for fact_id, weight in self.tail.postings_of(term):
                if fact_id in asked:
                    found.setdefault(fact_id, {})[term] = weight
            if term in folded:
                for fact_id, weight in self.weights(folded[term], ids):
                    found.setdefault(fact_id, {})[term] = weight
        return dict(sorted(found.items()))

    def blocks_of(self, term: Term) -> list[tuple[int, bytes]]:
        """Give the blocks of a folded term as (first fact id, bytes), ascending."""
        blocks = self._blocks.get(term.term_id)
        if blocks is None:
            rows = self.session.rows(
                "SELECT first_fact_id, pairs FROM postings WHERE term_id = ?"
                " ORDER BY first_fact_id",
                (term.term_id,),
            )
            blocks = [(first, block) for first, block in rows]
            self._block_bytes += sum(len(block) for _, block in blocks)
            if self._block_bytes <= BLOCK_BYTES_REMEMBERED:
                self._blocks[term.term_id] = blocks
            else:
                self._blocks.clear()
                self._block_bytes = 0
        return blocks

    def read_blocks(self, terms: Sequence[Term]) -> None:
        """Read the blocks of several terms in one statement, for ``blocks_of`` to give."""
        unread = sorted({term.term_id for term in terms} - self._blocks.keys())
        if len(unread) < 2:
            return
        rows = self.session.rows(
            "SELECT p.term_id, p.first_fact_id, p.pairs FROM carray(?) AS asked"
            " CROSS JOIN postings AS p ON p.term_id = asked.value",
            (numbers(unread),),
        )
        read: dict[int, list[tuple[int, bytes]]] = {term_id: [] for term_id in unread}
        for term_id, first, block in sorted(rows):  # Which they are, but nobody promises it.
            read[term_id].append((first, block))
            self._block_bytes += len(block)
        if self._block_bytes > BLOCK_BYTES_REMEMBERED:
            self._blocks.clear()
            self._block_bytes = sum(len(row[2]) for row in rows)
        self._blocks.update(read)

    def weights(self, term: Term, fact_ids: Sequence[int]) -> Iterable[Posting]:
        """Give the weight of a folded term in those of the ids (ascending) that hold it."""
        if not fact_ids:
            return
        if len(fact_ids) * SEEK_SHARE * blocks.BLOCK_POSTINGS_MAX > term.facts:
            for first, block in self.blocks_of(term):
                yield from blocks.weights_in(first, block, fact_ids)
            return
        last = 0
        for fact_id in fact_ids:
            if fact_id <= last:
                continue
            row = self.session.row(
                "SELECT first_fact_id, pairs FROM postings"
                " WHERE term_id = ? AND first_fact_id <= ? ORDER BY first_fact_id DESC LIMIT 1",
                (term.term_id, fact_id),
            )
            if row is not None:
                first, block = row
                last = blocks.last_id(first, block)
                yield from blocks.weights_in(first, block, fact_ids)
