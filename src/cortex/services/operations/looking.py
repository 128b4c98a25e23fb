"""How does a question become an answer with a budget, needs, a receipt and a cursor?

One way for MCP, `cortex op` and `cortex query`: the same lens gives the same cards.
Source: docs/formats/operations.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.conflicts import ConflictStatus
from cortex.model.lean_classes import NamedTuple
from cortex.model.profiles import (
    PROFILES_WITH_CONFLICTS,
    PROFILES_WITH_HISTORY,
    PROFILES_WITHOUT_LEADS,
)
from cortex.services.operations.changes import (
    BASELINE,
    ChangeCursor,
    Feed,
    changes_since,
    read_cursor,
    require_same,
    scope_filter,
)
from cortex.services.operations.needs import PROFILE_TYPES, NeedReport, report
from cortex.services.operations.packing import Packing, pack
from cortex.services.operations.view_receipts import receipt_of, write_receipt

if TYPE_CHECKING:
    from cortex.core.recall.presence import Attestation
    from cortex.model.callers import Caller, Place
    from cortex.model.gates import Gate
    from cortex.model.questions import Question
    from cortex.model.stories import ConflictStory
    from cortex.services.operations.host import OperationHost

LISTED_DEFAULT = 20
"""Entries of a list that is asked for without a number."""


class Lens(NamedTuple):
    """How somebody wants to look.

    Args:
        budget_bytes: most UTF-8 bytes of brief text; None for no limit, 0 for headlines alone.
        depth: how much of each card is written: ``brief``, ``support`` or ``exact``.
        cursor: the place in the feed the caller stands at, as text; None for a baseline.
        supplied: needs that something beside the cards meets.
    """

    profile: str
    needs: tuple[str, ...] = ()
    budget_bytes: int | None = None
    depth: str = "brief"
    cursor: str | None = None
    attested: Attestation | None = None
    context_epoch: str | None = None
    supplied: frozenset[str] = frozenset()


class Look(NamedTuple):
    """What was seen: the view packed into the budget, its receipt, its needs and the feed.

    ``conflicts`` are the open ones, newest first, in a profile that names them.
    """

    lens: Lens
    packing: Packing
    receipt: str
    needs: NeedReport
    feed: Feed
    conflicts: tuple[ConflictStory, ...] = ()


def through(question: Question, profile: str) -> Question:
    """Give the question as a profile asks it; what the asker chose stands."""
    return question._replace(
        wants_history=question.wants_history or profile in PROFILES_WITH_HISTORY,
        types=question.types or PROFILE_TYPES.get(profile, ()),
        wants_leads=question.wants_leads and profile not in PROFILES_WITHOUT_LEADS,
    )


def look(host: OperationHost, question: Question, lens: Lens, caller: Caller, place: Place) -> Look:
    """Ask, and see the answer through a lens; what the profile changes of the question is done.

    Raises:
        InvalidRequest: the cursor is malformed; nothing was asked.
        ResnapshotRequired: the cursor belongs to another store, filter or rule.
        CortexError: what the question itself raised.
    """
    given = None if lens.cursor is None else read_cursor(lens.cursor)
    view = host.query(question, place, caller)
    scopes = view.coverage.searched_scopes
    now = ChangeCursor(
        view.restore_epoch, scope_filter(caller, lens.profile, scopes), view.frontier
    )
    feed = feed_since(host, given, now, host.gate(place, caller)) if given else Feed(now, BASELINE)
    packing = pack(view, lens.budget_bytes)
    named = packing.view._replace(cards=packing.named)
    receipt = write_receipt(receipt_of(named), caller.principal)
    conflicts = open_conflicts(host, lens.profile, caller)
    supplied = lens.supplied | _supplied(lens, conflicts)
    met = report(lens.profile, lens.needs, packing.named, supplied)
    return Look(lens, packing, receipt, met, feed, conflicts)


def open_conflicts(
    host: OperationHost, profile: str, caller: Caller, limit: int = LISTED_DEFAULT
) -> tuple[ConflictStory, ...]:
    """Give the open conflicts, newest first, for a profile that names them; else none."""
    if profile not in PROFILES_WITH_CONFLICTS:
        return ()
    return host.conflicts(ConflictStatus.OPEN.value, limit, caller)


def _supplied(lens: Lens, conflicts: tuple[ConflictStory, ...]) -> frozenset[str]:
    """Give the needs met beside the cards: by listed conflicts, by the whole reason of an audit."""
    is_audit = lens.profile == "audit" and lens.depth != "brief"
    met = (("conflicts", bool(conflicts)), ("audit", is_audit))
    return frozenset(need for need, is_met in met if is_met)


def feed_since(
    host: OperationHost, given: ChangeCursor | None, now: ChangeCursor, gate: Gate
) -> Feed:
    """Give what changed since a cursor; without one, the baseline to go on from.

    Raises:
        ResnapshotRequired: the cursor belongs to another store, filter or rule.
    """
    if given is None:
        return Feed(now, BASELINE)
    require_same(given, now)
    with host.known.reading() as reader:
        return changes_since(reader, given, now, gate)


def feed_of(
    host: OperationHost, cursor: str | None, profile: str, caller: Caller, place: Place
) -> Feed:
    """Give what changed at a place, when no question is asked.

    Raises:
        InvalidRequest: the cursor is malformed.
        ResnapshotRequired: the cursor belongs to another store, filter or rule.
    """
    given = None if cursor is None else read_cursor(cursor)
    gate = host.gate(place, caller)
    with host.known.reading() as reader:
        epoch, frontier = reader.restore_epoch(), reader.change_items.frontier()
    now = ChangeCursor(epoch, scope_filter(caller, profile, gate.scope_ids), frontier)
    return feed_since(host, given, now, gate)
