"""Where is it noted that an agent came back to a fact? Beside the brain: reading writes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.brief.uses import facts_in_arguments
from cortex.stores.system.line_log import USES, note_line

if TYPE_CHECKING:
    from collections.abc import Mapping


def note_operation(
    home: str, name: str, arguments: Mapping[str, object], agent: str, now_us: int
) -> None:
    """Note which facts an agent gave to an operation, for the figures. Never raises."""
    fact_ids = facts_in_arguments(name, arguments)
    if fact_ids:
        note_line(home, USES, (now_us, agent, *fact_ids))
