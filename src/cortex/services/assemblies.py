"""How are records put together, and opened again exactly or not at all?

An assembly names its members and repeats none. Whenever it is opened each member is looked at
again: one that may no longer be read is missing, and without one that limits the others nothing
is told. Source: CQR 6.6, ADR 0132.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cortex.core.assemblies import guards as conditions
from cortex.core.assemblies.brief import preview
from cortex.core.assemblies.envelope import members_of, pack, rows_of
from cortex.core.facts.references import is_revision, parse_reference, parse_revision
from cortex.core.observe.cites import refusal_of_cite
from cortex.core.observe.intake import SECRET, checked_label
from cortex.core.text.cleaning import clean
from cortex.core.text.digests import content_hash
from cortex.model.assemblies import (
    REFERENCE_PREFIX,
    Assembly,
    Guard,
    GuardKind,
    Member,
    OpenedAssembly,
    OpenedMember,
)
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.errors import NotFound
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    ASSEMBLIES_MAX,
    ASSEMBLY_GUARDS_MAX,
    ASSEMBLY_MEMBERS_MAX,
    FIELDS_BYTES_MAX,
)
from cortex.model.observations import observation_reference
from cortex.model.refusals import CaptureRefused
from cortex.model.revisions import RevisionId
from cortex.model.scopes import USER_SCOPE_ID
from cortex.services.find import get_fact
from cortex.services.observe import observation_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.assemblies import AssemblySpec
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.ports.brain import Brain, BrainReader

BOUNDS = "invalid_assembly_bounds"
MEMBER = "assembly_member_unavailable"
GUARD = "invalid_assembly_guard"
QUOTA = "assembly_quota"

ID_BYTES_MAX = 256
"""UTF-8 bytes of the name of an assembly or of its kind."""

BRAIN_KEY = "brain"
"""Key of the one guard about the whole brain."""

ALTERED = "it is no longer what was kept"
CHANGED = "what it depends on has changed"
UNQUALIFIED = "what limits it cannot be read"


class Sight(NamedTuple):
    """Who reads, when, and what the operator lets be read."""

    caller: Caller
    now_us: int
    policy: CapturePolicy = EVERYTHING_ALLOWED


class Assembled(NamedTuple):
    """What became of an assembly; the same again is the revision there is."""

    assembly: Assembly
    is_duplicate: bool


def assemble(brain: Brain, spec: AssemblySpec, scope_id: str, sight: Sight) -> Assembled:
    """Keep an assembly, as the next revision of the one of this name.

    In another scope than before it is no longer found from the old one.

    Raises:
        CaptureRefused: out of bounds, a member that cannot be read now, or a guard that names
            nothing.
        InvalidRequest, NotFound: a member or guard is no reference, or of nothing.
    """
    name = _checked_name(spec.assembly_id, "id")
    kind = _checked_name(spec.kind, "kind")
    caller, now_us, _ = sight
    with brain.writing() as writer:
        members = _members(writer, spec.members, caller)
        filled = _guards(writer, spec.guards, caller)
        envelope = pack(rows_of(members))
        latest = writer.assemblies.find(caller.principal, name)
        made = Assembly(
            caller.principal,
            name,
            1 if latest is None else latest.sequence + 1,
            scope_id,
            kind,
            envelope,
            filled,
            content_hash(envelope),
            now_us,
        )
        _require_readable(writer, members, made, sight)
        if latest is not None and latest._replace(sequence=made.sequence, made_us=now_us) == made:
            return Assembled(latest, is_duplicate=True)
        if latest is None and writer.assemblies.count(caller.principal) >= ASSEMBLIES_MAX:
            message = f"{ASSEMBLIES_MAX} assemblies are kept"
            raise CaptureRefused(QUOTA, message, remedy="change one of them", field="id")
        writer.assemblies.add(made)
        return Assembled(made, is_duplicate=False)


def get(brain: Brain, reference: str, caller: Caller) -> OpenedAssembly:
    """Give the assembly a reference names, its members by name, none of them opened.

    Args:
        reference: ``asm:release``, or ``release@2`` for one revision.

    Raises:
        NotFound: there is none, or not for this caller.
    """
    with brain.reading() as reader:
        return shut(find(reader, reference, caller))


def shut(assembly: Assembly) -> OpenedAssembly:
    """Give an assembly with its members by name; without them when it was altered."""
    if content_hash(assembly.envelope) != assembly.digest:
        return OpenedAssembly(assembly, (), ALTERED)
    return OpenedAssembly(assembly, tuple(map(OpenedMember, members_of(assembly.envelope))))


def expand(brain: Brain, reference: str, sight: Sight) -> OpenedAssembly:
    """Give an assembly with the whole text of each member that can be read.

    Raises:
        NotFound: as ``get``.
    """
    with brain.reading() as reader:
        return opened(reader, find(reader, reference, sight.caller), sight)


def find(reader: BrainReader, reference: str, caller: Caller) -> Assembly:
    """Give an assembly, as ``get``, within an open transaction."""
    name, at, number = reference.strip().removeprefix(REFERENCE_PREFIX).rpartition("@")
    is_revision_named = bool(at) and number.isascii() and number.isdigit() and len(number) <= 9
    if not at:
        name = number
    found = reader.assemblies.find(
        caller.principal, name, int(number) if is_revision_named else None
    )
    if found is None or bool(at) != is_revision_named:
        message = f"there is no assembly '{reference.strip()[:60]}' here"
        remedy = "check the id; `cortex capture why` lists those that use led to"
        raise NotFound(message, remedy=remedy, field="id")
    return found


def opened(reader: BrainReader, assembly: Assembly, sight: Sight) -> OpenedAssembly:
    """Open an assembly: all that limits it, or nothing of it.

    A member that limits nothing and cannot be read has no text; the others are told without it.
    """
    closed = shut(assembly)
    members = [one.member for one in closed.members]
    refusal = closed.refusal
    if conditions.broken(assembly.guards, _epochs(reader, assembly.guards)):
        refusal = CHANGED
    read = [_read(reader, one, assembly, sight) for one in members]
    if any(one.text is None and one.member.is_required for one in read):
        refusal = UNQUALIFIED
    if refusal:
        read = [OpenedMember(one.member) for one in read]
    return OpenedAssembly(assembly, tuple(read), refusal)


def _members(reader: BrainReader, given: Sequence[Member], caller: Caller) -> tuple[Member, ...]:
    """Give the members with their references in the one form that is kept."""
    if not 1 <= len(given) <= ASSEMBLY_MEMBERS_MAX:
        message = f"an assembly has 1 to {ASSEMBLY_MEMBERS_MAX} members, not {len(given)}"
        raise CaptureRefused(BOUNDS, message, remedy="make several of it", field="members")
    for member in given:
        _require_plain(member.fields_json or "")
    members = tuple(one._replace(reference=_exact(reader, one.reference, caller)) for one in given)
    if len({one.reference for one in members}) < len(members):
        message = "a record is a member twice"
        raise CaptureRefused(BOUNDS, message, remedy="name it once", field="members")
    return members


def _exact(reader: BrainReader, reference: str, caller: Caller) -> str:
    """Give a reference to exact bytes: of a fact that is its latest revision."""
    written = reference.strip()
    if written.casefold().startswith("obs:"):
        return observation_reference(observation_id(written.casefold(), "members"))
    if is_revision(written):
        return str(parse_revision(written, "members"))
    fact = get_fact(reader, written, caller, "members")
    return str(RevisionId(fact.fact_id, reader.revisions.latest([fact.fact_id])[fact.fact_id]))


def _guards(reader: BrainReader, given: Sequence[Guard], caller: Caller) -> tuple[Guard, ...]:
    """Give the guards with their keys in the form that is kept and with their epochs."""
    if len(given) > ASSEMBLY_GUARDS_MAX:
        message = f"an assembly has at most {ASSEMBLY_GUARDS_MAX} guards, not {len(given)}"
        raise CaptureRefused(BOUNDS, message, remedy="keep those that matter", field="guards")
    named = [one._replace(key=_guard_key(reader, one, caller)) for one in given]
    filled = conditions.filled(named, _epochs(reader, named))
    for guard in filled:
        if guard.epoch < 0:
            message = f"the guard '{guard.kind} {guard.key}' is about nothing that is here"
            remedy = "leave its epoch out, or give the number of a revision"
            raise CaptureRefused(GUARD, message, remedy=remedy, field="guards")
    return tuple(filled)


def _guard_key(reader: BrainReader, guard: Guard, caller: Caller) -> str:
    if guard.kind is GuardKind.FACT:
        return f"fact:{get_fact(reader, guard.key, caller, 'guards').fact_id}"
    if guard.key == BRAIN_KEY:
        return guard.key
    message = f"a guard of the kind 'restore' has the key '{BRAIN_KEY}'"
    raise CaptureRefused(GUARD, message, remedy="name that key", field="guards")


def _epochs(reader: BrainReader, guards: Sequence[Guard]) -> dict[tuple[str, str], int]:
    """Give the present epoch of each thing guarded; what is gone has none."""
    numbers = {
        guard.key: parse_reference(guard.key).fact_id
        for guard in guards
        if guard.kind is GuardKind.FACT
    }
    latest = reader.revisions.latest(sorted(numbers.values())) if numbers else {}
    epochs: dict[tuple[str, str], int] = {
        (GuardKind.FACT, key): latest[number]
        for key, number in numbers.items()
        if number in latest and not reader.erasure.is_forgotten(number)
    }
    epochs[GuardKind.RESTORE, BRAIN_KEY] = reader.restore_epoch()
    return epochs


def _require_readable(
    reader: BrainReader, members: Sequence[Member], assembly: Assembly, sight: Sight
) -> None:
    for member in members:
        if _text(reader, member, assembly, sight) is None:
            message = f"{member.reference} cannot be read from this scope"
            remedy = "name a record of this scope that stands and is yours"
            raise CaptureRefused(MEMBER, message, remedy=remedy, field="members")


def _read(reader: BrainReader, member: Member, assembly: Assembly, sight: Sight) -> OpenedMember:
    text = _text(reader, member, assembly, sight)
    return OpenedMember(member, text, "" if text is None else preview(text))


def _text(reader: BrainReader, member: Member, assembly: Assembly, sight: Sight) -> str | None:
    """Give the exact text of a member, or None when it may not be read here and now."""
    if member.reference.startswith("obs:"):
        found = reader.observations.find(observation_id(member.reference))
        principal, scope_id = sight.caller.principal, assembly.scope_id
        if found is None or refusal_of_cite(found, principal, scope_id, policy=sight.policy):
            return None
        return str(found.event.text)
    revision = parse_revision(member.reference)
    scopes = tuple(sorted({assembly.scope_id, USER_SCOPE_ID}))
    gate = Gate(TemporalMode.CURRENT, sight.now_us, scopes, sight.caller.owner_id)
    if reader.revisions.find(revision) is None:
        return None
    facts = reader.facts([revision.fact_id], gate)
    return next((str(fact.content.text) for fact in facts), None)  # No revision changes a text.


def _checked_name(given: str, field: str) -> str:
    """Give a name as it is kept; the sign before a revision's number is no part of one."""
    name = checked_label(given.strip().removeprefix(REFERENCE_PREFIX), field)
    if len(name.encode()) > ID_BYTES_MAX or "@" in name or not name.isprintable():
        message = f"'{field}' is longer than {ID_BYTES_MAX} bytes, or holds '@'"
        raise CaptureRefused(BOUNDS, message, remedy="give a short name", field=field)
    return name


def _require_plain(fields_json: str) -> None:
    """Refuse notes that are too long, or that hold what no store keeps in clear."""
    if len(fields_json.encode()) > FIELDS_BYTES_MAX:
        message = f"the fields of a member have more than {FIELDS_BYTES_MAX} bytes"
        raise CaptureRefused(BOUNDS, message, remedy="keep a log in a file", field="members")
    if fields_json and clean(json.dumps(json.loads(fields_json), ensure_ascii=False)).counts:
        message = "the fields of a member hold a secret, private text or a recalled block"
        remedy = "take it out, or name where it is kept"
        raise CaptureRefused(SECRET, message, remedy=remedy, field="members")
