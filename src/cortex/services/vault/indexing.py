"""Which files need not be read again, and what of a vault is worth keeping?

A file is known only while its stamp is the one it had when it was read, and it is kept only when
that stamp was old by then: a change in the same tick of a clock leaves no trace. Source: ADR 0119.
"""

from __future__ import annotations

from array import array
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cortex.core.vault.index_layout import IndexedFile, Layout, postings_of
from cortex.core.vault.ranking import counted_in_text, record_tokens
from cortex.core.vault.script import units
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import VAULT_FILE_BYTES_MAX, VAULT_RECORDS_MAX
from cortex.model.vault import IndexDamaged, Unread, VaultFault, VaultRecord
from cortex.services.vault.corpus import read_file, within_limits

if TYPE_CHECKING:
    from cortex.core.vault.ranking import Counter
    from cortex.ports.vault import CorpusFile, VaultFolder

YOUNG_NS = 2_000_000_000
"""Nanoseconds below which a change may share its instant with a reading: FAT counts in twos."""


class Collected(NamedTuple):
    """What an index is made of; ``left_out`` counts files at fault and files that are too young."""

    files: tuple[IndexedFile, ...]
    records: tuple[VaultRecord, ...]
    postings: dict[bytes, array[int]]
    left_out: int


class KnownVault:
    """An index at work; implements ``cortex.ports.vault.KnownFiles``."""

    def __init__(self, layout: Layout, read: Callable[[int, int], bytes]) -> None:
        """Take what was decoded, and what reads more of the same file."""
        self._layout = layout
        self._read = read
        self._files = {file.path: file for file in layout.files}

    @property
    def records(self) -> tuple[VaultRecord, ...]:
        """Give every head it holds."""
        return self._layout.records

    def records_of(self, file: CorpusFile) -> Sequence[VaultRecord] | None:
        """Give the heads of a file that has not changed; None for any other."""
        known = self._files.get(file.path)
        if known is None or known.stamp != file.stamp:
            return None
        return self._layout.records[known.first : known.first + known.records]

    def counting(self, terms: Sequence[bytes]) -> Counter:
        """Give what counts terms: in lists for heads, in the text for records that were read.

        Raises:
            IndexDamaged: a list is not as it was written.
        """
        lists = [postings_of(self._layout, term, self._read) for term in terms]
        in_text = counted_in_text(terms)
        holding = frozenset[int]().union(*lists)

        def count(record: VaultRecord) -> tuple[int, Sequence[int]]:
            if record.unread is None:
                return in_text(record)
            _, place, _, length = record.unread
            if place not in holding:
                return length, ()
            return length, [found.get(place, 0) for found in lists]

        return count


def collect(folder: VaultFolder, now_us: int) -> Collected:
    """Read a whole vault for an index.

    Args:
        now_us: an instant before anything of the folder was looked at.

    Raises:
        VaultFault: a limit of the whole vault.
    """
    files: list[IndexedFile] = []
    heads: list[VaultRecord] = []
    postings: dict[bytes, array[int]] = {}
    found = list(folder.files())
    sound = [file for file in found if not isinstance(file, Exception)]
    for _ in within_limits(sound):
        pass  # A file that is too large is left out below.
    for file in sound:
        records = _worth_keeping(folder, file, now_us)
        if records is None or len(heads) + len(records) > VAULT_RECORDS_MAX:
            continue
        files.append(IndexedFile(file.path, file.stamp, len(heads), len(records)))
        for record in records:
            terms = record_tokens(record)
            place = len(heads)
            for term, count in Tally(terms).items():
                postings.setdefault(term, array("I")).extend((place, count))
            unread = Unread(file.path, place, units(record.content), len(terms))
            heads.append(record._replace(title="", content="", unread=unread))
    return Collected(tuple(files), tuple(heads), postings, len(found) - len(files))


def _worth_keeping(
    folder: VaultFolder, file: CorpusFile, now_us: int
) -> tuple[VaultRecord, ...] | None:
    oldest_young_ns = now_us * 1000 - YOUNG_NS
    if max(file.stamp.mtime_ns, file.stamp.ctime_ns) >= oldest_young_ns:
        return None
    if file.size > VAULT_FILE_BYTES_MAX:
        return None
    records: list[VaultRecord] = []
    for found in read_file(folder, file.path):
        if isinstance(found, VaultFault):
            return None
        records.append(found)
    return tuple(records)


def whole(folder: VaultFolder, records: Sequence[VaultRecord]) -> tuple[VaultRecord, ...]:
    """Give records with their text; each file of heads is read once.

    Raises:
        IndexDamaged: a file does not hold what its head says, so it changed since it was looked at.
    """
    heads = {(one.unread.path, one.line): one for one in records if one.unread is not None}
    texts: dict[VaultRecord, VaultRecord] = {}
    for path in dict.fromkeys(path for path, _ in heads):
        for found in read_file(folder, path):
            if isinstance(found, VaultFault):
                continue
            head = heads.get((path, found.line))
            if head and found._replace(title="", content="", unread=head.unread) == head:
                texts[head] = found
    if len(texts) != len(heads):
        message = "a file changed while it was read"
        raise IndexDamaged(message)
    return tuple(texts.get(record, record) for record in records)
