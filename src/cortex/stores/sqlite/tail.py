"""What do facts hold that came in since the postings were last folded?

Table ``unfolded``: derived. Putting one new fact into the postings touches a page for every term it
has; putting a hundred in at once touches hardly more. So new facts wait here, one row each, and
every reader counts them in. Source: ADR 0023.
"""

from __future__ import annotations

from array import array

from cortex.model.lean_cache import lru_cache
from cortex.stores.sqlite.blocks import Posting, from_bytes, to_bytes

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cortex.model.anchors import Handles
    from cortex.stores.sqlite.session import Session

WordTerm = tuple[str, str]
"""A word as written and the term it became."""

ROWS_REMEMBERED = 512
"""Rows whose terms are kept as read, by their content, for the life of the process: about 3 MB. The
same rows wait for many transactions."""


class Tail:
    """The waiting facts as one transaction sees them; read from the file when first needed."""

    __slots__ = ("_found", "_is_inverted", "_session", "_waiting", "_words")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: dict[int, Mapping[str, int]] | None = None
        self._words: dict[int, list[WordTerm]] | None = None
        self._found: dict[str, list[Posting]] = {}  # Postings of the terms asked for so far,
        self._is_inverted = False  # or of every waiting term.

    def count(self) -> int:
        """Count the waiting facts."""
        if self._waiting is not None:
            return len(self._waiting)
        counted = self._session.value("SELECT count(*) FROM unfolded")
        assert isinstance(counted, int)
        return counted

    def weights(self) -> dict[int, Mapping[str, int]]:
        """Give the terms of every waiting fact with their weights; facts ascending."""
        if self._waiting is None:
            self._waiting = {
                fact_id: _weights(terms, weights)
                for fact_id, terms, weights in self._session.rows(
                    "SELECT fact_id, terms, weights FROM unfolded ORDER BY fact_id"
                )
            }
        return self._waiting

    def words(self) -> dict[int, list[WordTerm]]:
        """Give the words of every waiting fact; facts ascending."""
        if self._words is None:
            self._words = {
                fact_id: _words(words)
                for fact_id, words in self._session.rows(
                    "SELECT fact_id, words FROM unfolded ORDER BY fact_id"
                )
            }
        return self._words

    def look_up(self, terms: Iterable[str]) -> None:
        """Find the waiting postings of some terms, in one pass for all of them.

        Whoever asks a second time is writing many facts: then everything is turned over at once.
        """
        if self._is_inverted:
            return
        unknown = {term for term in terms if term not in self._found}
        if unknown and self._found:
            self.postings()
            return
        self._found.update((term, []) for term in unknown)
        for fact_id, weights in self.weights().items() if unknown else ():
            for term in unknown & weights.keys():
                self._found[term].append((fact_id, weights[term]))

    def postings_of(self, term: str) -> list[Posting]:
        """Give the waiting postings of one term, ascending; possibly none."""
        found = self._found.get(term)
        if found is None and not self._is_inverted:
            self.look_up((term,))
            found = self._found.get(term)
        return found or []

    def postings(self) -> dict[str, list[Posting]]:
        """Give every waiting posting by term; each list ascending."""
        if not self._is_inverted:
            self._found = {}
            for fact_id, weights in self.weights().items():
                self._add(fact_id, weights)
            self._is_inverted = True
        return self._found

    def put(self, fact_id: int, handles: Handles) -> None:
        """Let a fact wait, in place of what it had here before.

        Raises:
            ValueError: a term or word is empty or holds a line break or tab.
        """
        terms = "\n".join(term for term, _ in handles.terms)
        words = "\n".join(f"{word}\t{term}" for word, term in handles.words)
        _refuse_odd_lines(terms, len(handles.terms), tabs=0)
        _refuse_odd_lines(words, len(handles.words), tabs=1)
        self._session.rows(
            "INSERT INTO unfolded (fact_id, terms, weights, words) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (fact_id) DO UPDATE SET terms = excluded.terms,"
            " weights = excluded.weights, words = excluded.words",
            (fact_id, terms, to_bytes(array("H", [w for _, w in handles.terms])), words),
        )
        self._put_in_memory(fact_id, handles)

    def holds(self, fact_id: int) -> bool:
        """Tell whether a fact waits here."""
        found = self._session.value("SELECT 1 FROM unfolded WHERE fact_id = ?", (fact_id,))
        return found is not None

    def drop(self, fact_id: int) -> bool:
        """Take a waiting fact out; False when it does not wait here."""
        if not self.holds(fact_id):
            return False
        self._session.rows("DELETE FROM unfolded WHERE fact_id = ?", (fact_id,))
        self._waiting = self._words = None
        self._found = {}
        self._is_inverted = False
        return True

    def clear(self) -> None:
        """Forget every waiting fact: it was folded, or all handles were dropped."""
        self._session.rows("DELETE FROM unfolded")
        self._waiting = {}
        self._words = {}
        self._found = {}
        self._is_inverted = True

    def _put_in_memory(self, fact_id: int, handles: Handles) -> None:
        """Keep what was read in step; a fact out of order is read again when needed."""
        if self._waiting is None or (self._waiting and fact_id <= next(reversed(self._waiting))):
            self._waiting = self._words = None
            self._found = {}
            self._is_inverted = False
            return
        weights = self._waiting[fact_id] = dict(handles.terms)
        if self._is_inverted:
            self._add(fact_id, weights)
        else:
            for term in weights.keys() & self._found.keys():
                self._found[term].append((fact_id, weights[term]))
        if self._words is not None:
            self._words[fact_id] = list(handles.words)

    def _add(self, fact_id: int, weights: Mapping[str, int]) -> None:
        """Turn over the terms of one more fact, the one with the highest id so far."""
        for term, weight in weights.items():
            self._found.setdefault(term, []).append((fact_id, weight))


@lru_cache(maxsize=ROWS_REMEMBERED)
def _weights(terms: str, weights: bytes) -> Mapping[str, int]:
    return dict(zip(terms.split("\n"), from_bytes(weights), strict=True)) if terms else {}


def _words(lines: str) -> list[WordTerm]:
    pairs = (line.partition("\t") for line in lines.split("\n"))
    return [(word, term) for word, _, term in pairs] if lines else []


def _refuse_odd_lines(lines: str, count: int, *, tabs: int) -> None:
    """Guard the row's own separators: the tokenizer never lets white space into a term."""
    is_odd = lines.count("\n") != max(0, count - 1) or lines.count("\t") != tabs * count
    has_empty_line = count > 0 and "\n\n" in f"\n{lines}\n"
    if is_odd or has_empty_line:
        message = "a term or word is empty or holds a line break or tab"
        raise ValueError(message)
