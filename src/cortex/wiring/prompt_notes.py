"""How does what hooks and operations noted beside the brain get into it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.services.stats import keep_notes, read_prompts, read_uses
from cortex.stores.system.line_log import PROMPTS, USES, drop_taken, take_lines

if TYPE_CHECKING:
    from cortex.wiring.house import House


def take_in_prompts(house: House, wait_ms: int | None = None) -> int:
    """Take in what became of prompts and what was used since; gives how many prompts were new.

    Safe to repeat and to be killed: a prompt counts once, whoever takes it in.

    Args:
        wait_ms: longest wait for the turn to write; None is the store's own.
    """
    home = house.settings.home
    prompts, uses = take_lines(home, PROMPTS), take_lines(home, USES)
    if not prompts and not uses:
        return 0
    count = keep_notes(house.brain, read_prompts(prompts), read_uses(uses), wait_ms)
    drop_taken(home, PROMPTS)
    drop_taken(home, USES)
    return count
