"""What was forgotten, so that it stays forgotten, and how is a fact taken out of every row?

Tables ``erasures``, ``forgotten_facts``, ``tombstones`` and ``forgotten_bases``: canonical. The row
of a forgotten fact stays as a shell without a word, hidden by the gate that hides what was rolled
back, so that every row that names its number still has something to name. Source: ADR 0100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.stores.sqlite.session import Session, numbers

# Every commit asks this module whether anything was forgotten; what only a forgetting needs is
# loaded by the method that needs it.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.erasure import Erasure, ForgottenBase, Tombstone
    from cortex.stores.sqlite.terms import Lexicon

_TOMBSTONE = "SELECT digest, scope_id, key, fact_id, forgotten_us FROM tombstones "

# From key to key in the index: one step where nothing was forgotten, two where anything was.
_KEYS = """WITH RECURSIVE known (key) AS (
    SELECT min(key) FROM tombstones
    UNION ALL SELECT (SELECT min(key) FROM tombstones WHERE key > known.key) FROM known
    WHERE known.key IS NOT NULL
) SELECT key FROM known WHERE key IS NOT NULL"""

_HOLDERS = """SELECT fact_id FROM facts WHERE holds_words(text) OR holds_words(context)
    OR holds_words(subject) OR holds_words(attribute) OR holds_words(aliases)
    OR holds_words(symbols) OR holds_words(anchors) OR holds_words(goal) ORDER BY fact_id"""

_DEPENDENTS = """
SELECT fact_id AS one, supersedes_id AS base, 'supersedes' AS relation FROM facts
    WHERE supersedes_id IN (SELECT value FROM carray(:ids))
UNION SELECT fact_id, disputes_id, 'disputes' FROM facts
    WHERE disputes_id IN (SELECT value FROM carray(:ids))
UNION SELECT supersedes_id, fact_id, 'superseded_by' FROM facts
    WHERE fact_id IN (SELECT value FROM carray(:ids)) AND supersedes_id IS NOT NULL
UNION SELECT low_fact_id, high_fact_id, relation FROM clock_links WHERE status = 'used'
    AND high_fact_id IN (SELECT value FROM carray(:ids)) AND relation IN ('extends', 'updates')
UNION SELECT high_fact_id, low_fact_id, relation FROM clock_links WHERE status = 'used'
    AND low_fact_id IN (SELECT value FROM carray(:ids)) AND relation IN ('extends', 'updates')
ORDER BY one, base, relation"""


class SqliteErasure:
    """Implements ``cortex.ports.erasure``."""

    __slots__ = ("_lexicon", "_session")

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._session: Session = lexicon.session

    def tombstones(self) -> list[Tombstone]:
        """Give every tombstone, by digest, then scope."""
        from cortex.model.erasure import Tombstone

        return [Tombstone(*row) for row in self._session.rows(_TOMBSTONE + "ORDER BY 1, 2")]

    def tombstone_keys(self) -> list[bytes]:
        """Give the keys tombstones were made with, ascending."""
        is_any = self._session.row("SELECT 1 FROM tombstones LIMIT 1")
        return self._session.values(_KEYS) if is_any else []

    def find_tombstones(self, digests: Sequence[bytes]) -> list[Tombstone]:
        """Give the tombstones with any of these digests."""
        from cortex.model.erasure import Tombstone

        found = [
            row
            for one in sorted(set(digests))
            for row in self._session.rows(_TOMBSTONE + "WHERE digest = ? ORDER BY scope_id", (one,))
        ]
        return [Tombstone(*row) for row in found]

    def is_forgotten(self, fact_id: int) -> bool:
        """Tell whether this number belonged to a fact that was forgotten."""
        sql = "SELECT 1 FROM forgotten_facts WHERE fact_id = ?"
        return self._session.value(sql, (fact_id,)) is not None

    def bases_of(self, fact_id: int) -> list[ForgottenBase]:
        """Give the forgotten facts that a standing one was built on."""
        from cortex.model.erasure import ForgottenBase

        rows = self._session.rows(
            "SELECT fact_id, base_fact_id, relation FROM forgotten_bases WHERE fact_id = ?"
            " ORDER BY base_fact_id, relation",
            (fact_id,),
        )
        return [ForgottenBase(*row) for row in rows]

    def unfinished(self) -> list[Erasure]:
        """Give the forgettings whose words may still lie in pages of the file."""
        from cortex.model.erasure import Erasure

        rows = self._session.rows(
            "SELECT erasure_id, agent, facts, created_us, finished_us FROM erasures"
            " INDEXED BY erasures_unfinished WHERE finished_us IS NULL ORDER BY erasure_id"
        )
        return [Erasure(*row) for row in rows]

    def holders(self, words: Sequence[str]) -> list[int]:
        """Give the ids of the facts with any of these exact words."""
        from cortex.core.erasure.finder import of_texts
        from cortex.stores.sqlite import cold

        finder = of_texts(words)
        self._session.define("holds_words", finder.is_in)
        warm = self._session.values(_HOLDERS)
        said = cold.everything(self._session)
        packed = (fact_id for fact_id, texts in said if any(map(finder.is_in, texts)))
        return sorted({*warm, *packed})

    def dependents(self, fact_ids: Sequence[int]) -> list[ForgottenBase]:
        """Give the other facts built on one of these."""
        from cortex.model.erasure import ForgottenBase

        if not fact_ids:
            return []
        gone = set(fact_ids)
        rows = self._session.rows(_DEPENDENTS, {"ids": numbers(fact_ids)})
        return [ForgottenBase(*row) for row in rows if row[0] not in gone]

    def open_erasure(self, agent: str, facts: int, now_us: int) -> int:
        """Enter a forgetting as unfinished and give its id."""
        return self._session.insert(
            "INSERT INTO erasures (agent, facts, created_us) VALUES (?, ?, ?)",
            (agent, facts, now_us),
        )

    def finish_erasures(self, last_id: int, now_us: int) -> int:
        """Note that the pages are clean of forgettings up to an id."""
        sql = "UPDATE erasures SET finished_us = ? WHERE finished_us IS NULL AND erasure_id <= ?"
        return self._session.changed(sql, (now_us, last_id))

    def erase(
        self, fact_ids: Sequence[int], words: Sequence[str], erasure_id: int
    ) -> dict[str, int]:
        """Take facts out of every row, and these words out of every row that quotes them."""
        from cortex.stores.sqlite.eraser import Eraser

        return Eraser(self._lexicon).erase(fact_ids, words, erasure_id)

    def erase_observations(self, observation_ids: Sequence[int], now_us: int) -> int:
        """Take the whole text of observations away; gives how many had any."""
        from cortex.stores.sqlite.eraser import Eraser

        return Eraser(self._lexicon).erase_observations(observation_ids, now_us)

    def cut_context(self, fact_id: int, context: str | None, words: Sequence[str]) -> int:
        """Give a standing fact another context, and cut the words out of its revisions too."""
        from cortex.stores.sqlite.eraser import Eraser

        return Eraser(self._lexicon).cut_context(fact_id, context, words)

    def keep_tombstones(self, tombstones: Sequence[Tombstone]) -> int:
        """Add tombstones that are not there yet."""
        before = self._count_tombstones()
        self._session.run_many(
            "INSERT INTO tombstones (digest, scope_id, key, fact_id, forgotten_us)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT (digest, scope_id) DO NOTHING",
            sorted(tombstones),
        )
        return self._count_tombstones() - before

    def lift_tombstones(self, digests: Sequence[bytes], fact_ids: Sequence[int]) -> int:
        """Drop the tombstones with these digests, or of these facts."""
        before = self._count_tombstones()
        sql = "DELETE FROM tombstones WHERE digest = ?"
        self._session.run_many(sql, [(one,) for one in digests])
        sql = "DELETE FROM tombstones WHERE fact_id = ?"
        self._session.run_many(sql, [(one,) for one in fact_ids])
        return before - self._count_tombstones()

    def mark_bases(self, bases: Sequence[ForgottenBase]) -> None:
        """Note which standing facts were built on forgotten ones."""
        self._session.run_many(
            "INSERT INTO forgotten_bases (fact_id, base_fact_id, relation) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            bases,
        )

    def _count_tombstones(self) -> int:
        counted: int = self._session.value("SELECT count(*) FROM tombstones")
        return counted
