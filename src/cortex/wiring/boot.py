"""How is a boot brief put together from settings, folders and a brain file?

Hooks load this on every run, so the modules of the store are imported where they are needed and
nothing here costs (ADR 0040).
"""

# ruff: noqa: PTH110  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.core.scopes.resolution import resolve
from cortex.model.boot import FORM_FRESH, FORM_RESUMED, BootLimit, BootQuestion
from cortex.services.boot import BUDGET_TOKENS_DEFAULT, boot, boot_session, empty_brief
from cortex.stores.system.line_log import BOOTS, note_line
from cortex.stores.system.places import SystemPlaces
from cortex.stores.system.session_marks import FileSessionMarks, FileTold
from cortex.wiring.deadline import Deadline

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.hosts.registry import Adapter
    from cortex.model.boot import BootBrief
    from cortex.model.callers import Caller
    from cortex.model.host_events import HostEvent
    from cortex.model.scopes import Scope
    from cortex.ports.boot import BootReader
    from cortex.wiring.hook_call import HookCall
    from cortex.wiring.settings import Settings

# Milliseconds a hook waits for a locked file. Readers of a brain do not wait for writers at all, so
# this only ever covers the moment in which another process recovers it.
HOOK_BUSY_MS = 100

# The same for a person at a prompt.
COMMAND_BUSY_MS = 5_000


def start_context(  # One argument for each thing an answer depends on.
    event: HostEvent,
    adapter: Adapter,
    settings: Settings,
    call: HookCall,
    deadline: Deadline,
    room_chars: int,
) -> str:
    """Give what a session that begins or goes on is told: one fenced text, or nothing.

    Of at most ``room_chars`` characters: other things may stand before it.

    Raises:
        StoreUnreadable, StoreNewer, StoreBusy: as ``open_boot_reader``.
    """
    from cortex.stores.sqlite.lean_driver import load_driver

    load_driver()
    agent = call.agent or adapter.AGENT
    question = boot_question(settings, event.cwd or settings.cwd, deadline.now_us(), agent)
    if os.path.lexists(f"{settings.home}/budgets.toml"):
        from cortex.wiring.budgets import is_boot_allowed  # Few homes have such a file.

        if not is_boot_allowed(settings, question.now_us):
            return ""
    limit = _hook_limit(adapter, call.budget_tokens, room_chars)
    form = adapter.FORMS_BY_CAUSE.get(event.cause, FORM_FRESH)
    reader = open_boot_reader(settings, HOOK_BUSY_MS, deadline)
    try:
        text, brief = boot_session(
            reader, FileSessionMarks(settings.home), (event.session_id, form), question, limit
        )
    finally:
        reader.close()
    told = FileTold(settings.home)
    if form != FORM_RESUMED:
        told.forget(event.session_id)  # It has nothing in view of what stood beside its prompts.
    if text:
        _note(settings, question, brief, (form, limit.budget_tokens, deadline.spent_us()))
        shown = [str(one) for capsule in brief.capsules for one in capsule.fact_ids]
        told.tell(event.session_id, shown, 0)
    return text


def _hook_limit(adapter: Adapter, budget_tokens: int | None, room_chars: int) -> BootLimit:
    """Give the room inside the envelope; a budget that was asked for lifts it to the host's own."""
    if budget_tokens is None:
        budget_tokens, bytes_max = BUDGET_TOKENS_DEFAULT, adapter.OUTPUT_BYTES_MAX
    else:
        bytes_max = adapter.OUTPUT_BYTES_LIMIT
    return BootLimit(budget_tokens, min(bytes_max - adapter.ENVELOPE_BYTES, room_chars))


def _note(
    settings: Settings, question: BootQuestion, brief: BootBrief, served: tuple[str, int, int]
) -> None:
    """Note down a brief, as (form, budget in tokens, microseconds it took)."""
    capsules = brief.capsules
    note_line(
        settings.home,
        BOOTS,
        (
            question.now_us,
            os.getpid(),
            question.owner_id or 0,
            *served,
            len(brief.prompt),
            sum([len(capsule.fact_ids) for capsule in capsules]),
            sum([capsule.left_out for capsule in capsules]),
            question.agent,
            *question.scope.visible_ids,
        ),
    )


def boot_question(settings: Settings, cwd: str, now_us: int, agent: str) -> BootQuestion:
    """Give the question for a folder, as the caller the settings name."""
    places = SystemPlaces()
    scope = resolve(places, cwd, settings.user_home)
    here = places.real_path(cwd) or cwd
    return BootQuestion(scope, here, now_us, settings.owner_id, agent=agent)


def compile_boot(  # noqa: PLR0913  # A brief is for whom, where, when and how large.
    settings: Settings,
    scope: Scope,
    *,
    budget_tokens: int,
    caller: Caller,
    now_us: int,
    cwd: str | None = None,
    counts_savings: bool = False,
) -> BootBrief:
    """Give the brief of a scope for a person or a tool.

    Args:
        settings: which brain.
        scope: the place.
        budget_tokens: how large it may become.
        caller: for whom.
        now_us: the present instant.
        cwd: real absolute path of the folder; the scope's root when None.
        counts_savings: also tell what the brief saves, which reads every fact of the place.

    Returns:
        The brief; an empty one when there is no brain yet.

    Raises:
        StoreUnreadable: the file is damaged, or no brain.
        StoreNewer: it was written by a newer Cortex.
        StoreBusy: it stayed locked for the whole wait.
    """
    here = cwd or scope.root or ""
    question = BootQuestion(scope, here, now_us, caller.owner_id, agent=caller.agent)
    limit = BootLimit(budget_tokens)
    if not os.path.exists(settings.db_path):
        return empty_brief()
    taking = Deadline()
    reader = open_boot_reader(settings, COMMAND_BUSY_MS, None)
    try:
        brief = boot(reader, question, limit, counts_savings=counts_savings)
    finally:
        reader.close()
    if brief.prompt:
        _note(settings, question, brief, (FORM_FRESH, budget_tokens, taking.spent_us()))
    return brief


def open_boot_reader(settings: Settings, busy_ms: int, deadline: Deadline | None) -> BootReader:
    """Open the brain for reading only; nothing is created.

    Raises:
        StoreUnreadable: the file is missing, damaged, or no brain.
        StoreNewer: it was written by a newer Cortex.
        StoreBusy: it stayed locked for the whole wait.
    """
    from cortex.stores.sqlite.boot import SqliteBootReader

    return SqliteBootReader(settings.db_path, busy_ms, deadline.is_over if deadline else None)
