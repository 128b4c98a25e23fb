"""What finds an observation: which words stand where, how long it is, and beside what?

Tables ``search_spaces``, ``search_sessions``, ``search_documents``, ``search_terms``,
``search_postings``, ``search_words``: derived. A posting is a row of its own, in the order of term,
space, session, observation, so that one walk along a term tells what its documents hold and what
its sessions hold (ADR 0169).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.search import (
    NO_SESSION,
    Document,
    IndexEntry,
    LeadKind,
    Posting,
    SessionSize,
    Space,
)
from cortex.stores.sqlite.prefixes import after_prefix
from cortex.stores.sqlite.session import Session, numbers, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

_SPACES = """
SELECT p.space_no, c.scope_id, p.documents, p.length
FROM search_spaces AS p JOIN scopes AS c ON c.scope_no = p.scope_no
WHERE p.principal = :principal AND p.documents > 0
"""
_FREQUENCIES = """
SELECT t.term, count(*) FROM carray(:terms) AS asked
CROSS JOIN search_terms AS t ON t.term = asked.value
CROSS JOIN search_postings AS p ON p.term_no = t.term_no
    AND p.space_no IN (SELECT value FROM carray(:spaces))
GROUP BY t.term
"""
_POSTINGS = """
SELECT session_no, observation_id, occurrences, length FROM search_postings
WHERE term_no = (SELECT term_no FROM search_terms WHERE term = :term)
    AND space_no IN (SELECT value FROM carray(:spaces))
"""
_OCCURRENCES = """
SELECT d.observation_id, p.occurrences FROM carray(:ids) AS asked
CROSS JOIN search_documents AS d ON d.observation_id = asked.value
CROSS JOIN search_postings AS p ON p.term_no = :term_no AND p.space_no = d.space_no
    AND p.session_no = ifnull(d.session_no, 0) AND p.observation_id = d.observation_id
"""
_DOCUMENTS = """
SELECT d.observation_id, d.session_no, d.kind, d.speaker, d.at_us, d.length, d.is_question,
    d.has_time, o.source_no
FROM carray(:ids) AS asked
CROSS JOIN search_documents AS d ON d.observation_id = asked.value
CROSS JOIN observations AS o ON o.observation_id = d.observation_id
CROSS JOIN observation_sources AS s ON s.source_no = o.source_no
WHERE d.length > 0 AND s.is_enabled = 1 AND o.retracted_us IS NULL
ORDER BY d.observation_id
"""
_WORDS_NEAR = """
SELECT w.word, t.term FROM search_words AS w JOIN search_terms AS t ON t.term_no = w.term_no
WHERE w.word >= :first AND (:after IS NULL OR w.word < :after)
    AND length(w.word) BETWEEN :length_min AND :length_max
ORDER BY w.word, t.term
"""
_PLACE = """
SELECT s.principal, s.scope_no, s.role = 'delivery_only' FROM observations AS o
JOIN observation_sources AS s ON s.source_no = o.source_no WHERE o.observation_id = ?
"""
_UNINDEXED = """
SELECT o.observation_id FROM observations AS o WHERE NOT EXISTS (
    SELECT 1 FROM search_documents AS d WHERE d.observation_id = o.observation_id)
ORDER BY o.observation_id DESC LIMIT ?
"""
_TABLES = (
    "search_spaces",
    "search_sessions",
    "search_documents",
    "search_terms",
    "search_postings",
    "search_words",
)


class SqliteSearchIndex:
    """Implements ``cortex.ports.search_index``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def spaces(self, principal: str, scope_ids: Sequence[str] | None) -> list[Space]:
        """Give a principal's spaces with documents, by number; None means every scope."""
        bound: dict[str, object] = {"principal": principal}
        sql = _SPACES
        if scope_ids is not None:
            if not scope_ids:
                return []
            sql += " AND c.scope_id IN (SELECT value FROM carray(:scopes))"
            bound["scopes"] = texts(scope_ids)
        return [Space(*row) for row in self._session.rows(sql + " ORDER BY p.space_no", bound)]

    def frequencies(self, space_nos: Sequence[int], terms: Sequence[str]) -> dict[str, int]:
        """Give how many documents of the spaces hold each term."""
        if not space_nos or not terms:
            return {}
        rows = self._session.rows(
            _FREQUENCIES, {"terms": texts(sorted(set(terms))), "spaces": numbers(space_nos)}
        )
        return dict(rows)

    def postings(self, space_nos: Sequence[int], term: str) -> list[Posting]:
        """Give every document of the spaces that holds a term, by session, then observation."""
        if not space_nos:
            return []
        rows: list[Posting] = self._session.rows(
            _POSTINGS, {"term": term, "spaces": numbers(space_nos)}
        )
        return rows if len(space_nos) == 1 else sorted(rows)

    def occurrences(self, term: str, observation_ids: Sequence[int]) -> dict[int, int]:
        """Give how often a term stands in each of these documents; 0 is left out."""
        term_no = self._session.value("SELECT term_no FROM search_terms WHERE term = ?", (term,))
        if term_no is None or not observation_ids:
            return {}
        ids = numbers(sorted(set(observation_ids)))
        rows = self._session.rows(_OCCURRENCES, {"ids": ids, "term_no": term_no})
        return dict(rows)

    def documents(self, observation_ids: Sequence[int]) -> list[Document]:
        """Give those of these that may be offered, by observation."""
        if not observation_ids:
            return []
        rows = self._session.rows(_DOCUMENTS, {"ids": numbers(sorted(set(observation_ids)))})
        return [
            Document(
                number,
                session,
                _KINDS[kind],
                speaker,
                at_us,
                length,
                bool(asks),
                bool(timed),
                source,
            )
            for number, session, kind, speaker, at_us, length, asks, timed, source in rows
        ]

    def session_sizes(self, session_nos: Sequence[int]) -> dict[int, SessionSize]:
        """Give how much is said in each of these sessions."""
        if not session_nos:
            return {}
        rows = self._session.rows(
            "SELECT session_no, documents, length FROM search_sessions"
            " WHERE session_no IN (SELECT value FROM carray(?))",
            (numbers(sorted(set(session_nos))),),
        )
        return {number: SessionSize(documents, length) for number, documents, length in rows}

    def session_total(self, space_nos: Sequence[int]) -> tuple[int, int]:
        """Give how many sessions the spaces have, and the sum of their lengths."""
        if not space_nos:
            return 0, 0
        row = self._session.row(
            "SELECT count(*), ifnull(sum(length), 0) FROM search_sessions"
            " WHERE space_no IN (SELECT value FROM carray(?))",
            (numbers(space_nos),),
        )
        assert row is not None
        return row[0], row[1]

    def words_near(self, first: str, length_min: int, length_max: int) -> list[tuple[str, str]]:
        """Give (word as written, its term) for indexed words that start with ``first``."""
        rows = self._session.rows(
            _WORDS_NEAR,
            {
                "first": first,
                "after": after_prefix(first),
                "length_min": length_min,
                "length_max": length_max,
            },
        )
        return [(word, term) for word, term in rows]

    def pending(self) -> int:
        """Count the observations that are not indexed yet."""
        kept = self._session.value("SELECT count(*) FROM observations")
        indexed = self._session.value("SELECT count(*) FROM search_documents")
        return int(kept) - int(indexed)

    def unindexed(self, limit: int) -> list[int]:
        """Give observations that are not indexed yet, the newest first."""
        return self._session.values(_UNINDEXED, (limit,))

    def put(self, observation_id: int, entry: IndexEntry) -> None:
        """Index an observation in place of what it was found by before."""
        place = self._session.row(_PLACE, (observation_id,))
        assert place is not None
        principal, scope_no, is_delivery = place
        self._drop(observation_id)
        space_no = self._space_no(principal, scope_no)
        length = 0 if is_delivery else entry.length
        self._session.rows(
            "INSERT INTO search_documents (observation_id, space_no, session_no, kind, speaker,"
            " at_us, length, is_question, has_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                observation_id,
                space_no,
                entry.session_no,
                entry.kind,
                entry.speaker,
                entry.at_us,
                length,
                int(entry.is_question),
                int(entry.has_time),
            ),
        )
        if length:
            self._count(space_no, entry.session_no, 1, length)
            self._add(observation_id, space_no, entry)

    def clear(self) -> None:
        """Drop the whole index."""
        for table in _TABLES:
            self._session.rows(f"DELETE FROM {table}")  # noqa: S608  # Names of our own schema.
        self._session.forget_ids()

    def forget_unused(self) -> None:
        """Drop terms and words that no document holds."""
        self._session.rows(
            "DELETE FROM search_terms WHERE NOT EXISTS (SELECT 1 FROM search_postings AS p"
            " WHERE p.term_no = search_terms.term_no)"
        )
        self._session.rows(
            "DELETE FROM search_words WHERE NOT EXISTS (SELECT 1 FROM search_terms AS t"
            " WHERE t.term_no = search_words.term_no)"
        )
        self._session.forget_ids()

    def _add(self, observation_id: int, space_no: int, entry: IndexEntry) -> None:
        known = self._term_nos([term for term, _ in entry.terms])
        session_no = entry.session_no or NO_SESSION
        self._session.run_many(
            "INSERT INTO search_postings (term_no, space_no, session_no, observation_id,"
            " occurrences, length) VALUES (?, ?, ?, ?, ?, ?)",
            sorted(
                (known[term], space_no, session_no, observation_id, count, entry.length)
                for term, count in entry.terms
            ),
        )
        self._session.run_many(
            "INSERT INTO search_words (word, term_no) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [(word, known[term]) for word, term in entry.words],
        )

    def _term_nos(self, terms: Sequence[str]) -> dict[str, int]:
        """Give the numbers of terms, giving new ones theirs."""
        known: dict[str, int] = {}
        unknown = []
        for term in terms:
            number = self._session.known_id(("search term", term))
            if number is None:
                unknown.append(term)
            else:
                known[term] = number
        if unknown:
            self._session.run_many(
                "INSERT INTO search_terms (term) VALUES (?) ON CONFLICT DO NOTHING",
                [(term,) for term in unknown],
            )
            rows = self._session.rows(
                "SELECT t.term, t.term_no FROM carray(?) AS asked"
                " CROSS JOIN search_terms AS t ON t.term = asked.value",
                (texts(unknown),),
            )
            known.update((term, number) for term, number in rows)
            self._session.learn_ids({("search term", term): number for term, number in rows})
        return known

    def _space_no(self, principal: str, scope_no: int) -> int:
        def found() -> int:
            number = self._session.value(
                "SELECT space_no FROM search_spaces WHERE principal = ? AND scope_no = ?",
                (principal, scope_no),
            )
            if number is not None:
                return int(number)
            return self._session.insert(
                "INSERT INTO search_spaces (principal, scope_no, documents, length)"
                " VALUES (?, ?, 0, 0)",
                (principal, scope_no),
            )

        return self._session.id_of(("search space", principal, scope_no), found)

    def _drop(self, observation_id: int) -> None:
        row = self._session.row(
            "SELECT space_no, session_no, length FROM search_documents WHERE observation_id = ?",
            (observation_id,),
        )
        if row is None:
            return
        space_no, session_no, length = row
        self._session.rows(
            "DELETE FROM search_documents WHERE observation_id = ?", (observation_id,)
        )
        if length:
            # Rare (words were forgotten): the postings are walked, none are kept by document.
            self._session.rows(
                "DELETE FROM search_postings WHERE observation_id = ?", (observation_id,)
            )
            self._count(space_no, session_no, -1, -length)

    def _count(self, space_no: int, session_no: int | None, documents: int, length: int) -> None:
        self._session.rows(
            "UPDATE search_spaces SET documents = documents + ?, length = length + ?"
            " WHERE space_no = ?",
            (documents, length, space_no),
        )
        if session_no is not None:
            self._session.rows(
                "INSERT INTO search_sessions (session_no, space_no, documents, length)"
                " VALUES (:session, :space, :documents, :length) ON CONFLICT (session_no) DO UPDATE"
                " SET documents = documents + :documents, length = length + :length",
                {
                    "session": session_no,
                    "space": space_no,
                    "documents": documents,
                    "length": length,
                },
            )


_KINDS = {kind.value: kind for kind in LeadKind}
