"""How does a fact leave every row of the file, so that only an empty shell is left?

The row of a forgotten fact stays without a word, hidden by the gate that hides what was undone,
so that every row that names its number still has something to name. Source: ADR 0100.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import TYPE_CHECKING

from cortex.core.erasure.finder import of_texts
from cortex.core.search.entries import entry_of
from cortex.stores.sqlite import cold, projection
from cortex.stores.sqlite.associations import forget_taught
from cortex.stores.sqlite.erasing import ROWS_OF_FACT, Treatment, columns_with
from cortex.stores.sqlite.observations import SqliteObservations
from cortex.stores.sqlite.search_index import SqliteSearchIndex
from cortex.stores.sqlite.session import Session, numbers
from cortex.stores.sqlite.turns import SqliteTurns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cortex.stores.sqlite.terms import Lexicon

FORGOTTEN_QUALITY = -1
"""Mark of a shell in ``facts.quality``: no fact has less than 0, and every read passes by it."""

FORGOTTEN_TYPE = "forgotten"

_SHELL = """UPDATE facts SET version_id = :hidden, status = 'archived',
    pinned = 0, quality = :mark, surprise = 0, merged_count = 0,
    type = :type, retention_class = 'audit', subject = NULL, attribute = NULL,
    aliases = NULL, paths = NULL, symbols = NULL, anchors = NULL, thread = NULL, goal = NULL,
    text = '', context = NULL, fields = NULL
    WHERE fact_id IN (SELECT value FROM carray(:ids)) AND quality <> :mark"""

_REVISIONS = """SELECT record_no, ordinal, body_deflated FROM revisions WHERE record_no IN (
    SELECT record_no FROM records WHERE fact_id IN (SELECT value FROM carray(:ids)))"""

_ANSWERED = """DELETE FROM operation_ledger WHERE iif(json_valid(outcome_json),
    json_extract(outcome_json, '$.fact.fact_id') IN (SELECT value FROM carray(:ids)), FALSE)"""

_REASONS = """UPDATE events SET data_json = json_replace(data_json, '$.reason', '',
    '$.rationale', '', '$.notes', '') WHERE event_id IN (SELECT e.event_id FROM events AS e
    JOIN facts AS f ON f.fact_id IN (SELECT value FROM carray(:ids))
    WHERE json_valid(e.data_json)
    AND instr(e.data_json, '"' || f.kind || '::' || f.fact_id || '"'))"""


_QUOTING = "SELECT observation_id FROM observations WHERE holds_words(text) ORDER BY 1"

_SPOILT = "UPDATE assemblies SET digest = zeroblob(32) WHERE holds_words(envelope)"
"""What is cut out of an envelope cannot be guessed back from its digest."""

_EMPTIED = """UPDATE observations SET text = '', retracted_us = ifnull(retracted_us, ?),
    retraction = ?, redactions = NULL
    WHERE observation_id IN (SELECT value FROM carray(?)) AND text <> ''"""

_ALTERED = """UPDATE observations SET content_hash = zeroblob(32)
    WHERE observation_id IN (SELECT value FROM carray(?))"""


class Eraser:
    """Works inside one write transaction."""

    __slots__ = ("_lexicon", "_session")

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._session: Session = lexicon.session

    def erase(
        self, fact_ids: Sequence[int], words: Sequence[str], erasure_id: int
    ) -> dict[str, int]:
        """Take facts out of every row, and these words out of every row that quotes them."""
        counts: Counter[str] = Counter()
        if not fact_ids:
            swept = self._sweep(words)
            return {"quotes": swept} if swept else {}
        known = sorted(set(fact_ids))
        for fact_id in known:
            cold.thaw(self._session, fact_id)  # Its block is packed again without it.
        counts += self._erase_handles(known)
        counts += self._drop_caches()
        for place, sql in (("kept answers", _ANSWERED), ("reasons", _REASONS)):
            counts[place] += self._session.changed(sql, {"ids": numbers(known)})
        for place, table, column in ROWS_OF_FACT:
            sql = f"DELETE FROM {table} WHERE {column} IN (SELECT value FROM carray(:ids))"  # noqa: S608  # Names of our own schema.
            counts[place] += self._session.changed(sql, {"ids": numbers(known)})
        counts["revisions"] += self._blank_revisions(known)
        counts["log summaries"] += self._session.changed(
            "UPDATE versions SET summary = '', text_chars = 0"
            " WHERE fact_id IN (SELECT value FROM carray(:ids))"
            " AND (summary <> '' OR text_chars <> 0)",
            {"ids": numbers(known)},
        )
        counts["facts"] += self._leave_shells(known, erasure_id)
        counts["quotes"] += self._sweep(words)
        return {place: count for place, count in sorted(counts.items()) if count}

    def erase_observations(self, observation_ids: Sequence[int], now_us: int) -> int:
        """Take the whole text of observations away; gives how many had any."""
        if not observation_ids:
            return 0
        known = sorted(set(observation_ids))
        erased = self._session.changed(_EMPTIED, (now_us, FORGOTTEN_TYPE, numbers(known)))
        self._alter(known)
        return erased

    def cut_context(self, fact_id: int, context: str | None, words: Sequence[str]) -> int:
        """Give a standing fact another context, and cut the words out of its revisions too."""
        cold.thaw(self._session, fact_id)
        sql = "UPDATE facts SET context = ? WHERE fact_id = ?"
        self._session.rows(sql, (context, fact_id))
        changed = []
        finder = of_texts(words)
        for record_no, ordinal, body in self._session.rows(_REVISIONS, {"ids": numbers([fact_id])}):
            told = zlib.decompress(body).decode()
            cut = finder.cut(told)
            if cut != told:
                changed.append((zlib.compress(cut.encode()), record_no, ordinal))
        self._write_bodies(changed)
        return len(changed)

    def _drop_caches(self) -> Counter[str]:
        """Drop what was worked out from facts and is made again when it is next needed."""
        counts: Counter[str] = Counter()
        for place, table in (
            ("kept results", "compiled_guards"),
            ("kept results", "compiled_reads"),
            ("clusters", "cluster_members"),
            ("clusters", "memory_clusters"),
        ):
            counts[place] += self._session.changed(f"DELETE FROM {table}", ())  # noqa: S608  # Names of our own schema.
        return counts

    def _erase_handles(self, fact_ids: Sequence[int]) -> Counter[str]:
        counted = (
            ("anchors", "SELECT count(*) FROM clock_anchors"),
            ("anchors carried", "SELECT count(*) FROM clock_anchor_evidence"),
            ("entities", "SELECT count(*) FROM entities"),
            ("entity names", "SELECT count(*) FROM entity_aliases"),
            ("mentions", "SELECT count(*) FROM entity_mentions"),
            ("matters", "SELECT count(*) FROM matters"),
            ("terms", "SELECT count(*) FROM terms"),
            ("words", "SELECT count(*) FROM words"),
            (
                "postings",
                "SELECT (SELECT ifnull(sum(length(pairs)) / 4, 0) FROM postings)"
                " + (SELECT ifnull(sum(length(weights)) / 2, 0) FROM unfolded)",
            ),
        )
        before = {place: self._session.value(sql) for place, sql in counted}
        for fact_id in fact_ids:
            projection.drop(self._lexicon, fact_id)
        self._session.rows("DELETE FROM terms WHERE facts <= 0")
        self._session.rows("DELETE FROM words WHERE facts <= 0")
        after = {place: self._session.value(sql) for place, sql in counted}
        return Counter({place: before[place] - after[place] for place in before})

    def _blank_revisions(self, fact_ids: Sequence[int]) -> int:
        empty = zlib.compress(b"{}")
        rows = self._session.rows(_REVISIONS, {"ids": numbers(fact_ids)})
        self._write_bodies([(empty, no, ordinal) for no, ordinal, body in rows if body != empty])
        self._session.rows(
            "UPDATE records SET kind = ? WHERE fact_id IN (SELECT value FROM carray(?))",
            (FORGOTTEN_TYPE, numbers(fact_ids)),
        )
        return sum(body != empty for *_, body in rows)

    def _write_bodies(self, bodies: Iterable[tuple[bytes, int, int]]) -> None:
        self._session.run_many(
            "UPDATE revisions SET body_deflated = ? WHERE record_no = ? AND ordinal = ?", bodies
        )

    def _leave_shells(self, fact_ids: Sequence[int], erasure_id: int) -> int:
        """Blank the facts and hang them on an entry that every gate takes for rolled back."""
        hidden = self._session.insert(
            "INSERT INTO versions (operation, summary, text_chars, status, created_us)"
            " SELECT 'forget', '', 0, 'orphaned', created_us FROM erasures WHERE erasure_id = ?",
            (erasure_id,),
        )
        shell = {"hidden": hidden, "mark": FORGOTTEN_QUALITY, "type": FORGOTTEN_TYPE}
        shells = self._session.changed(_SHELL, {"ids": numbers(fact_ids), **shell})
        self._session.run_many(
            "INSERT INTO forgotten_facts (fact_id, erasure_id) VALUES (?, ?)"
            " ON CONFLICT (fact_id) DO NOTHING",
            [(fact_id, erasure_id) for fact_id in fact_ids],
        )
        return shells

    def _sweep(self, words: Sequence[str]) -> int:
        swept = 0
        finder = of_texts(words)
        self._session.define("holds_words", finder.is_in)
        self._session.define("without_words", finder.cut)
        quoting = self._session.values(_QUOTING)
        self._session.rows(_SPOILT)
        for table, column in columns_with(Treatment.SWEPT):
            sql = (
                f"UPDATE {table} SET {column} = without_words({column})"  # noqa: S608  # Names of our own schema.
                f" WHERE holds_words({column})"
            )
            swept += self._session.changed(sql, ())
        if quoting:
            self._alter(quoting)
        return swept

    def _alter(self, observation_ids: Sequence[int]) -> None:
        """Let observations be found by what is left of them, and be known as altered.

        Their digest goes: from it and what is left, few guesses would give a short text back.
        """
        self._session.rows(_ALTERED, (numbers(observation_ids),))
        forget_taught(self._session, observation_ids)
        observations, turns = SqliteObservations(self._session), SqliteTurns(self._session)
        index = SqliteSearchIndex(self._session)
        for observation_id in observation_ids:
            seen = observations.find(observation_id)
            assert seen is not None
            index.put(observation_id, entry_of(seen, turns.turn_of(observation_id)))
        index.forget_unused()
