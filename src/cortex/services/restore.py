"""How does a copy become the brain again, without a loss, and without what was forgotten?

A copy proves itself before anything is touched. What stands in its place is set aside as a copy.
The content is then exchanged in one transaction, so a kill leaves the one or the other, and
programs that have the file open go on with it. Source: ADR 0106, docs/formats/backup.md, CQR C14.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from cortex.model.copies import BRAIN_MEMBER, Manifest, Present, PresentState, RestoreReport
from cortex.model.errors import StoreBusy, StoreOlder, StoreUnreadable
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import CopyRefused
from cortex.services.backup import BackupWish, Copying, backup, proven, unpacked_bytes
from cortex.wire.encoding import encode
from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from cortex.ports.brain import Brain
    from cortex.ports.copies import Progress

Forgetting = Callable[["Brain", "Brain | None", int], int]
"""Forgets in the first brain what was forgotten in the second (None: there is none that can be
read), and what was forgotten in the first itself; gives how many facts went. At an instant."""


class Turn(NamedTuple):
    """How a restore comes to its turn, and what it does to a prepared copy.

    Args:
        writing: holds the turn of the one writer.
        open_present: opens the brain that gives way, for reading.
        forget: see ``Forgetting``.
        agent: who asked, for the event log.
    """

    writing: Callable[[], AbstractContextManager[object]]
    open_present: Callable[[], Brain]
    forget: Forgetting
    agent: str


def restore(
    tools: Copying,
    turn: Turn,
    path: str,
    now_us: int,
    *,
    is_applied: bool,
    on_progress: Progress | None = None,
) -> RestoreReport:
    """Say what a copy would bring and take, and with ``is_applied`` put it in place.

    The copy is proved either way, in a folder beside the brain. Applying it twice gives the same
    content twice, each time with a new epoch.

    Raises:
        CopyRefused: the copy is none, was changed, is of another brain, or does not prove itself.
        StoreNewer: the brain in its place was written by a newer Cortex.
        StoreUnreadable: what stands there belongs to another program.
        StoreBusy, DiskFull, StoreReadOnly: nothing was replaced.
    """
    manifest = tools.folder.manifest(path)
    present = _present(tools, manifest)
    _require_kin(tools, manifest)
    with tools.place.staging(tools.path, 2 * unpacked_bytes(manifest)) as staged:
        tools.folder.unpack(path, manifest, staged)
        copied = f"{staged}/{BRAIN_MEMBER}"
        proof = proven(tools, manifest, copied)
        report = RestoreReport(
            copy=path,
            manifest=manifest,
            present=present,
            proof=proof,
            is_applied=is_applied,
            set_aside=None,
            restore_epoch=max(manifest.contents.restore_epoch, present.restore_epoch) + 1,
            forgotten_again=0,
        )
        if not is_applied:
            return report
        with turn.writing():
            # Whoever wrote while the copy proved itself has changed what gives way. Its pages are
            # not read again, as everybody waits for this turn; those of the set-aside copy are.
            is_damaged = present.state is PresentState.DAMAGED
            present = present if is_damaged else tools.files.present(manifest.created_us)
            epoch = max(manifest.contents.restore_epoch, present.restore_epoch) + 1
            forgotten = _prepare(tools, turn, report._replace(restore_epoch=epoch), copied, now_us)
            set_aside = _exchange(tools, present, copied, now_us, on_progress)
            tools.place.put_sidecar(staged, tools.path, now_us)
        return report._replace(
            present=present,
            set_aside=set_aside,
            restore_epoch=epoch,
            forgotten_again=forgotten,
        )


def _present(tools: Copying, manifest: Manifest) -> Present:
    """Say what gives way; a brain that can be opened and has a broken page is damaged too."""
    present = tools.files.present(manifest.created_us)
    if present.state is PresentState.READABLE:
        faults = tools.files.examined()
        if faults:
            return present._replace(state=PresentState.DAMAGED, detail=faults[0])
    return present


def _require_kin(tools: Copying, manifest: Manifest) -> None:
    """Refuse the copy of another brain: its facts would take the place of strangers."""
    brain_id = tools.files.brain_id()
    if brain_id not in (None, manifest.contents.brain_id):
        message = "the copy is of another brain than the one in its place"
        raise CopyRefused(
            message, remedy="put it elsewhere with --db, or move the brain away first"
        )


def _prepare(tools: Copying, turn: Turn, report: RestoreReport, copied: str, now_us: int) -> int:
    """Forget again, mark and note, all in the copy; give how many facts were forgotten again."""
    brain = tools.open_copy(copied)  # Brings an older format up to date.
    try:
        forgotten = _forgotten_again(turn, brain, report.present, now_us)
        told = {"copy": format_instant(report.manifest.created_us), "epoch": report.restore_epoch}
        with brain.writing() as writer:
            writer.add_event("restore", encode(told), turn.agent, now_us)
            unfinished = writer.erasure.unfinished() if forgotten else []
            if unfinished:  # The copy is written anew below, or not used.
                writer.erasure.finish_erasures(unfinished[-1].erasure_id, now_us)
    finally:
        brain.close()
    tools.files.mark_restored(copied, report.restore_epoch, now_us, report.manifest.created_us)
    tools.files.settle(copied, is_scrubbed=forgotten > 0)
    faults = tools.files.faults(copied)
    if faults:
        msg = f"the prepared copy is damaged: {faults[0]}"
        raise CopyRefused(msg)
    return forgotten


def _forgotten_again(turn: Turn, brain: Brain, present: Present, now_us: int) -> int:
    """Forget in the copy what was forgotten since; a damaged brain is asked what it answers."""
    if present.state is PresentState.ABSENT:
        return turn.forget(brain, None, now_us)
    try:
        earlier = turn.open_present()
        try:
            return turn.forget(brain, earlier, now_us)
        finally:
            earlier.close()
    except StoreOlder:  # Of a format in which nothing could be forgotten yet.
        return turn.forget(brain, None, now_us)
    except StoreUnreadable:
        if present.state is not PresentState.DAMAGED:
            raise
        return turn.forget(brain, None, now_us)


def _exchange(
    tools: Copying, present: Present, copied: str, now_us: int, on_progress: Progress | None
) -> str | None:
    """Set aside what is there and put the copy in its place; give where it went."""
    if present.state is PresentState.READABLE:
        wish = BackupWish(is_set_aside=True)
        set_aside = backup(tools, wish, now_us).path if present.entries or present.facts else None
        tools.files.replace(copied, on_progress)
        return set_aside
    set_aside = None
    if present.state is PresentState.DAMAGED:
        set_aside = tools.place.set_aside(tools.path, now_us)
    elif tools.files.present(0).state is not PresentState.ABSENT:
        msg = "somebody made a brain in its place meanwhile"
        raise StoreBusy(msg)
    tools.place.put(copied, tools.path)
    return set_aside
