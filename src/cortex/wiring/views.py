"""How does a person at the terminal look at the memory as an agent does?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.model.lean_classes import NamedTuple
from cortex.model.profiles import PROFILE_DEFAULT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.model.callers import Caller, Place
    from cortex.model.cards import View
    from cortex.model.questions import Question
    from cortex.wiring.house import House


class Seen(NamedTuple):
    """An answer as it fits the budget, and what it leaves open.

    Args:
        view: the cards that fit.
        data: the same as JSON, with receipt, needs, budget and change cursor.
        omitted: references left out for the budget, in rank order.
        needed_bytes: a budget that is enough, when nothing could be shown.
        headlines: (reference, type) of what would answer, for a budget of nothing.
        unmet, unknown: needs that were named and are not covered, or are none.
        changes: what changed since the cursor that was given, oldest first.
        conflicts: the open ones, newest first, in a profile that names them.
    """

    view: View
    data: dict[str, object]
    omitted: tuple[str, ...]
    needed_bytes: int | None
    headlines: tuple[tuple[str, str], ...]
    unmet: tuple[str, ...]
    unknown: tuple[str, ...]
    changes: tuple[Mapping[str, object], ...]
    conflicts: tuple[Mapping[str, object], ...]


def look_at(
    house: House, question: Question, how: Mapping[str, Any], caller: Caller, place: Place
) -> Seen:
    """Ask through a profile, with needs, in a budget, from a cursor.

    Args:
        how: ``profile`` (None takes the usual one and keeps near misses), ``need``, ``budget`` and
            ``since``.

    Raises:
        CortexError: as the operation ``query``.
    """
    from cortex.services.operations.answers import DEPTHS, conflict_lines, look_answer
    from cortex.services.operations.looking import Lens, look, through

    profile = how["profile"] or PROFILE_DEFAULT
    asked = through(question, profile) if how["profile"] else question
    lens = Lens(profile, tuple(how["need"]), how["budget"], DEPTHS[-1], how["since"])
    seen = look(house, asked, lens, caller, place)
    is_asked = seen.needs.is_short
    return Seen(
        view=seen.packing.view,
        data={"profile": profile, **look_answer(seen)},
        omitted=seen.packing.omitted,
        needed_bytes=seen.packing.needed_bytes,
        headlines=tuple(
            (card.fact.reference, card.fact.content.type) for card in seen.packing.headlines
        ),
        unmet=seen.needs.unmet if is_asked else (),
        unknown=seen.needs.unknown,
        changes=seen.feed.changes,
        conflicts=tuple(conflict_lines(seen.conflicts)),
    )


def list_by(house: House, how: Mapping[str, Any], caller: Caller, place: Place) -> dict[str, Any]:
    """Give what a profile tells without a question, as the operation ``query`` does.

    Args:
        how: ``profile``, ``limit`` and ``since``.

    Raises:
        CortexError: as the operation ``query``.
    """
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.outward import plain_names
    from cortex.services.operations.query import FIELDS, answer

    asked = {
        "profile": how["profile"],
        "limit": how["limit"],
        "change_cursor": how["since"],
    }
    return plain_names(answer(house, Arguments(asked, FIELDS), caller, place))
