"""Which location does an edit mean, and may it change what is there?

Five guards, in the order a caller can do something about them. Each refusal says the next call.
Source: CQR 11 (G1 to G5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cortex.core.identity.references import is_digest_spelling
from cortex.core.text.patterns import pattern
from cortex.model.identity import NUMBER_MAX, BindFault, LivePath, Loc
from cortex.model.refusals import BindRefused

AUTHORITIES = frozenset({"read_seed", "write", "edit"})
"""What may give the right to edit: having read, written or edited the file oneself."""

LISTED_MAX = 8
"""Locations named in a refusal; more is no choice any more."""

_LOC = pattern("@([1-9][0-9]{0,15})")

READ_FIRST = "read the file, then edit through the @N it is shown under"


def loc_number(text: str) -> int:
    """Give the number of a location, ``@N``.

    Raises:
        BindRefused: ``not_a_loc``; a digest is never echoed.
    """
    match = _LOC.fullmatch(text)
    if match is None or int(match[1]) > NUMBER_MAX:
        what = "a digest names bytes, not a place" if is_digest_spelling(text) else "it is no @N"
        raise _refused(BindFault.NOT_A_LOC, what, READ_FIRST)
    return int(match[1])


def bound_loc(
    asked: str | None, locs: Sequence[Loc], seal_of: Callable[[Loc], str], live: LiveOf
) -> Loc:
    """Give the location an edit is bound to.

    Args:
        asked: ``@N``, or None to mean the only one that can be edited.
        locs: the session's locations, by number.
        seal_of: the digest of the bytes a location was shown.
        live: how its path stands now, or None when it cannot be read.

    Raises:
        BindRefused: with the reason and the next call.
    """
    loc = _named(asked, locs)
    if loc.kind != "file" or not (loc.granted_by or loc.origin):
        raise _refused(BindFault.NOT_EDITABLE, f"{loc} is no file that was read here", READ_FIRST)
    if loc.granted_by not in AUTHORITIES:
        message = f"{loc} was handed over, which is no right to edit"
        raise _refused(BindFault.CAPSULE_NOT_AUTHORITY, message, READ_FIRST)
    now = live(loc)
    if now is None or now.revision != loc.revision or now.digest != seal_of(loc):
        message = f"the file behind {loc} changed since it was shown"
        raise _refused(BindFault.BIND_STALE, message, "read the file again; it gets a new @N")
    return loc


LiveOf = Callable[[Loc], LivePath | None]


def _named(asked: str | None, locs: Sequence[Loc]) -> Loc:
    if asked is not None:
        number = loc_number(asked)
        for loc in locs:
            if loc.number == number:
                return loc
        message = f"@{number} was not shown in this session"
        raise _refused(BindFault.LOC_UNKNOWN, message, READ_FIRST)
    editable = [loc for loc in locs if loc.kind == "file" and loc.granted_by in AUTHORITIES]
    if not editable:
        raise _refused(BindFault.UNBOUND, "no file was read in this session", READ_FIRST)
    if len(editable) > 1:
        named = ", ".join(map(str, editable[-LISTED_MAX:]))
        message = "several files could be meant"
        raise _refused(BindFault.BIND_AMBIGUOUS, message, f"name one of {named}")
    return editable[0]


def _refused(reason: BindFault, message: str, next_call: str) -> BindRefused:
    return BindRefused(message, reason=reason.value, remedy=next_call, field="loc")
