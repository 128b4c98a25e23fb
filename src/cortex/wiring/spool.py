"""How is what hooks took down worked off, and by whom? By whoever comes next and may write.

Every caller gives it a bounded slice of its time; nothing to do costs one look at the disk.
Source: ADR 0137, docs/formats/spool.md.
"""

# ruff: noqa: PTH110  # pathlib costs every command 8 ms.

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from cortex.stores.system.spool import has_rows, spool_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.scopes import Scope
    from cortex.ports.spool import SpoolState
    from cortex.services.commit import Committer
    from cortex.services.drain import DrainReport
    from cortex.wiring.house import House
    from cortex.wiring.settings import Settings

SLICE_MS = 20
"""Milliseconds an MCP call may spend on it before it answers."""

ROW_MS = 5
"""Milliseconds one row may take, as a bound: a batch is not stopped in the middle."""

COMMAND_MS = 2_000
"""Milliseconds a person's command may: a day's events of hard work."""

MAINTAIN_MS = 60_000
"""Milliseconds of a command that is there to look after things."""


def drain_now(house: House, budget_ms: int, wait_ms: int | None = None) -> DrainReport | None:
    """Keep what lies in the spool of this brain, as far as the time goes; None without a row.

    Raises nothing of ours: what could not be kept now stays for the next one.

    Args:
        house: the open brain; not opened, and not made, when there is nothing to do.
        budget_ms: no new batch is begun after so many milliseconds.
        wait_ms: longest wait for the turn to write; half the budget when None.
    """
    settings = house.settings
    spool = spool_path(settings.home, settings.db_path)
    if not has_rows(spool) or not os.path.exists(settings.db_path):
        return None
    from cortex.model.errors import CortexError
    from cortex.services.drain import BATCH_ROWS, DrainGround, DrainReport, drain
    from cortex.services.session_facts import SessionFacts
    from cortex.stores.system.capture_policy import STOPPED, policy_of, read_policy
    from cortex.stores.system.spool_draining import FileSpool
    from cortex.wiring.prompt_notes import take_in_prompts

    if read_policy(settings.home).fault is not None:
        # Nobody knows what the operator wants of what waits, so it waits on.
        return DrainReport(is_done=False, stopped_by="capture_disabled")
    end_us = house.now_us() + budget_ms * 1000
    wait_ms = budget_ms // 2 if wait_ms is None else wait_ms
    try:
        brain = house.brain
        take_in_prompts(house, wait_ms)  # What a session was told, before what it did with it.
    except CortexError as error:
        return DrainReport(is_done=False, stopped_by=error.code)
    ground = DrainGround(
        brain=brain,
        spool=FileSpool(spool),
        scope_of=_scopes(settings),
        is_stopped=lambda scope_id: policy_of(settings.home, scope_id) == STOPPED,
        facts=SessionFacts(brain, cache(lambda: _committer(house)), house.now_us),
        should_stop=lambda: house.now_us() >= end_us,
        wait_ms=wait_ms,
        batch_rows=max(1, min(BATCH_ROWS, budget_ms // ROW_MS)),
    )
    return drain(ground)


def spool_state(settings: Settings) -> SpoolState:
    """Give what lies in the spool of a brain. Never raises and changes nothing."""
    from cortex.stores.system.spool_draining import FileSpool

    return FileSpool(spool_path(settings.home, settings.db_path)).state()


def _scopes(settings: Settings) -> Callable[[str], Scope]:
    """Give what resolves a folder to its scope, each folder once."""
    from cortex.services.scope import resolve_scope
    from cortex.stores.system.places import SystemPlaces

    places = SystemPlaces()
    return cache(lambda cwd: resolve_scope(places, cwd, settings.user_home))


def _committer(house: House) -> Committer:
    """Give who keeps statements: the same in every scope, none names a path or another fact."""
    from cortex.services.commit import Committer
    from cortex.wiring.trust import read_trust

    return Committer(
        brain=house.brain,
        trust=read_trust(house.settings.home),
        new_id=house.new_id,
        locate=str,
        is_scope_named=True,
    )
