"""How do facts age, leave current answers, and leave their rows, a slice at a time?

Each slice looks without a lock and writes in one short transaction. Nothing here enters the rank of
an answer, and no statement is changed. Source: CQR 12.4 and 12.6, ADR 0085, ADR 0086.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.facts.ageing import (
    COLD_DAYS,
    COLD_DAYS_HARD,
    display_form,
    is_archivable,
    is_due,
    tier_of,
)
from cortex.model.ages import AgedForm
from cortex.model.conflicts import ConflictStatus
from cortex.model.durations import DAY_US
from cortex.model.facts import FactStatus
from cortex.model.housekeeping import Pressure
from cortex.model.relations import REQUIRED_ROLES
from cortex.model.versions import FactChange
from cortex.services.grounds import Step
from cortex.services.revise import Revision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.ages import AgeRow
    from cortex.ports.brain import BrainReader, BrainWriter
    from cortex.services.grounds import Grounds

ROWS_OF_A_SLICE = 500
"""Facts looked at in one slice: a few milliseconds of reading."""

ARCHIVED_OF_A_SLICE = 100
"""Facts archived in one transaction: each is announced, which takes a third of a millisecond."""

PRAISE_MIN = 5
IMMUNITY_DAYS = 14
"""Times a fact must have helped, the last of them in these days, to stay whatever it weighs."""

MOVED_OF_A_SLICE = 256
"""Facts moved to cold blocks in one transaction: four blocks, about 30 ms."""


def age_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Age the next facts above an id: keep their short forms, archive those nobody needs."""
    del pressure
    now_us = grounds.now_us()
    with grounds.brain.reading() as reader:
        rows = reader.ages.survey(position, ROWS_OF_A_SLICE)
        forms = _forms(reader, [row for row in rows if is_due(row, now_us)], now_us)
        ending = leaving(reader, rows, now_us)
    if not rows:
        return Step(0, is_done=True)
    if forms or ending:
        with grounds.writing() as writer:
            writer.ages.keep_forms(forms)
            # Looked at again: whatever was used, pinned or contested meanwhile stays.
            ending = leaving(writer, writer.ages.survey(position, ROWS_OF_A_SLICE), now_us)
            archived = ending[:ARCHIVED_OF_A_SLICE]
            _archive(writer, archived, grounds, now_us)
    else:
        archived = []
    counts = (("aged", len(forms)), ("archived", len(archived)))
    if len(ending) > len(archived):
        return Step(archived[-1], counts)
    return Step(rows[-1].fact_id, counts)


def leaving(reader: BrainReader, rows: Sequence[AgeRow], now_us: int) -> list[int]:
    """Give the ids of those that leave current answers, in id order.

    A fact somebody still has to decide about does not, nor one that helped often of late, nor one
    that limits what another fact may claim.
    """
    fading = [row for row in rows if is_archivable(row, now_us)]
    since_us = now_us - IMMUNITY_DAYS * DAY_US
    praised = reader.learning.praised([row.fact_id for row in fading], PRAISE_MIN, since_us)
    found = [row.fact_id for row in fading if row.fact_id not in praised]
    limiting = {
        relation.other_id
        for relation in reader.relations.touching(found)
        if relation.role in REQUIRED_ROLES
    }
    contested = {
        fact_id
        for record in reader.conflicts_of(found, (ConflictStatus.OPEN,))
        for fact_id in (record.source_fact_id, record.target_fact_id)
    }
    return [fact_id for fact_id in found if fact_id not in contested | limiting]


def move_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Move what facts say that long no longer stand into cold blocks."""
    del position
    before_us = cold_before_us(grounds.now_us(), pressure)
    with grounds.brain.reading() as reader:
        if not reader.ages.movable(before_us, 1):
            return Step(0, is_done=True)
    with grounds.writing() as writer:
        moved = writer.ages.move_cold(writer.ages.movable(before_us, MOVED_OF_A_SLICE))
    return Step(0, (("moved", moved),), is_done=moved == 0)


def cold_before_us(now_us: int, pressure: Pressure) -> int:
    """Give the instant before which a fact must have ended to be moved."""
    days = COLD_DAYS_HARD if pressure is Pressure.HARD else COLD_DAYS
    return now_us - days * DAY_US


def _forms(reader: BrainReader, due: Sequence[AgeRow], now_us: int) -> list[AgedForm]:
    facts = {fact.fact_id: fact for fact in reader.facts([row.fact_id for row in due])}
    forms = []
    for row in due:
        tier = tier_of(row, now_us)
        text = facts[row.fact_id].content.text
        forms.append(AgedForm(row.fact_id, tier, now_us, display_form(text, tier)))
    return forms


def _archive(writer: BrainWriter, fact_ids: Sequence[int], grounds: Grounds, now_us: int) -> None:
    """Archive facts under one log entry, which a rollback undoes whole.

    Their windows stay as they are: nobody said that they stopped being true.
    """
    if not fact_ids:
        return
    revision = Revision(writer, "archive", grounds.caller, now_us)
    changed = [
        revision.change(fact_id, FactChange(status=FactStatus.ARCHIVED)) for fact_id in fact_ids
    ]
    revision.close(changed[0], f"archived out of use: {len(changed)} facts")
