"""What does a vault hold, or exactly which of its files is at fault?

Sizes are looked at before any content is read. Source: docs/formats/vault.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cortex.core.vault.notes import read_note
from cortex.core.vault.rows import iter_rows
from cortex.core.vault.text import public
from cortex.model.limits import (
    VAULT_BYTES_MAX,
    VAULT_FAULTS_MAX,
    VAULT_FILE_BYTES_MAX,
    VAULT_FILES_MAX,
    VAULT_RECORDS_MAX,
)
from cortex.model.vault import Corpus, VaultCode, VaultFault, VaultRecord

if TYPE_CHECKING:
    from cortex.ports.vault import CorpusFile, KnownFiles, VaultFolder

ROWS_END = ".jsonl"


def load(
    folder: VaultFolder, *, is_tolerant: bool = False, known: KnownFiles | None = None
) -> Corpus:
    """Give every record of a vault, in the order of its files.

    Args:
        is_tolerant: read past what is at fault and give it under ``faults``; the limits of the
            whole vault hold all the same.
        known: files that need not be read; their records are heads.

    Raises:
        VaultFault: the first fault, when not tolerant; a limit of the whole vault, always, and so
            are too many faults.
    """
    records: list[VaultRecord] = []
    faults: list[VaultFault] = []
    for found in contents(folder, known):
        if isinstance(found, VaultRecord):
            records.append(found)
            continue
        if not is_tolerant:
            raise found
        if len(faults) == VAULT_FAULTS_MAX:
            message = f"Canonical corpus has more than {VAULT_FAULTS_MAX} faults: too many to skip"
            raise VaultFault(VaultCode.INTEGRITY, message)
        faults.append(found.with_traceback(None))  # Frames would keep whole files in memory.
    return Corpus(folder.root, tuple(records), tuple(faults))


def contents(
    folder: VaultFolder, known: KnownFiles | None = None
) -> Iterator[VaultRecord | VaultFault]:
    """Yield each record, or what is at fault in its place, in the order of the files.

    Raises:
        VaultFault: a limit of the whole vault.
    """
    owners: dict[str, str] = {}
    for found in _checked(folder, known):
        if isinstance(found, VaultFault):
            yield found
        elif found.id in owners:
            yield _duplicate(found, owners[found.id])
        elif len(owners) == VAULT_RECORDS_MAX:
            message = f"Canonical corpus exceeds record count limit ({VAULT_RECORDS_MAX})"
            raise VaultFault(VaultCode.INTEGRITY, message)
        else:
            owners[found.id] = found.provenance.path
            yield found


def _checked(folder: VaultFolder, known: KnownFiles | None) -> Iterator[VaultRecord | VaultFault]:
    files: list[CorpusFile] = []
    for found in folder.files():
        if isinstance(found, VaultFault):
            yield found
        elif isinstance(found, Exception):
            raise found
        else:
            files.append(found)
    yield from within_limits(files)
    for file in files:
        if file.size <= VAULT_FILE_BYTES_MAX:
            heads = None if known is None else known.records_of(file)
            yield from read_file(folder, file.path) if heads is None else heads


def within_limits(files: list[CorpusFile]) -> Iterator[VaultFault]:
    """Yield a fault for each file that is too large; nothing was read yet.

    Raises:
        VaultFault: there are too many files, or they are too large together.
    """
    if len(files) > VAULT_FILES_MAX:
        message = f"Canonical corpus exceeds file count limit ({VAULT_FILES_MAX})"
        raise VaultFault(VaultCode.INTEGRITY, message)
    for file in files:
        if file.size > VAULT_FILE_BYTES_MAX:
            shown = public(file.path)
            message = (
                f"Canonical file exceeds per-file byte limit ({VAULT_FILE_BYTES_MAX}): {shown}"
            )
            yield VaultFault(VaultCode.INTEGRITY, message, path=shown)
    if sum(file.size for file in files) > VAULT_BYTES_MAX:
        message = f"Canonical corpus exceeds total byte limit ({VAULT_BYTES_MAX})"
        raise VaultFault(VaultCode.INTEGRITY, message)


def read_file(folder: VaultFolder, path: str) -> Iterator[VaultRecord | VaultFault]:
    """Yield the records or faults of one file."""
    try:
        content = folder.read(path, VAULT_FILE_BYTES_MAX)
    except VaultFault as found:
        yield found
        return
    if path.endswith(ROWS_END):
        yield from iter_rows(content, path)
        return
    try:
        yield read_note(content, path)
    except VaultFault as found:
        yield found


def _duplicate(record: VaultRecord, first: str) -> VaultFault:
    path = record.provenance.path
    message = f"Duplicate canonical ID: {first} and {path}"
    return VaultFault(VaultCode.INTEGRITY, message, path=path, line=record.line)
