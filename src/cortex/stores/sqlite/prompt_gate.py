"""Can a question of plain words have an answer here at all?

A look at the index that costs a tenth of a question. It may say yes where the full recall then
admits nothing, and never no where it admits something: a fact comes in by a name, by a link that
use taught, or by words that make a share of the question. Each is counted here from above.
Hooks load this on every prompt. Source: ADR 0154.
"""

from __future__ import annotations

import sys

import apsw

from cortex.core.brief.plain import (
    FLOOR_PERMILLE,
    SLIP_LENGTH_MIN,
    SLIP_STRENGTH,
    WHOLE,
    weigh,
)
from cortex.core.text.edits import is_one_slip
from cortex.model.limits import SLIP_CANDIDATES_MAX
from cortex.stores.sqlite.prefixes import after_prefix

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.brief.plain import PlainQuestion, PlainUnit

_FIND_TERMS = """
SELECT t.term, t.term_id, t.facts FROM carray(?) AS asked
CROSS JOIN terms AS t ON t.term = asked.value WHERE t.facts > 0
"""
_LIST_BLOCKS = "SELECT first_fact_id, pairs FROM postings WHERE term_id = ?"
_CORPUS_SIZE = "SELECT value FROM clock_meta WHERE key = 'projected_facts'"
_HAS_NAME = """
SELECT 1 FROM carray(?) AS asked CROSS JOIN entity_aliases AS e ON e.alias = asked.value LIMIT 1
"""
_HAS_TAUGHT_LINK = "SELECT 1 FROM clock_links WHERE relation = 'used_with' LIMIT 1"
_LIST_LINKS = "SELECT low_fact_id, high_fact_id FROM clock_links"
_IS_SEEN = """
SELECT 1 FROM json_each(:fact_ids) AS asked CROSS JOIN facts AS f ON f.fact_id = asked.value
WHERE f.status IN ('active', 'disputed') AND f.scope_no IN (
    SELECT s.scope_no FROM carray(:scopes) AS seen JOIN scopes AS s ON s.scope_id = seen.value)
LIMIT 1
"""

_LIST_NAMES = "SELECT alias FROM entity_aliases LIMIT ?"

# Letters at the beginning of a word for which a slip is looked for one by one.
_LETTERS_KEPT = 3

_BEGINNING = """
SELECT word FROM words WHERE word >= :start AND (:after IS NULL OR word < :after)
    AND length(word) BETWEEN :least AND :most
"""
# The letters with which words go on: the first word of each, found by the index, gives the next.
_LIST_LETTERS = """
WITH RECURSIVE following (word) AS (
    SELECT min(word) FROM words WHERE word > :start
    UNION ALL
    SELECT (SELECT min(w.word) FROM words AS w
        WHERE w.word >= :start || char(unicode(substr(following.word, :place, 1)) + 1))
    FROM following WHERE substr(following.word, 1, :place - 1) = :start
)
SELECT substr(word, :place, 1) FROM following WHERE substr(word, 1, :place - 1) = :start
"""
_KNOWN = "SELECT w.word FROM carray(?) AS asked CROSS JOIN words AS w ON w.word = asked.value"
_TERMS_OF_WORD = "SELECT term FROM words WHERE word = ? AND facts > 0"

# Names compared one by one with the names in a question; a brain with more is asked in full.
NAMES_READ_MAX = 10_000


def may_answer(
    connection: apsw.Connection, question: PlainQuestion, scope_ids: tuple[str, ...]
) -> bool:
    """Tell whether something might be admitted; False is certain.

    Args:
        connection: inside one snapshot.
        scope_ids: the places seen from where it is asked.
    """
    if connection.execute(_HAS_NAME, (_texts(question.names),)).fetchone() is not None:
        return True
    index = Index(connection)
    units = question.units
    known = index.learn(units)
    if index.has_name_near(question.names):
        return True
    total = weigh(units, known, index.corpus_size())
    shares, strong = index.shares(units)
    if index.has_taught_link(shares):
        return True
    # As `Match.permille` rounds: a thousand times the credit, divided, is at least the floor.
    reached = [one for one, credit in shares.items() if WHOLE * credit // total >= FLOOR_PERMILLE]
    reached = [one for one in reached if one in strong]
    if not reached:
        return False
    bindings = {"fact_ids": f"[{', '.join(map(str, reached))}]", "scopes": _texts(scope_ids)}
    return connection.execute(_IS_SEEN, bindings).fetchone() is not None


class Index:
    """The terms and words of one snapshot, those of waiting facts included."""

    __slots__ = ("_connection", "_term_ids", "_waiting", "_words")

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._term_ids: dict[str, int] = {}
        self._waiting: list[tuple[int, set[str]]] = []
        self._words: list[str] = []
        for fact_id, terms, words in connection.execute(
            "SELECT fact_id, terms, words FROM unfolded"
        ):
            self._waiting.append((fact_id, set(terms.split("\n"))))
            self._words.append(words)

    def corpus_size(self) -> int:
        """Count all projected facts."""
        row = self._connection.execute(_CORPUS_SIZE).fetchone()
        return 0 if row is None else int(row[0])

    def learn(self, units: list[PlainUnit]) -> dict[str, int]:
        """Give the number of facts of each term; an unknown word gains the terms it may mean."""
        known = self.frequencies([term for unit in units for term, _ in unit.terms])
        for unit in units:
            if all(term not in known for term, _ in unit.terms):
                slips = self.slips(unit)
                unit.terms += [(term, SLIP_STRENGTH) for term in slips]
                known.update(slips)
        return known

    def frequencies(self, terms: list[str]) -> dict[str, int]:
        """Give the number of facts holding each term; unseen terms are left out."""
        if not terms:
            return {}
        counts: dict[str, int] = {}
        for term, term_id, facts in self._connection.execute(_FIND_TERMS, (_texts(terms),)):
            self._term_ids[term] = term_id
            counts[term] = facts
        asked = set(terms)
        for _, held in self._waiting:
            for term in asked & held:
                counts[term] = counts.get(term, 0) + 1
        return counts

    def slips(self, unit: PlainUnit) -> dict[str, int]:
        """Give the terms an unknown word may have meant, with the number of facts of each."""
        word = unit.word
        if len(word) < SLIP_LENGTH_MIN or not word.isalpha():
            return {}
        terms: dict[str, None] = {}
        for stored in self.near(word):
            for (term,) in self._connection.execute(_TERMS_OF_WORD, (stored,)):
                terms[term] = None
        for lines in self._words:
            for line in lines.split("\n"):
                stored, _, term = line.partition("\t")
                if is_one_slip(word, stored):
                    terms[term] = None
        counts = self.frequencies(list(terms))
        best = sorted(counts, key=lambda term: (-counts[term], term))[:SLIP_CANDIDATES_MAX]
        return {term: counts[term] for term in best}

    def has_name_near(self, names: list[str]) -> bool:
        """Tell whether one of the unknown names may be a slip of a known one."""
        rows = self._connection.execute(_LIST_NAMES, (NAMES_READ_MAX,)).fetchall()
        if len(rows) >= NAMES_READ_MAX:
            return True
        by_look: dict[tuple[str, int], list[str]] = {}
        for row in rows:
            alias = str(row[0])
            by_look.setdefault((alias[:1], len(alias)), []).append(alias)
        return any(
            is_one_slip(name, alias)
            for name in names
            if len(name) > SLIP_LENGTH_MIN and not name.isdigit()
            for length in (len(name) - 1, len(name), len(name) + 1)
            for alias in by_look.get((name[0], length), ())
        )

    def has_taught_link(self, fact_ids: dict[int, int]) -> bool:
        """Tell whether use joined one of these facts to others, or may have two steps away."""
        if self._connection.execute(_HAS_TAUGHT_LINK).fetchone() is None:
            return False
        return any(
            low in fact_ids or high in fact_ids
            for low, high in self._connection.execute(_LIST_LINKS)
        )

    def shares(self, units: list[PlainUnit]) -> tuple[dict[int, int], set[int]]:
        """Give how much of the question each fact answers, and which may come in by that.

        A fact must share a telling word; where the question has none, all of its words.
        """
        shares: dict[int, int] = {}
        strong: set[int] = set()
        has_telling = any(unit.is_telling for unit in units)
        for unit in units:
            best: dict[int, int] = {}
            for term, permille in unit.terms:
                for fact_id in self._holding(term):
                    if permille > best.get(fact_id, 0):
                        best[fact_id] = permille
            for fact_id, permille in best.items():
                shares[fact_id] = shares.get(fact_id, 0) + unit.weight * permille // WHOLE
            if unit.is_telling:
                strong.update(best)
            elif not has_telling:
                strong = strong & best.keys() if unit is not units[0] else set(best)
        return shares, strong

    def _holding(self, term: str) -> list[int]:
        found = [fact_id for fact_id, held in self._waiting if term in held]
        term_id = self._term_ids.get(term)
        if term_id is not None:
            for first, block in self._connection.execute(_LIST_BLOCKS, (term_id,)):
                found += [first + offset for offset in _offsets(block)]
        return found

    def near(self, word: str) -> list[str]:
        """Give the stored words one slip away.

        A slip behind the third letter leaves the first three; those are a short range of the index.
        One before it leaves all the other letters, so there each letter is tried that occurs.
        """
        start = word[:_LETTERS_KEPT]
        bindings = {
            "start": start,
            "after": after_prefix(start),
            "least": len(word) - 1,
            "most": len(word) + 1,
        }
        found = {str(row[0]) for row in self._connection.execute(_BEGINNING, bindings)}
        tried: list[str] = []
        for at in range(1, _LETTERS_KEPT):
            before, behind = word[:at], word[at + 1 :]
            tried += [before + behind, before + behind[:1] + word[at] + behind[1:]]
            letters = self._connection.execute(_LIST_LETTERS, {"start": before, "place": at + 1})
            for (letter,) in letters:
                tried += [f"{before}{letter}{behind}", f"{before}{letter}{word[at]}{behind}"]
        found.update([str(row[0]) for row in self._connection.execute(_KNOWN, (_texts(tried),))])
        return [stored for stored in found if is_one_slip(word, stored)]


def _offsets(block: bytes) -> list[int]:
    """Give how far each fact of a block lies above its first, as ``blocks.from_bytes`` reads it.

    Without the module ``array``, which loads ``collections``: a fifth of an interpreter start.
    """
    if sys.byteorder == "big":
        from cortex.stores.sqlite import blocks

        return list(blocks.from_bytes(block)[0::2])
    return memoryview(block).cast("H")[::2].tolist()


def _texts(values: tuple[str, ...] | list[str]) -> apsw.CArrayBinding:
    return apsw.carray(tuple(values))
