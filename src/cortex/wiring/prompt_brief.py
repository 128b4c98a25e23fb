"""How does a prompt get what the brain knows about it, within a quarter of a second?

Hooks load this on every prompt, so nothing here costs, and what answers a question is imported only
once there is one. Whatever goes wrong, nothing is said (ADR 0007).
Source: docs/formats/prompt-brief.md.
"""

# ruff: noqa: PTH110, PTH112  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.core.boot.packing import json_bytes
from cortex.core.brief.outcomes import (
    INJECTED,
    SILENT_BUDGET,
    SILENT_FAULT,
    SILENT_LATE,
    SILENT_NO_BRAIN,
    SILENT_NO_SESSION,
    SILENT_NOTHING,
    SILENT_UNNOTED,
)
from cortex.core.brief.prompts import read_prompt
from cortex.model.host_events import PROMPT
from cortex.stores.system.line_log import PROMPTS, note_line
from cortex.stores.system.session_marks import FileTold, is_name

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Collection

    from cortex.model.host_events import HostEvent
    from cortex.model.scopes import Scope
    from cortex.ports.brain import BrainReader
    from cortex.wiring.deadline import Deadline
    from cortex.wiring.settings import Settings

# Bytes of one brief inside a JSON string, its fence included: far below the smallest limit of any
# host, and below the size at which hosts store output apart and send it again with each request.
BRIEF_BYTES_MAX = 1_200

# Bytes of all briefs beside the prompts of one session, until its context is compacted: twenty
# full ones, so that a hundred prompts cannot flood it.
SESSION_BYTES_MAX = 24_000

# Bytes left of a session's budget below which no card is worth looking for.
BRIEF_BYTES_MIN = 200

# Milliseconds to wait for a file that is locked whole; readers do not wait for writers.
BUSY_MS = 50


class _Outcome:
    """What became of a prompt, on its way into the log."""

    __slots__ = ("keys", "reason", "text")

    def __init__(self, reason: str, text: str = "", keys: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.text = text
        self.keys = keys


def prompt_context(event: HostEvent, settings: Settings, deadline: Deadline) -> str:
    """Give what is put beside a prompt: one fenced text, or an empty one. Never raises.

    Every prompt of a session itself is noted in the log of the home, with what became of it and
    without a word of it. The same facts are told to a session once, until ``FileTold.forget``.
    """
    if event.kind != PROMPT or event.agent_id or settings.is_nested:
        return ""
    try:
        outcome = _answer(event, settings, deadline)
        if outcome.reason == INJECTED and deadline.is_over():
            outcome = _Outcome(SILENT_LATE)  # The host does not listen any more: nothing was told.
        elif outcome.reason == INJECTED and not _is_kept(event, settings, outcome):
            outcome = _Outcome(SILENT_UNNOTED)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        outcome = _Outcome(SILENT_LATE if deadline.is_over() else SILENT_FAULT)
        _journal(settings.home, error, deadline.now_us())
    _note(event, settings, deadline, outcome)
    return outcome.text


def _answer(event: HostEvent, settings: Settings, deadline: Deadline) -> _Outcome:
    asked, reason = read_prompt(event.text)
    if reason:
        return _Outcome(reason)
    if not is_name(event.session_id):
        return _Outcome(SILENT_NO_SESSION)
    if not os.path.exists(settings.db_path):
        return _Outcome(SILENT_NO_BRAIN)
    told, used = FileTold(settings.home).find(event.session_id)
    bytes_max = min(BRIEF_BYTES_MAX, SESSION_BYTES_MAX - used)
    if bytes_max < BRIEF_BYTES_MIN:
        return _Outcome(SILENT_BUDGET)
    return _recalled(event, settings, deadline, (asked, told, bytes_max))


def _recalled(
    event: HostEvent,
    settings: Settings,
    deadline: Deadline,
    request: tuple[str, Collection[str], int],
) -> _Outcome:
    """Ask the brain: (question, what the session knows, bytes at most)."""
    from cortex.core.brief.plain import read_plain
    from cortex.core.scopes.resolution import resolve
    from cortex.stores.sqlite.lean_driver import load_driver
    from cortex.stores.system.places import SystemPlaces

    load_driver()
    from cortex.stores.sqlite.looking import Look

    asked = request[0]
    cwd = event.cwd or settings.cwd
    scope = resolve(SystemPlaces(), cwd, settings.user_home)
    look = Look(settings.db_path, BUSY_MS, deadline.is_over)
    try:
        plain = read_plain(asked)
        if plain is not None and not look.may_answer(plain, scope.visible_ids):
            return _Outcome(SILENT_NOTHING)
        return _asked_in_full(look.reader(), settings, deadline, (scope, cwd), request)
    finally:
        look.close()


def _asked_in_full(
    reader: BrainReader,
    settings: Settings,
    deadline: Deadline,
    place: tuple[Scope, str],
    request: tuple[str, Collection[str], int],
) -> _Outcome:
    from cortex.services.prompt_brief import prompt_brief
    from cortex.services.recall import Asker
    from cortex.services.scope import missing_from
    from cortex.stores.system.places import SystemPlaces

    scope, cwd = place
    asked, told, bytes_max = request
    asker = Asker(
        scope=scope,
        scope_ids=scope.visible_ids,
        owner_id=settings.owner_id,
        now_us=deadline.now_us(),
        is_missing=missing_from(SystemPlaces(), scope, cwd),
    )
    brief, reason = prompt_brief(reader, asked, asker, told, bytes_max)
    return _Outcome(reason, brief.text, brief.keys)


def _is_kept(event: HostEvent, settings: Settings, outcome: _Outcome) -> bool:
    """Note that the session is told; what cannot be noted would be told again with each prompt."""
    told = FileTold(settings.home)
    return told.tell(event.session_id, list(outcome.keys), json_bytes(outcome.text))


def _note(event: HostEvent, settings: Settings, deadline: Deadline, outcome: _Outcome) -> None:
    note_line(
        settings.home,
        PROMPTS,
        (
            deadline.now_us(),
            os.getpid(),
            settings.owner_id or 0,
            event.host,
            event.session_id if is_name(event.session_id) else "",
            outcome.reason,
            json_bytes(outcome.text),
            deadline.spent_us(),
            *outcome.keys,
        ),
    )


def _journal(home: str, error: Exception, now_us: int) -> None:
    if not os.path.isdir(home):
        return
    from cortex.core.boot.calendar import second_text
    from cortex.model.errors import CortexError
    from cortex.stores.system.journal import append_line

    code = error.code if isinstance(error, CortexError) else f"internal: {type(error).__name__}"
    append_line(home, f"{second_text(now_us)} hook-prompt {code}")
