"""How are assemblies and reports of their use read from JSON and written as JSON?

A name that is not known is refused, so that no report seems to say more than is kept.
Source: docs/formats/assemblies.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NoReturn, TypeVar

from cortex.model.assemblies import (
    ASSEMBLY_EXCEPTION_ROUTE,
    LEARNED_ASSEMBLY_ROUTE,
    PRESENT_EPOCH,
    AssemblySpec,
    Bundle,
    EventKind,
    EventSpec,
    Guard,
    GuardKind,
    KeptEvent,
    Member,
    MemberRole,
    OpenedAssembly,
    OpenedMember,
)
from cortex.model.errors import InvalidRequest
from cortex.wire.exact_json import one_line, read_object
from cortex.wire.instants import instant_json, parse_instant

READY = "ready"
NOT_QUALIFIED = "qualification_unavailable"
DISABLED = "disabled"

EPOCH_MAX = 2**53
REWARDS = (-1, 0, 1)

Choice = TypeVar("Choice", bound=Enum)


def read_assembly(text: str) -> AssemblySpec:
    """Give the assembly a JSON object describes.

    Raises:
        InvalidRequest: a name is missing, unknown, or has a value of another type.
    """
    told = _Told(read_object(text, "assembly"), "assembly")
    spec = AssemblySpec(
        assembly_id=told.text("id"),
        kind=told.text("kind"),
        members=tuple(map(_member, told.objects("members"))),
        guards=tuple(map(_guard, told.objects("guards", default=()))),
        scope=told.optional_text("scope"),
    )
    told.end()
    return spec


def read_event(text: str) -> EventSpec:
    """Give the report a JSON object describes.

    Raises:
        InvalidRequest: as ``read_assembly``.
    """
    told = _Told(read_object(text, "event"), "event")
    observed = told.optional_text("observed_at")
    event = EventSpec(
        origin=told.text("origin"),
        event_id=told.text("origin_event_id"),
        unit=told.text("training_unit"),
        target=told.text("target"),
        kind=told.one_of("kind", EventKind),
        reward=told.number("reward"),
        cues=told.texts("cues"),
        sources=told.texts("sources", default=()),
        observed_us=None if observed is None else parse_instant(observed, field="observed_at"),
        receipt_ref=told.optional_text("receipt_ref"),
        scope=told.optional_text("scope"),
    )
    told.end()
    if event.reward not in REWARDS:
        told.refuse("reward", "is -1, 0 or 1")
    return event


def assembly_json(opened: OpenedAssembly, *, is_duplicate: bool | None = None) -> dict[str, object]:
    """Give an assembly as it is kept: which records it is made of, and how it is packed."""
    return {
        **_named_json(opened),
        "codec": json.loads(opened.assembly.envelope).get("codec") if opened.members else None,
        "digest": opened.assembly.digest,
        "guards": [
            {"kind": guard.kind.value, "key": guard.key, "epoch": guard.epoch}
            for guard in opened.assembly.guards
        ],
        "made_at": instant_json(opened.assembly.made_us),
        "members": [_member_json(one) for one in opened.members],
        **({} if is_duplicate is None else {"duplicate": is_duplicate}),
    }


def expanded_json(opened: OpenedAssembly) -> dict[str, object]:
    """Give an assembly with the whole text of each member; a member without one is unavailable.

    ``fields_json`` has the keys in the order they were handed over in; JSON objects are sorted.
    """
    return {
        **_named_json(opened),
        "members": [
            {
                **_member_json(one),
                "fields_json": one.member.fields_json,
                "available": one.text is not None,
                "text": one.text,
            }
            for one in opened.members
        ],
    }


def bundles_json(bundles: Sequence[Bundle] | None) -> dict[str, object]:
    """Give what a question leads to; None stands for routes that are off."""
    if bundles is None:
        return {"status": DISABLED, "explanations": []}
    return {"status": READY, "explanations": [bundle_json(bundle) for bundle in bundles]}


def bundle_json(bundle: Bundle) -> dict[str, object]:
    """Give an assembly that a question leads to, with why, and how its members begin."""
    opened, weight = bundle
    return {
        **_named_json(opened),
        "route": LEARNED_ASSEMBLY_ROUTE,
        "utility": weight.utility,
        "mass": weight.mass,
        "cues": list(weight.cues),
        "training_units": list(weight.units),
        "members": [_preview_json(one) for one in opened.members if one.text is not None],
        "trust": {"kind": "attributed_observation", "instruction": False, "privilege": "none"},
    }


def event_json(kept: KeptEvent) -> dict[str, object]:
    """Give how a report stands."""
    return {
        "status": kept.status,
        "origin": kept.event.origin,
        "origin_event_id": kept.event.event_id,
        "target": kept.event.assembly_id,
    }


def _named_json(opened: OpenedAssembly) -> dict[str, object]:
    return {
        "id": opened.assembly.assembly_id,
        "revision_id": opened.assembly.revision_id,
        "scope": opened.assembly.scope_id,
        "kind": opened.assembly.kind,
        "status": NOT_QUALIFIED if opened.refusal else READY,
        "reason": opened.refusal or None,
        "expand": opened.assembly.reference,
    }


def _member_json(one: OpenedMember) -> dict[str, object]:
    noted = one.member.fields_json
    return {
        "role": one.member.role.value,
        "revision_id": one.member.reference,
        "required": one.member.is_required,
        **({} if noted is None else {"fields": json.loads(noted)}),
    }


def _preview_json(one: OpenedMember) -> dict[str, object]:
    is_required = one.member.is_required
    return {
        "role": one.member.role.value,
        "revision_id": one.member.reference,
        "expand": one.member.reference,
        "preview": one.preview,
        "required": is_required,
        "route": ASSEMBLY_EXCEPTION_ROUTE if is_required else LEARNED_ASSEMBLY_ROUTE,
    }


def _member(value: Mapping[str, Any]) -> Member:
    told = _Told(value, "member")
    noted = told.optional_object("fields")
    member = Member(
        told.text("revision_id"),
        told.one_of("role", MemberRole),
        None if noted is None else one_line(noted),
    )
    told.end()
    return member


def _guard(value: Mapping[str, Any]) -> Guard:
    told = _Told(value, "guard")
    kind, key = told.one_of("kind", GuardKind), told.text("key")
    guard = Guard(kind, key, told.number("epoch", default=PRESENT_EPOCH))
    told.end()
    if not PRESENT_EPOCH <= guard.epoch <= EPOCH_MAX:
        told.refuse("epoch", "is out of range")
    return guard


class _Told:
    """One object of a request; each value is taken once, and what is left over is refused."""

    def __init__(self, value: Mapping[str, Any], what: str) -> None:
        self._left = dict(value)
        self._what = what

    def text(self, name: str) -> str:
        """Give a text."""
        value = self._left.pop(name, None)
        if not isinstance(value, str) or not value.strip():
            self.refuse(name, "is a text that is not empty")
        return value

    def optional_text(self, name: str) -> str | None:
        """Give a text, or None where it is missing or null."""
        if self._left.get(name) is None:
            self._left.pop(name, None)
            return None
        return self.text(name)

    def number(self, name: str, default: int | None = None) -> int:
        """Give a whole number; true and false are none."""
        value = self._left.pop(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(name, "is a whole number")
        return value

    def texts(self, name: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Give a list of texts."""
        value = self._left.pop(name, default)
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            self.refuse(name, "is a list of texts")
        return tuple(value)

    def objects(
        self, name: str, default: Sequence[Any] | None = None
    ) -> tuple[Mapping[str, Any], ...]:
        """Give a list of objects."""
        value = self._left.pop(name, default)
        if not isinstance(value, list | tuple) or not all(isinstance(one, dict) for one in value):
            self.refuse(name, "is a list of objects")
        return tuple(value)

    def optional_object(self, name: str) -> Mapping[str, Any] | None:
        """Give an object, or None where it is missing."""
        if name not in self._left:
            return None
        value = self._left.pop(name)
        if not isinstance(value, dict):
            self.refuse(name, "is an object")
        return value

    def one_of(self, name: str, choices: type[Choice]) -> Choice:
        """Give one of a closed set."""
        written = self.text(name)
        found = {str(choice.value): choice for choice in choices}
        if written not in found:
            self.refuse(name, "is one of " + ", ".join(found))
        return found[written]

    def end(self) -> None:
        """Refuse what nobody asked for."""
        for name in sorted(self._left):
            self.refuse(name[:40], "is no name that is known here")

    def refuse(self, name: str, why: str) -> NoReturn:
        """Refuse a value.

        Raises:
            InvalidRequest: always.
        """
        message = f"'{name}' of the {self._what} {why}"
        remedy = "see docs/formats/assemblies.md"
        raise InvalidRequest(message, remedy=remedy, field=name)
