"""How is a copy of the brain made that is known to be good?

The copy is taken at one instant while others write, judged before it is packed, and asked about a
sample of its facts; what it answered goes along, so that whoever brings it back can ask again.
Source: ADR 0105, docs/formats/backup.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from cortex.model.copies import (
    BRAIN_MEMBER,
    COPIES_KEPT,
    PROBES_MAX,
    SIDECAR_MEMBER,
    BackupReport,
    Manifest,
    Probe,
    Proof,
)
from cortex.model.errors import StoreUnreadable
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import QUERY_BYTES_MAX
from cortex.model.questions import Question
from cortex.model.refusals import CopyRefused
from cortex.model.scopes import USER_SCOPE_ID, Scope
from cortex.services.recall import Asker, recall
from cortex.wire.encoding import encode
from cortex.wire.views import view_json

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.ports.brain import Brain, BrainReader
    from cortex.ports.copies import BrainAt, BrainFiles, BrainPlace, CopyFolder, Progress

DAMAGED = "the brain is damaged, and a copy of it would be as well"


class Copying(NamedTuple):
    """What copies are made with.

    Args:
        path: the brain file.
        cortex: version of this program.
        open_copy: opens a copy, brought to the format of this program if need be.
    """

    path: str
    cortex: str
    files: BrainFiles
    folder: CopyFolder
    place: BrainPlace
    open_copy: BrainAt


class BackupWish(NamedTuple):
    """What is asked of a backup.

    Args:
        target: path of the copy; None is the next name in the home, where old copies give way.
        keep: how many copies of this brain the home keeps.
        is_verified: unpack the finished copy and ask it.
        is_set_aside: it is made because another brain takes the place; it never gives way.
    """

    target: str | None = None
    keep: int = COPIES_KEPT
    is_verified: bool = False
    is_set_aside: bool = False


def backup(
    tools: Copying, wish: BackupWish, now_us: int, on_progress: Progress | None = None
) -> BackupReport:
    """Copy the brain into one file while others use it.

    Raises:
        StoreUnreadable: there is no brain, or it is damaged; older copies stay.
        InvalidRequest: something has the target's name already.
        DiskFull, StoreReadOnly, StoreBusy, StoreNewer: no copy was made; nothing else changed.
    """
    files, folder, place = tools.files, tools.folder, tools.place
    brain_id = files.brain_id() or ""
    target = wish.target or folder.name_for(brain_id, now_us, is_set_aside=wish.is_set_aside)
    # The copy and the packed file stand side by side for a moment.
    with place.staging(target, 2 * place.size(tools.path)) as staged:
        copied = f"{staged}/{BRAIN_MEMBER}"
        files.copy(copied, on_progress)
        faults = files.faults(copied)
        if faults:
            remedy = "run `cortex recover`, or `cortex restore` to list older copies"
            msg = f"{DAMAGED}: {faults[0]}"
            raise StoreUnreadable(msg, remedy=remedy)
        files.copy_sidecar(f"{staged}/{SIDECAR_MEMBER}")
        probes = probes_of(tools.open_copy, copied, now_us)
        files.settle(copied)
        manifest = Manifest(
            created_us=now_us,
            cortex=tools.cortex,
            contents=files.contents(copied),
            members=folder.measured(staged),
            probes=probes,
        )
        size = folder.pack(staged, manifest, target, on_progress)
    proof = verify(tools, target) if wish.is_verified else None
    dropped: tuple[str, ...] = ()
    if wish.target is None and not wish.is_set_aside:
        dropped = tuple(each.path for each in folder.kept(brain_id)[wish.keep :])
        for path in dropped:
            folder.drop(path)
    return BackupReport(target, size, manifest, proof, dropped)


def verify(tools: Copying, path: str) -> Proof:
    """Unpack a copy beside itself, look through it and ask it; nothing of it stays.

    Raises:
        CopyRefused: it does not hold what it says, or answers differently.
        DiskFull: there is no room to unpack it.
    """
    manifest = tools.folder.manifest(path)
    with tools.place.staging(path, unpacked_bytes(manifest)) as staged:
        tools.folder.unpack(path, manifest, staged)
        return proven(tools, manifest, f"{staged}/{BRAIN_MEMBER}")


def proven(tools: Copying, manifest: Manifest, path: str) -> Proof:
    """Look through an unpacked copy and ask it what the manifest says it was asked.

    Raises:
        CopyRefused: pages, counts, statements or answers do not fit.
    """
    faults = tools.files.faults(path)
    if faults:
        msg = f"the copy is damaged inside: {faults[0]}"
        raise CopyRefused(msg)
    if tools.files.contents(path) != manifest.contents:
        msg = "the copy does not hold what its manifest says"
        raise CopyRefused(msg)
    told = manifest.probes
    asked = probes_of(tools.open_copy, path, manifest.created_us, [one.fact_id for one in told])
    if [(one.fact_id, one.text_sha256) for one in told] != [
        (one.fact_id, one.text_sha256) for one in asked
    ]:
        msg = "a fact of the copy does not say what it said"
        raise CopyRefused(msg)
    is_migrated = tools.files.contents(path).schema_version != manifest.contents.schema_version
    if manifest.cortex != tools.cortex or is_migrated:
        return Proof(manifest.contents.facts, len(asked), None)
    same = sum(one == other for one, other in zip(told, asked, strict=True))
    if same < len(asked):
        msg = f"{len(asked) - same} of {len(asked)} questions are answered differently"
        raise CopyRefused(msg)
    return Proof(manifest.contents.facts, len(asked), same)


def unpacked_bytes(manifest: Manifest) -> int:
    """Give the room the files of a copy take."""
    return sum(member.size for member in manifest.members)


def probes_of(
    open_copy: BrainAt, path: str, at_us: int, fact_ids: Sequence[int] | None = None
) -> tuple[Probe, ...]:
    """Ask a brain about some of its facts, in the words of each, as of one instant; in id order.

    Args:
        fact_ids: which, ascending; those that are not there are left out. None takes a sample.
    """
    brain = open_copy(path)
    try:
        with brain.reading() as reader:
            sample = _sample(reader, at_us) if fact_ids is None else reader.facts(fact_ids)
        return tuple(_probe(brain, fact, at_us) for fact in sample)
    finally:
        brain.close()


def _sample(reader: BrainReader, at_us: int) -> list[Fact]:
    """Give facts spread evenly over the ids, each once, without reading those between."""
    newest = reader.fact_page(Gate(TemporalMode.HISTORICAL, at_us), None, 1)
    if not newest:
        return []
    step = max(1, newest[0].fact_id // PROBES_MAX)
    found: dict[int, Fact] = {}
    for after_id in range(0, newest[0].fact_id, step)[:PROBES_MAX]:
        for fact in reader.iter_facts(after_id, 1):
            found[fact.fact_id] = fact
            break
    return [found[fact_id] for fact_id in sorted(found)]


def _probe(brain: Brain, fact: Fact, at_us: int) -> Probe:
    text = str(fact.content.text)
    asker = Asker(Scope(USER_SCOPE_ID, USER_SCOPE_ID), None, None, at_us)
    words = text.encode("utf-8", "replace")[:QUERY_BYTES_MAX].decode("utf-8", "ignore")
    view = recall(brain, Question(words, wants_leads=False), asker)
    answer = encode(view_json(view)["cards"])
    return Probe(fact.fact_id, _digest(text), _digest(answer))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
