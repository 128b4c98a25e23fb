"""How is a boot brief put together from settings, folders and a brain file?

Hooks load this on every run, so the modules of the store are imported where they are needed and
nothing here costs (ADR 0040).
"""

# ruff: noqa: PTH110, PTH112  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.core.scopes.resolution import resolve
from cortex.hosts import claude_code
from cortex.model.boot import FORM_FRESH, BootLimit, BootQuestion
from cortex.services.boot import BUDGET_TOKENS_DEFAULT, boot, boot_session, empty_brief
from cortex.stores.system.boot_log import note_boot
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.environment import read_environment
from cortex.stores.system.places import SystemPlaces
from cortex.stores.system.session_marks import FileSessionMarks
from cortex.wiring.settings import read_settings

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.boot import BootBrief
    from cortex.model.callers import Caller
    from cortex.model.scopes import Scope
    from cortex.ports.boot import BootReader
    from cortex.wiring.settings import Settings

# Microseconds a hook may take in all; then it is silent. Hosts wait five seconds and more.
HOOK_DEADLINE_US = 1_000_000

# Milliseconds a hook waits for a locked file. Readers of a brain do not wait for writers at all, so
# this only ever covers the moment in which another process recovers it.
HOOK_BUSY_MS = 100

# The same for a person at a prompt.
COMMAND_BUSY_MS = 5_000


class Deadline:
    """When a hook has to be done."""

    __slots__ = ("_clock", "_end_us", "_start_us")

    def __init__(self, allowed_us: int = HOOK_DEADLINE_US) -> None:
        self._clock = SystemClock()
        self._start_us = self._clock.now_us()
        self._end_us = self._start_us + allowed_us

    def now_us(self) -> int:
        """Give the present instant."""
        return self._clock.now_us()

    def spent_us(self) -> int:
        """Give the time that was taken so far."""
        return max(0, self.now_us() - self._start_us)

    def left_seconds(self) -> float:
        """Give the time that is left; zero when it is over."""
        return max(0, self._end_us - self.now_us()) / 1_000_000

    def is_over(self) -> bool:
        """Tell whether the time is over."""
        return self.now_us() >= self._end_us


class HookOptions:
    """What the hook's command line asked for; every member may be None."""

    __slots__ = ("agent", "budget_tokens", "db", "home")

    def __init__(
        self,
        home: str | None = None,
        db: str | None = None,
        budget_tokens: int | None = None,
        agent: str | None = None,
    ) -> None:
        self.agent = agent
        self.home = home
        self.db = db
        self.budget_tokens = budget_tokens


class HookAnswer:
    """What a hook says.

    Attributes:
        output: bytes for standard output: one envelope, or nothing.
        notes: lines for standard error, in order; without memory text.
    """

    __slots__ = ("notes", "output")

    def __init__(self, output: bytes = b"", notes: tuple[str, ...] = ()) -> None:
        self.output = output
        self.notes = notes


def answer_session_start(payload: bytes, options: HookOptions, deadline: Deadline) -> HookAnswer:
    """Give the answer to a session that starts. Never raises.

    Args:
        payload: what the host wrote to standard input, as far as it was read.
        options: the command line.
        deadline: when the answer has to be there.

    Returns:
        An envelope within the host's limits; no output when there is nothing to say, when this is
        no session start, when it is a nested session, or when something failed. A failure is also
        written to the journal of the Cortex home, if that folder exists.
    """
    home = ""
    notes: tuple[str, ...] = ()
    try:
        environment = read_environment()
        settings = read_settings(options.home, options.db, environment)
        home = settings.home
        notes = settings.warnings
        if settings.is_nested or claude_code.is_nested(environment):
            return HookAnswer()
        if not os.path.exists(settings.db_path):
            return HookAnswer(notes=notes)  # Nothing was ever kept here: no fault, no news.
        return HookAnswer(_start(payload, settings, options, deadline), notes)
    except Exception as error:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        fault = _fault(error)
    _journal(home, fault, deadline.now_us())
    return HookAnswer(notes=(*notes, fault))


def _start(payload: bytes, settings: Settings, options: HookOptions, deadline: Deadline) -> bytes:
    from cortex.stores.sqlite.lean_driver import load_driver

    load_driver()
    from cortex.stores.sqlite.json_text import read_text_fields

    fields = read_text_fields(payload, claude_code.START_FIELDS)
    if fields is None:
        from cortex.model.errors import InvalidRequest

        message = f"standard input ({len(payload)} bytes) is no JSON object"
        raise InvalidRequest(message)
    start = claude_code.read_session_start(fields)
    if start is None:
        return b""
    agent = options.agent or claude_code.AGENT
    question = boot_question(settings, start.cwd or settings.cwd, deadline.now_us(), agent)
    if os.path.lexists(f"{settings.home}/budgets.toml"):
        from cortex.wiring.budgets import is_boot_allowed  # Few homes have such a file.

        if not is_boot_allowed(settings, question.now_us):
            return b""
    limit = _hook_limit(options.budget_tokens)
    reader = open_boot_reader(settings, HOOK_BUSY_MS, deadline)
    try:
        text, brief = boot_session(
            reader,
            FileSessionMarks(settings.home),
            (start.session_id, start.form),
            question,
            limit,
        )
    finally:
        reader.close()
    if text:
        _note(settings, question, brief, (start.form, limit.budget_tokens, deadline.spent_us()))
    return claude_code.start_answer(text) if text else b""


def _hook_limit(budget_tokens: int | None) -> BootLimit:
    """Give the room inside the envelope; a budget that was asked for lifts it to the host's own."""
    if budget_tokens is None:
        bytes_max = claude_code.OUTPUT_BYTES_MAX - claude_code.ENVELOPE_BYTES
        return BootLimit(BUDGET_TOKENS_DEFAULT, bytes_max)
    return BootLimit(budget_tokens, claude_code.OUTPUT_BYTES_LIMIT - claude_code.ENVELOPE_BYTES)


def _note(
    settings: Settings, question: BootQuestion, brief: BootBrief, served: tuple[str, int, int]
) -> None:
    """Note down a brief, as (form, budget in tokens, microseconds it took)."""
    capsules = brief.capsules
    note_boot(
        settings.home,
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


def journal_fault(fault: str, options: HookOptions, now_us: int) -> None:
    """Write a fault of the hook to the journal, if its folder can be told. Never raises."""
    try:
        home = read_settings(options.home, options.db).home
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return
    _journal(home, fault, now_us)


def _fault(error: Exception) -> str:
    """Give one line for the journal: a code and, for an error of ours, what it says."""
    from cortex.model.errors import CortexError

    if isinstance(error, CortexError):
        return f"{error.code}: {error.message}"
    return f"internal: {type(error).__name__}"


def _journal(home: str, fault: str, now_us: int) -> None:
    # A home that does not exist stays that way: nobody has asked Cortex to keep anything here yet.
    if home and os.path.isdir(home):
        from cortex.core.boot.calendar import second_text
        from cortex.stores.system.journal import append_line

        append_line(home, f"{second_text(now_us)} hook-boot {fault}")
