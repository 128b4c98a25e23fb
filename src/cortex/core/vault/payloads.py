"""Is this payload an item that a vault takes?

Private spans are removed first and the rest is measured; whatever a later read would refuse is
refused here. Source: vault contract; docs/formats/vault-writing.md.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from cortex.core.vault.script import SAFE_INTEGER_MAX, WHITE, trim, units
from cortex.core.vault.text import FORBIDDEN, public
from cortex.model.limits import (
    VAULT_ENTRIES_MAX,
    VAULT_ENTRY_UNITS_MAX,
    VAULT_LINE_UNITS_MAX,
    VAULT_PAYLOAD_BYTES_MAX,
    VAULT_RELATED_MAX,
    VAULT_TARGET_UNITS_MAX,
    VAULT_TEXT_UNITS_MAX,
)
from cortex.model.vault import VaultCode, VaultFault
from cortex.model.vault_writing import (
    ACTORS,
    FOLDERS,
    PROPOSAL_KINDS,
    RELATIONS,
    HotItem,
    Item,
    NoteItem,
    ProposalItem,
    Relation,
)

BOUND_TYPES = {"remember": ("memory", "idea", "knowledge"), "propose": ("proposal",)}
"""Types of item each command takes."""

_KEYS = {
    "memory": "actor confidence content entries op provenance type",
    "idea": "confidence content related source_session title type",
    "knowledge": "confidence content entity_type name related source_session type",
    "proposal": "confidence edit observed_across_sessions rationale source_session "
    "target_file target_kind type",
}
_PROVENANCES = ("explicit", "deduced", "inferred")
_ENTITIES = ("person", "company", "research")
_LINE = re.compile(r"\r\n|[\n\r\u2028\u2029]")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,255}", re.ASCII)
_INDICATORS = frozenset("-?:,[]{}#&*!|>\"%@'`")
"""Characters a plain scalar of YAML cannot begin with."""


def read_payload(word: bytes, command: str) -> dict[str, Any]:
    """Give the object a payload spells, when the command takes its type.

    Raises:
        VaultFault: ``invalid_input``: too large, or no JSON; ``write_refused``: of another type.
    """
    if len(word) > VAULT_PAYLOAD_BYTES_MAX:
        message = f"Write payload exceeds {VAULT_PAYLOAD_BYTES_MAX} bytes"
        raise VaultFault(VaultCode.INVALID_INPUT, message)
    try:
        value = json.loads(word.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        message = "Write payload must be valid JSON"
        raise VaultFault(VaultCode.INVALID_INPUT, message) from None
    found = value.get("type") if isinstance(value, dict) else None
    allowed = BOUND_TYPES[command]
    if not isinstance(found, str) or found not in allowed:
        message = f"{command} takes an object whose type is one of: {', '.join(allowed)}"
        raise VaultFault(VaultCode.WRITE_REFUSED, message)
    return dict(value)


def checked_item(value: Mapping[str, Any]) -> Item:
    """Give the item of a payload that keeps every rule of its type.

    Raises:
        VaultFault: ``governance_refused``; the field is named and its value never quoted.
    """
    kind = value["type"]
    unknown = sorted(value.keys() - set(_KEYS[kind].split()))
    if unknown:
        deny(f"unknown field(s) for {kind}: {public(', '.join(unknown))}")
    if kind == "memory":
        return _hot(value)
    if kind == "proposal":
        return _proposal(value)
    return _note(value, kind)


def deny(message: str) -> NoReturn:
    """Raise the refusal of an item."""
    raise VaultFault(VaultCode.GOVERNANCE_REFUSED, message)


def _hot(value: Mapping[str, Any]) -> HotItem:
    _one_of(value.get("actor"), "actor", ACTORS)
    op = value.get("op", "add")
    _one_of(op, "op", ("add", "set"))
    if "provenance" in value:
        _one_of(value["provenance"], "provenance", _PROVENANCES)
    _confidence(value)
    if op == "add":
        if "entries" in value:
            deny("op add takes content; entries belong to op set")
        entries: tuple[str, ...] = (_text(value, "content"),)
    else:
        if "content" in value:
            deny("op set takes entries; content belongs to op add")
        given = value.get("entries")
        if not isinstance(given, list) or not 1 <= len(given) <= VAULT_ENTRIES_MAX:
            deny(f"entries must be a list of 1 to {VAULT_ENTRIES_MAX}")
        entries = tuple(
            _text({"entries[]": one}, "entries[]", VAULT_ENTRY_UNITS_MAX, is_line=True)
            for one in given
        )
    return HotItem(value["actor"], op, entries)


def _note(value: Mapping[str, Any], kind: str) -> NoteItem:
    named = "title"
    record_type = "idea"
    if kind == "knowledge":
        named = "name"
        record_type = value.get("entity_type", "")
        _one_of(record_type, "entity_type", _ENTITIES)
    assert record_type in FOLDERS
    return NoteItem(
        type=kind,
        kind=record_type,
        title=_text(value, named, VAULT_LINE_UNITS_MAX, is_line=True),
        content=_text(value, "content"),
        session=_session(value),
        confidence=_confidence(value),
        related=_related(value),
    )


def _proposal(value: Mapping[str, Any]) -> ProposalItem:
    target = value.get("target_file")
    if isinstance(target, str) and public(target) != target:
        deny("target_file must not hold a private tag")
    kind = value.get("target_kind")
    if "target_kind" in value:
        _one_of(kind, "target_kind", tuple(PROPOSAL_KINDS))
    observed = value.get("observed_across_sessions", 1)
    is_count = _is_number(observed) and 1 <= observed <= SAFE_INTEGER_MAX
    if not is_count or observed != int(observed):
        deny("observed_across_sessions must be a whole number of at least 1")
    target_file = _text(value, "target_file", VAULT_TARGET_UNITS_MAX, is_line=True)
    edit, rationale = _text(value, "edit"), _text(value, "rationale")
    confidence = _confidence(value)
    if confidence is None:
        deny("confidence must be a finite number between 0 and 1")
    session = _session(value)
    return ProposalItem(target_file, kind, edit, confidence, rationale, int(observed), session)


def _text(
    value: Mapping[str, Any],
    name: str,
    units_max: int = VAULT_TEXT_UNITS_MAX,
    *,
    is_line: bool = False,
) -> str:
    """Give a text that must be there, without private spans and outer white space."""
    text = _measured(value.get(name), name, units_max)
    if not trim(text):
        deny(f"{name} must not be empty")
    return trim(_harmless(text, name, is_line=is_line))


def _measured(given: object, name: str, units_max: int) -> str:
    if not isinstance(given, str):
        deny(f"{name} must be a text")
    text = public(given)
    if units(text) > units_max:
        deny(f"{name} exceeds size limit ({units_max})")
    return text


def _harmless(text: str, name: str, *, is_line: bool) -> str:
    """Give a text back when nothing in it could pass for something else once it is in a file."""
    if FORBIDDEN.search(text) is not None:
        deny(f"{name} contains control characters")
    lines = _LINE.split(text)
    if is_line and len(lines) > 1:
        deny(f"{name} must be single-line")
    if any(line.rstrip(WHITE) == "---" for line in lines):
        deny(f"{name} contains frontmatter injection")
    if "<!--" in text or "-->" in text:
        deny(f"{name} contains comment injection")
    return text


def _session(value: Mapping[str, Any]) -> str | None:
    """Give the session, which ends up as a plain scalar of YAML; None when it is blank."""
    name = "source_session"
    if name not in value:
        return None
    text = _measured(value[name], name, VAULT_LINE_UNITS_MAX)
    bare = trim(_harmless(text, name, is_line=True))
    if bare and (bare[0] in _INDICATORS or re.search(r":[ \t]|#[ \t]|\t", bare)):
        deny(f"{name} contains YAML-ambiguous syntax")
    return bare or None


def _confidence(value: Mapping[str, Any]) -> float | None:
    if "confidence" not in value:
        return None
    given = value["confidence"]
    if not _is_number(given) or not 0 <= given <= 1:
        deny("confidence must be a finite number between 0 and 1")
    return float(given)


def _related(value: Mapping[str, Any]) -> tuple[Relation, ...]:
    """Give the links, one for each slug; the last type of a slug wins."""
    given = value.get("related", [])
    if not isinstance(given, list) or len(given) > VAULT_RELATED_MAX:
        deny(f"related must be a list of at most {VAULT_RELATED_MAX}")
    found: dict[str, str] = {}
    for at, link in enumerate(given):
        if not isinstance(link, dict) or link.keys() != {"slug", "type"}:
            deny(f"related[{at}] must have a slug and a type, and nothing else")
        slug = link["slug"]
        if not isinstance(slug, str) or _SLUG.fullmatch(slug) is None:
            deny(f"related[{at}] slug must be 1 to 256 of A-Z a-z 0-9 . _ -")
        _one_of(link["type"], f"related[{at}] type", RELATIONS)
        found[slug] = link["type"]
    return tuple(Relation(slug, kind) for slug, kind in found.items())


def _one_of(given: object, name: str, allowed: tuple[str, ...]) -> None:
    if not isinstance(given, str) or given not in allowed:
        deny(f"{name} must be one of: {', '.join(allowed)}")


def _is_number(given: Any) -> bool:
    if isinstance(given, bool):
        return False
    return isinstance(given, int) or (isinstance(given, float) and math.isfinite(given))


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
