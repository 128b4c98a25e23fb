"""What was forgotten, so that it stays forgotten, and how is a fact taken out of every row?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cortex.core.erasure.finder import Finder, of_texts
from cortex.core.search.entries import entry_of
from cortex.model.anchors import Handles
from cortex.model.conflicts import ConflictRecord
from cortex.model.erasure import Erasure, ForgottenBase, Tombstone
from cortex.model.facts import Fact
from cortex.model.records import LedgerEntry
from cortex.model.text import CleanText
from cortex.model.versions import Version
from cortex.stores.memory.assemblies import AssembliesRows
from cortex.stores.memory.needs import NeedsRows
from cortex.stores.memory.observations import ObservationsRows
from cortex.stores.memory.rows import Rows
from cortex.stores.memory.search_index import MemorySearchIndex, SearchIndexRows
from cortex.stores.memory.turns import TurnsRows


@dataclass(slots=True)
class ErasureRows(Rows):
    """What is kept: stones by digest and scope, shells by fact, flags, the book of forgettings."""

    stones: dict[tuple[bytes, str], Tombstone] = field(default_factory=dict)
    forgotten: dict[int, int] = field(default_factory=dict)  # Fact id -> erasure id.
    bases: dict[ForgottenBase, None] = field(default_factory=dict)
    book: dict[int, Erasure] = field(default_factory=dict)


class Erasable(Protocol):
    """The rows of a brain that hold, or point at, what facts say."""

    facts: dict[int, Fact]
    versions: dict[int, Version]
    changes: list[tuple[int, Fact]]
    traces: list[tuple[int, int, str]]
    conflicts: dict[int, ConflictRecord]
    ledger: dict[tuple[str, str], LedgerEntry]
    events: list[tuple[str, str, int, str]]
    learned: dict[tuple[int, int, str], Any]
    handles: dict[int, Handles]
    erasure: ErasureRows
    observations: ObservationsRows
    assemblies: AssembliesRows
    needs: NeedsRows
    search_index: SearchIndexRows
    turns: TurnsRows


class MemoryErasure:
    """Implements ``cortex.ports.erasure``."""

    def __init__(self, state: Erasable) -> None:
        self._state = state
        self._rows = state.erasure

    def tombstones(self) -> list[Tombstone]:
        """Give every tombstone, by digest, then scope."""
        return [self._rows.stones[key] for key in sorted(self._rows.stones)]

    def tombstone_keys(self) -> list[bytes]:
        """Give the keys tombstones were made with, ascending."""
        return sorted({stone.key for stone in self._rows.stones.values()})

    def find_tombstones(self, digests: Sequence[bytes]) -> list[Tombstone]:
        """Give the tombstones with any of these digests."""
        return [stone for stone in self.tombstones() if stone.digest in digests]

    def is_forgotten(self, fact_id: int) -> bool:
        """Tell whether this number belonged to a fact that was forgotten."""
        return fact_id in self._rows.forgotten

    def bases_of(self, fact_id: int) -> list[ForgottenBase]:
        """Give the forgotten facts that a standing one was built on."""
        return sorted(base for base in self._rows.bases if base.fact_id == fact_id)

    def unfinished(self) -> list[Erasure]:
        """Give the forgettings whose words may still lie in pages of the file."""
        return [one for _, one in sorted(self._rows.book.items()) if one.finished_us is None]

    def holders(self, words: Sequence[str]) -> list[int]:
        """Give the ids of the facts with any of these exact words."""
        finder = of_texts(words)
        return sorted(
            fact_id
            for fact_id, fact in self._state.facts.items()
            if any(map(finder.is_in, _told(fact)))
        )

    def dependents(self, fact_ids: Sequence[int]) -> list[ForgottenBase]:
        """Give the other facts built on one of these."""
        gone, found = set(fact_ids), set()
        for fact_id, fact in self._state.facts.items():
            for base, relation in (
                (fact.content.supersedes_id, "supersedes"),
                (fact.content.disputes_id, "disputes"),
            ):
                if base in gone:
                    found.add(ForgottenBase(fact_id, base, relation))
            if fact_id in gone and fact.content.supersedes_id is not None:
                found.add(ForgottenBase(fact.content.supersedes_id, fact_id, "superseded_by"))
        for (low, high, relation), learned in self._state.learned.items():
            for one, base in ((low, high), (high, low)):
                if base in gone and relation in ("extends", "updates") and not learned.is_rejected:
                    found.add(ForgottenBase(one, base, relation))
        return sorted(base for base in found if base.fact_id not in gone)

    def open_erasure(self, agent: str, facts: int, now_us: int) -> int:
        """Enter a forgetting as unfinished and give its id."""
        erasure_id = len(self._rows.book) + 1
        self._rows.book[erasure_id] = Erasure(erasure_id, agent, facts, now_us, None)
        return erasure_id

    def finish_erasures(self, last_id: int, now_us: int) -> int:
        """Note that the pages are clean of forgettings up to an id."""
        waiting = [one for one in self.unfinished() if one.erasure_id <= last_id]
        for one in waiting:
            self._rows.book[one.erasure_id] = one._replace(finished_us=now_us)
        return len(waiting)

    def erase(
        self, fact_ids: Sequence[int], words: Sequence[str], erasure_id: int
    ) -> dict[str, int]:
        """Take facts out of every row, and their words out of log and events."""
        finder = of_texts(words)
        state, gone = self._state, set(fact_ids) & self._state.facts.keys()
        counts: Counter[str] = Counter({"facts": len(gone)})
        for fact_id in gone:
            del state.facts[fact_id]
            state.handles.pop(fact_id, None)
            self._rows.forgotten[fact_id] = erasure_id
        counts["earlier states"] = len(state.changes)
        state.changes[:] = [change for change in state.changes if change[1].fact_id not in gone]
        counts["earlier states"] -= len(state.changes)
        counts["traces"] = len(state.traces)
        state.traces[:] = [trace for trace in state.traces if trace[0] not in gone]
        counts["traces"] -= len(state.traces)
        for conflict_id, record in list(state.conflicts.items()):
            if {record.source_fact_id, record.target_fact_id} & gone:
                del state.conflicts[conflict_id]
                counts["conflicts"] += 1
        for key in [key for key in state.learned if set(key[:2]) & gone]:
            del state.learned[key]
            counts["links"] += 1
        for version_id, version in state.versions.items():
            cut = "" if version.fact_id in gone else finder.cut(version.summary)
            state.versions[version_id] = version._replace(summary=cut)
            counts["log summaries"] += cut != version.summary
        named = [f'"fact_id": {fact_id},' for fact_id in gone]
        for place, entry in list(state.ledger.items()):
            if any(name in entry.outcome_json for name in named):
                del state.ledger[place]
                counts["kept answers"] += 1
        state.events[:] = [(*event[:3], finder.cut(event[3])) for event in state.events]
        for number, seen in state.observations.observations.items():
            if finder.is_in(seen.event.text):
                left = CleanText(finder.cut(seen.event.text))
                state.observations.observations[number] = seen._replace(
                    event=seen.event._replace(text=left), digest="00" * 32
                )
                self._find_by_rest(number)
        self._spoil(finder)
        return {place: count for place, count in sorted(counts.items()) if count}

    def erase_observations(self, observation_ids: Sequence[int], now_us: int) -> int:
        """Take the whole text of observations away; gives how many had any."""
        kept = self._state.observations.observations
        erased = 0
        for number in sorted(set(observation_ids)):
            seen = kept[number]
            erased += bool(seen.event.text)
            when = now_us if seen.retracted_us is None else seen.retracted_us
            left = seen._replace(event=seen.event._replace(text=CleanText("")), digest="00" * 32)
            kept[number] = left._replace(retracted_us=when, retraction="forgotten", redacted=())
            self._find_by_rest(number)
        return erased

    def _find_by_rest(self, number: int) -> None:
        """Let an observation be found by what is left of it."""
        state = self._state
        found_by = entry_of(state.observations.observations[number], state.turns.turns.get(number))
        MemorySearchIndex(state.search_index, state.observations).put(number, found_by)

    def _spoil(self, finder: Finder) -> None:
        """Cut the words out of assemblies, of the cues they are found by, and out of needs."""
        kept = self._state.assemblies
        for key, one in kept.assemblies.items():
            if finder.is_in(one.envelope):
                cut = finder.cut(one.envelope)
                kept.assemblies[key] = one._replace(envelope=cut, digest="00" * 32)
        for name, held in kept.events.items():
            event = held.event
            cues, receipt = tuple(map(finder.cut, event.cues)), event.receipt_ref
            event = event._replace(cues=cues, receipt_ref=receipt and finder.cut(receipt))
            kept.events[name] = held._replace(event=event)
        asked = self._state.needs.needs
        for owned, need in asked.items():
            cues = tuple(map(finder.cut, need.spec.cues))
            excluded = tuple(map(finder.cut, need.spec.exclude_cues))
            cut_spec = need.spec._replace(cues=cues, exclude_cues=excluded)
            asked[owned] = need._replace(spec=cut_spec)

    def cut_context(self, fact_id: int, context: str | None, words: Sequence[str]) -> int:  # noqa: ARG002  # No revision keeps its body here.
        """Give a standing fact another context."""
        fact = self._state.facts[fact_id]
        told = None if context is None else CleanText(context)
        self._state.facts[fact_id] = fact._replace(content=fact.content._replace(context=told))
        return 0

    def keep_tombstones(self, tombstones: Sequence[Tombstone]) -> int:
        """Add tombstones that are not there yet."""
        before = len(self._rows.stones)
        for stone in tombstones:
            self._rows.stones.setdefault((stone.digest, stone.scope_id), stone)
        return len(self._rows.stones) - before

    def lift_tombstones(self, digests: Sequence[bytes], fact_ids: Sequence[int]) -> int:
        """Drop the tombstones with these digests, or of these facts."""
        lifted = [
            place
            for place, stone in self._rows.stones.items()
            if stone.digest in digests or stone.fact_id in fact_ids
        ]
        for place in lifted:
            del self._rows.stones[place]
        return len(lifted)

    def mark_bases(self, bases: Sequence[ForgottenBase]) -> None:
        """Note which standing facts were built on forgotten ones."""
        self._rows.bases.update(dict.fromkeys(bases))


def _told(fact: Fact) -> Iterable[str]:
    naming = fact.content.naming
    names = (naming.subject, naming.attribute, naming.goal)
    lists = (*naming.aliases, *naming.symbols, *naming.anchors)
    return filter(None, (fact.content.text, fact.content.context, *names, *lists))
