"""How are assemblies told in a prompt?

One heading for each, the members that limit it first, and how to open it. An assembly that may not
be told stands there with its name and the reason, and without a word of its members.
Source: CQR 6.6.
"""

from __future__ import annotations

from collections.abc import Iterable

from cortex.core.text.fence import neutralise
from cortex.model.assemblies import Bundle, MemberRole, OpenedMember
from cortex.model.limits import OBSERVATION_PREVIEW_CHARS_MAX

WORDS = {
    MemberRole.EXCEPTION: "Exception",
    MemberRole.CONTRADICTION: "Contradiction",
    MemberRole.QUALIFICATION: "Qualification",
    MemberRole.SUPPORT: "Support",
    MemberRole.OBSERVATION: "Observation",
}
_ORDER = tuple(WORDS)

PREVIEW_READ_CHARS = 10 * OBSERVATION_PREVIEW_CHARS_MAX
"""Characters read for a preview; a text may have megabytes, and begin with some blanks."""


def brief_of(bundles: Iterable[Bundle]) -> str:
    """Give the text; empty for no bundle."""
    return "\n".join(line for bundle in bundles for line in _lines(bundle))


def preview(text: str) -> str:
    """Give the beginning of a member on one line, unable to close a fence around it."""
    beginning = " ".join(text[:PREVIEW_READ_CHARS].split())
    return neutralise(beginning[:OBSERVATION_PREVIEW_CHARS_MAX]).text


def _lines(bundle: Bundle) -> list[str]:
    opened = bundle.opened
    lines = [f"Assembly {opened.assembly.assembly_id}:"]
    if opened.refusal:
        lines.append(f"  Not told: {opened.refusal}")
    told = [one for one in opened.members if one.text is not None]
    told.sort(key=lambda one: _ORDER.index(one.member.role))
    return [*lines, *map(_line, told), f"  Expand: {opened.assembly.reference}"]


def _line(one: OpenedMember) -> str:
    return f"  {WORDS[one.member.role]} {one.member.reference}: {one.preview}"
