"""What is stored here, page by page?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest
from cortex.model.gates import Gate, TemporalMode

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.facts import Fact
    from cortex.ports.brain import Brain

PAGE_FACTS_MAX = 1000
"""Facts of one page: about a megabyte of JSON."""


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list is wanted.

    Args:
        after_id: the last id of the page before; None starts at the newest.
        limit: 1..``PAGE_FACTS_MAX``.
        include_cold: also what is retracted, superseded, expired or outside its window.
    """

    after_id: int | None = None
    limit: int = 50
    include_cold: bool = False


def list_facts(
    brain: Brain,
    scope_ids: tuple[str, ...] | None,
    caller: Caller,
    now_us: int,
    page: Page,
) -> tuple[Fact, ...]:
    """Give one page of facts, newest id first; a page shorter than ``limit`` is the last.

    Pages follow each other without gap or repetition: the next one starts after the last id of
    this one, whatever was committed in between.

    Args:
        scope_ids: only these scopes; None lists every scope.

    Raises:
        InvalidRequest: the limit is out of range.
    """
    if not 1 <= page.limit <= PAGE_FACTS_MAX:
        message = f"a page of {page.limit} facts is out of range"
        raise InvalidRequest(message, remedy=f"write 1 to {PAGE_FACTS_MAX}", field="limit")
    mode = TemporalMode.HISTORICAL if page.include_cold else TemporalMode.CURRENT
    gate = Gate(mode, now_us, scope_ids=scope_ids, owner_id=caller.owner_id)
    with brain.reading() as reader:
        return tuple(reader.fact_page(gate, page.after_id, page.limit))
