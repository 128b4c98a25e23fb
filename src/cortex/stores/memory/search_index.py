"""What finds an observation: which words stand where, how long it is, and beside what?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cortex.model.observations import Observation, Role
from cortex.model.search import NO_SESSION, Document, IndexEntry, Posting, SessionSize, Space
from cortex.stores.memory.observations import ObservationsRows
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class SearchIndexRows(Rows):
    """What is kept; keys are observation ids, and (principal, scope) of a space."""

    entries: dict[int, IndexEntry] = field(default_factory=dict)
    spaces: dict[tuple[str, str], int] = field(default_factory=dict)


class MemorySearchIndex:
    """Implements ``cortex.ports.search_index``."""

    def __init__(self, rows: SearchIndexRows, observations: ObservationsRows) -> None:
        self._rows = rows
        self._observations = observations

    def spaces(self, principal: str, scope_ids: Sequence[str] | None) -> list[Space]:
        """Give a principal's spaces with documents, by number; None means every scope."""
        found = []
        for (owner, scope_id), number in self._rows.spaces.items():
            if owner == principal and (scope_ids is None or scope_id in scope_ids):
                lengths = [entry.length for _, entry in self._in([number]) if entry.length]
                if lengths:
                    found.append(Space(number, scope_id, len(lengths), sum(lengths)))
        return found

    def frequencies(self, space_nos: Sequence[int], terms: Sequence[str]) -> dict[str, int]:
        """Give how many documents of the spaces hold each term."""
        counts = {term: len(self.postings(space_nos, term)) for term in terms}
        return {term: count for term, count in counts.items() if count}

    def postings(self, space_nos: Sequence[int], term: str) -> list[Posting]:
        """Give every document of the spaces that holds a term, by session, then observation."""
        return sorted(
            (entry.session_no or NO_SESSION, number, count, entry.length)
            for number, entry in self._in(space_nos)
            if (count := dict(entry.terms).get(term, 0))
        )

    def occurrences(self, term: str, observation_ids: Sequence[int]) -> dict[int, int]:
        """Give how often a term stands in each of these documents; 0 is left out."""
        entries = self._rows.entries
        held = [
            (number, dict(entries[number].terms).get(term, 0))
            for number in observation_ids
            if number in entries
        ]
        return {number: count for number, count in held if count}

    def documents(self, observation_ids: Sequence[int]) -> list[Document]:
        """Give those of these that may be offered, by observation."""
        return [
            Document(
                number,
                entry.session_no,
                entry.kind,
                entry.speaker,
                entry.at_us,
                entry.length,
                entry.is_question,
                entry.has_time,
                self._seen(number).source.source_no,
            )
            for number in sorted(set(observation_ids))
            if (entry := self._rows.entries.get(number))
            and entry.length
            and self._is_offered(number)
        ]

    def session_sizes(self, session_nos: Sequence[int]) -> dict[int, SessionSize]:
        """Give how much is said in each of these sessions."""
        sizes: dict[int, SessionSize] = {}
        for entry in self._rows.entries.values():
            if entry.session_no in session_nos and entry.session_no and entry.length:
                before = sizes.get(entry.session_no, SessionSize(0, 0))
                sizes[entry.session_no] = SessionSize(
                    before.documents + 1, before.length + entry.length
                )
        return sizes

    def session_total(self, space_nos: Sequence[int]) -> tuple[int, int]:
        """Give how many sessions the spaces have, and the sum of their lengths."""
        said = [entry for _, entry in self._in(space_nos) if entry.session_no and entry.length]
        return len({entry.session_no for entry in said}), sum(entry.length for entry in said)

    def words_near(self, first: str, length_min: int, length_max: int) -> list[tuple[str, str]]:
        """Give (word as written, its term) for indexed words that start with ``first``."""
        pairs = {pair for entry in self._rows.entries.values() for pair in entry.words}
        return sorted(
            (word, term)
            for word, term in pairs
            if word.startswith(first) and length_min <= len(word) <= length_max
        )

    def pending(self) -> int:
        """Count the observations that are not indexed yet."""
        return len(self._observations.observations) - len(self._rows.entries)

    def unindexed(self, limit: int) -> list[int]:
        """Give observations that are not indexed yet, the newest first."""
        waiting = self._observations.observations.keys() - self._rows.entries.keys()
        return sorted(waiting, reverse=True)[:limit]

    def put(self, observation_id: int, entry: IndexEntry) -> None:
        """Index an observation in place of what it was found by before."""
        source = self._observations.observations[observation_id].source
        if source.role is Role.DELIVERY_ONLY:
            entry = entry._replace(terms=(), words=(), length=0)
        key = (source.principal, source.scope_id)
        self._rows.spaces.setdefault(key, len(self._rows.spaces) + 1)
        self._rows.entries[observation_id] = entry

    def clear(self) -> None:
        """Drop the whole index."""
        self._rows.entries.clear()
        self._rows.spaces.clear()

    def forget_unused(self) -> None:
        """Drop terms and words that no document holds; here they stand in documents only."""

    def _in(self, space_nos: Sequence[int]) -> Iterator[tuple[int, IndexEntry]]:
        for number in sorted(self._rows.entries):
            source = self._seen(number).source
            if self._rows.spaces[source.principal, source.scope_id] in space_nos:
                yield number, self._rows.entries[number]

    def _is_offered(self, number: int) -> bool:
        seen = self._seen(number)
        source = self._observations.sources[seen.source.source_no]
        return source.is_enabled and seen.retracted_us is None

    def _seen(self, number: int) -> Observation:
        return self._observations.observations[number]
