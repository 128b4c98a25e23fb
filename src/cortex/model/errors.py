"""What can go wrong, what does the caller see, and what does a script get?

Every failure Cortex reports is one of these classes. A class owns three promises: a ``code`` that
programs compare, an exit status that shells compare, and a default remedy for the person who must
act. The page ``docs/reference/errors.md`` is generated from this module.

Hooks meet these classes, so nothing is imported here.
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_FAILURE = 1
EXIT_USAGE = 2
EXIT_NOT_FOUND = 3
EXIT_CONFLICT = 4
EXIT_BUSY = 5
EXIT_STORE = 6
EXIT_DENIED = 7
EXIT_INTERRUPTED = 130

# Status, then what it means to whoever reads `$?`. A meaning is never given to a second status.
EXIT_MEANINGS: tuple[tuple[int, str], ...] = (
    (EXIT_OK, "it worked; an honest empty answer is also 0"),
    (EXIT_FAILURE, "it failed while running, for a reason outside the request"),
    (EXIT_USAGE, "the request itself is wrong: a name, an option, a text or a setting"),
    (EXIT_NOT_FOUND, "the fact, version or scope that was named does not exist here"),
    (EXIT_CONFLICT, "it disagrees with something already stored, and nothing was written"),
    (EXIT_BUSY, "not now: another writer or overdue maintenance is in the way; try again"),
    (EXIT_STORE, "the store cannot serve this as it stands; `cortex doctor` says why"),
    (EXIT_DENIED, "a policy or a permission forbids it"),
    (EXIT_INTERRUPTED, "it was interrupted; 128 plus the number of SIGINT, as shells count"),
)


class CortexError(Exception):
    """Something failed that no narrower class describes.

    Attributes:
        code: stable snake_case name; programs compare this, never the message.
        exit_status: what the ``cortex`` command exits with (``EXIT_MEANINGS``).
        message: one sentence that names the thing; never memory text, never a secret.
        remedy: what to do next; empty when there is nothing to do.
        field: the argument, option or setting at fault, or None.
        entry: position of the statement at fault among several committed together, or None.
        details: what a program wants to know beside the message, by name; plain JSON values.
    """

    code = "runtime_failure"
    exit_status = EXIT_FAILURE
    default_remedy = "run `cortex doctor`"

    def __init__(self, message: str, *, remedy: str | None = None, field: str | None = None):
        super().__init__(message)
        self.message = message
        self.remedy = self.default_remedy if remedy is None else remedy
        self.field = field
        self.entry: int | None = None
        self.details: dict[str, object] = {}


class InvalidRequest(CortexError):
    """An argument is missing, malformed, out of range, or not one of the documented choices."""

    code = "invalid_request"
    exit_status = EXIT_USAGE
    default_remedy = "see `cortex COMMAND --help`"


class RecipeRefused(InvalidRequest):
    """A recipe cannot be run, or would give more than it may; the message begins with the fault.

    Attributes:
        fault: one of ``cortex.model.recipes.Fault``.
    """

    code = "recipe_refused"
    default_remedy = "see docs/formats/recipes.md"

    def __init__(self, fault: str, what: str, *, remedy: str = "", field: str = "plan") -> None:
        super().__init__(f"{fault}: {what}", remedy=remedy, field=field)
        self.fault = fault


class UnknownName(CortexError):
    """A command, option, tool, operation or variable has no such name; near names are given.

    Attributes:
        name: what was asked for.
        nearest: names that do exist, best first; may be empty.
    """

    code = "unknown_name"
    exit_status = EXIT_USAGE
    default_remedy = "run `cortex --help` for the names that exist"

    def __init__(
        self, what: str, name: str, nearest: tuple[str, ...] = (), *, field: str | None = None
    ):
        super().__init__(f"there is no {what} named '{name}'", remedy=_ask(nearest), field=field)
        self.name = name
        self.nearest = nearest


class NotFound(CortexError):
    """The fact, version, receipt or alias that was named does not exist, or not for this caller.

    A recall without results is not this error: an empty answer succeeds.
    """

    code = "no_match"
    exit_status = EXIT_NOT_FOUND
    default_remedy = "check the id; `cortex history` lists the ids there are"


class ResnapshotRequired(CortexError):
    """A receipt or change cursor speaks of a store that was since restored, or of another view.

    Attributes:
        reason: what differs: ``restore_epoch``, ``scope_filter``, ``rule_version`` or ``sequence``.
    """

    code = "resnapshot_required"
    exit_status = EXIT_NOT_FOUND
    default_remedy = "ask again without it; the new answer brings a new one"
    reason = ""

    def __init__(self, message: str, *, reason: str = "", field: str | None = None):
        super().__init__(message, field=field)
        self.reason = reason


class UnknownScope(CortexError):
    """A scope was named that holds nothing here, so nothing was read from or written to it.

    Attributes:
        name: the scope name as given.
        nearest: names of scopes that do exist, best first; may be empty.
    """

    code = "unknown_scope"
    exit_status = EXIT_NOT_FOUND
    default_remedy = "run `cortex scope --all` for the scopes that exist"

    def __init__(self, name: str, nearest: tuple[str, ...] = (), *, field: str | None = None):
        asked = _ask(nearest)
        remedy = None if asked is None else f"{asked} `cortex scope --all` lists all there are"
        super().__init__(f"no scope is named '{name}'", remedy=remedy, field=field)
        self.name = name
        self.nearest = nearest


class IdempotencyConflict(CortexError):
    """A request key was used before with another payload; nothing was written.

    The message always starts with the code, because published clients look for it there.
    """

    code = "idempotency_conflict"
    exit_status = EXIT_CONFLICT
    default_remedy = "use a new key for a new request, or repeat the old one unchanged"

    def __init__(self, message: str, *, remedy: str | None = None, field: str | None = None):
        super().__init__(_led_by(self.code, message), remedy=remedy, field=field)


class Forgotten(CortexError):
    """The statement was forgotten on purpose, in this or another spelling, and stays out."""

    code = "forgotten"
    exit_status = EXIT_CONFLICT
    default_remedy = (
        "leave it out; whoever looks after this memory allows it again with `cortex forget --lift`"
    )


class RollbackRefused(CortexError):
    """The version cannot become HEAD: it was itself rolled back, or something pins it."""

    code = "rollback_refused"
    exit_status = EXIT_CONFLICT
    default_remedy = "choose a version that `cortex history` shows as active"


class MoveRefused(CortexError):
    """An obligation cannot make this move from the state it is in, or it was moved meanwhile."""

    code = "move_refused"
    exit_status = EXIT_CONFLICT
    default_remedy = "look at its present state with `cortex thread show`"


TEXT_EMPTY = "empty"
TEXT_TOO_VAGUE = "too_vague"
TEXT_TOO_LONG = "too_long"

TEXT_REMEDIES = {
    TEXT_EMPTY: "say the fact in words; spaces and invisible characters alone are not a fact",
    TEXT_TOO_VAGUE: "name the thing: a file, a command, a number or a reason",
    TEXT_TOO_LONG: "split it into several facts, or store the document and cite it",
}


class TextRejected(CortexError):
    """The text is no fact that can be kept: empty, too vague, or over the size limit.

    It is refused whole; Cortex never stores a shortened version.

    Attributes:
        reason: ``TEXT_EMPTY``, ``TEXT_TOO_VAGUE`` or ``TEXT_TOO_LONG``.
    """

    code = "text_rejected"
    exit_status = EXIT_USAGE

    def __init__(
        self,
        message: str,
        *,
        reason: str = TEXT_TOO_VAGUE,
        remedy: str | None = None,
        field: str | None = None,
    ):
        chosen = TEXT_REMEDIES[reason] if remedy is None else remedy
        super().__init__(message, remedy=chosen, field=field)
        self.reason = reason


class CaptureRefused(CortexError):
    """A source may not hand this over, or what it handed over cannot be kept exactly.

    The message starts with the reason, because published clients look for it there.

    Attributes:
        reason: one word of the capture vocabulary, such as ``source_not_authorized``.
    """

    code = "capture_refused"
    exit_status = EXIT_USAGE
    default_remedy = "see docs/formats/observations.md for the reasons"

    def __init__(
        self, reason: str, message: str, *, remedy: str | None = None, field: str | None = None
    ):
        super().__init__(_led_by(reason, message), remedy=remedy, field=field)
        self.reason = reason


class SettingsInvalid(CortexError):
    """A settings file, an environment variable or a flag holds a value that cannot be used."""

    code = "settings_invalid"
    exit_status = EXIT_USAGE
    default_remedy = "correct the setting or remove it to get the default"


class ReferenceRefused(CortexError):
    """A reference to exact bytes does not lead to them.

    Attributes:
        reason: one word of a closed set: ``malformed``, ``missing``, ``digest_mismatch`` ...
    """

    code = "reference_refused"
    exit_status = EXIT_NOT_FOUND
    default_remedy = "check the reference; `cortex op expand` with evidence exact gives one"

    def __init__(
        self, message: str, *, reason: str, remedy: str | None = None, field: str | None = None
    ):
        super().__init__(f"{reason}: {message}", remedy=remedy, field=field)
        self.reason = reason


class BindRefused(CortexError):
    """An edit is not bound to one place that may be edited; the remedy is the next call.

    Attributes:
        reason: one word of a closed set: ``unbound``, ``bind_stale`` ...
    """

    code = "bind_refused"
    exit_status = EXIT_CONFLICT

    def __init__(
        self, message: str, *, reason: str, remedy: str | None = None, field: str | None = None
    ):
        super().__init__(f"{reason}: {message}", remedy=remedy, field=field)
        self.reason = reason


class IdentityRefused(CortexError):
    """The sidecar took or numbered nothing: bytes disagree, or the session may not go on.

    Attributes:
        reason: one word of a closed set: ``integrity_collision``, ``session_frozen`` ...
    """

    code = "identity_refused"
    exit_status = EXIT_CONFLICT
    default_remedy = "open a new session, or compare the bytes with where they came from"

    def __init__(
        self, message: str, *, reason: str, remedy: str | None = None, field: str | None = None
    ):
        super().__init__(f"{reason}: {message}", remedy=remedy, field=field)
        self.reason = reason


class StoreBusy(CortexError):
    """Another writer held the store for the whole allowed wait; nothing was written."""

    code = "store_busy"
    exit_status = EXIT_BUSY
    default_remedy = "try again; nothing was changed"


class MaintenanceDebt(CortexError):
    """So much housekeeping waits that nothing new is taken in; reading works as ever.

    The message always starts with the code, because published clients look for it there.
    """

    code = "maintenance_debt_hard_limit"
    exit_status = EXIT_BUSY
    default_remedy = "run `cortex maintain`; if it fails, its report says why"


class StoreUnreadable(CortexError):
    """The store file is missing, damaged, or not a Cortex store."""

    code = "store_unreadable"
    exit_status = EXIT_STORE
    default_remedy = "run `cortex doctor`; it changes nothing unless asked"


class StoreNewer(CortexError):
    """The store was written by a newer Cortex, and this one does not guess at its meaning."""

    code = "store_newer"
    exit_status = EXIT_STORE
    default_remedy = "upgrade this Cortex; the store is intact and was not touched"


class StoreOlder(CortexError):
    """The store has an earlier format, and was opened where it may not be brought up to date."""

    code = "store_older"
    exit_status = EXIT_STORE
    default_remedy = "run `cortex list` once: it brings the store up to date, after a copy"


class StoreReadOnly(CortexError):
    """A write was asked for, but the file or its folder cannot be written. Reads still work."""

    code = "store_read_only"
    exit_status = EXIT_STORE
    default_remedy = "make the file and its folder writable, or choose another with --db"


class DiskFull(CortexError):
    """The disk is full. The write was undone whole; all that was acknowledged is intact."""

    code = "disk_full"
    exit_status = EXIT_FAILURE
    default_remedy = "free some space, then try again"


class CopyRefused(CortexError):
    """A copy is none, was changed or cut short, is of another brain, or of a newer Cortex.

    Nothing was replaced: the brain in its place is as it was.
    """

    code = "copy_refused"
    exit_status = EXIT_STORE
    default_remedy = "choose another copy; `cortex restore` without a file lists them"


class Denied(CortexError):
    """A policy, an owner rule or a missing permission forbids this to the caller."""

    code = "denied"
    exit_status = EXIT_DENIED
    default_remedy = "ask the owner of this store for the permission"


class BudgetExceeded(Denied):
    """The operator's ``budgets.toml`` allows no more of this for now; nothing was done.

    The message always starts with the code, because published clients look for it there.
    ``details`` has ``endpoint``, ``limit``, ``window_seconds``, ``retry_after_seconds`` and
    ``source``.
    """

    code = "budget_exceeded"
    default_remedy = "wait as long as retry_after_seconds says, or ask the operator for more"

    def __init__(self, message: str, *, remedy: str | None = None, field: str | None = None):
        super().__init__(_led_by(self.code, message), remedy=remedy, field=field)


FILE_ALREADY_LOCKED = "file_already_locked"
NOT_LOCK_HOLDER = "not_lock_holder"
TASK_ALREADY_CLAIMED = "task_already_claimed"
TASK_ALREADY_COMPLETED = "task_already_completed"
NOT_TASK_HOLDER = "not_task_holder"


class CoordinationRefused(Denied):
    """Another agent holds the lock or the task, or it is done; nothing was changed.

    The ``code`` of one refusal says which: ``file_already_locked``, ``not_lock_holder``,
    ``task_already_claimed``, ``task_already_completed`` or ``not_task_holder``. ``details`` names
    the holder and, for a lock, when it ends.
    """

    code = "coordination_refused"
    default_remedy = "ask the holder with `cortex message`, or wait"

    def __init__(self, code: str, message: str, **details: object):
        super().__init__(message)
        self.code = code
        self.details = details


class Interrupted(CortexError):
    """The person stopped the command. Finished transactions stay, the open one is undone."""

    code = "interrupted"
    exit_status = EXIT_INTERRUPTED
    default_remedy = "run it again; it continues or starts over safely"


# Every class above in the order a reader meets them, for the reference page and its test.
EVERY_ERROR: tuple[type[CortexError], ...] = (
    CortexError,
    InvalidRequest,
    RecipeRefused,
    UnknownName,
    TextRejected,
    CaptureRefused,
    SettingsInvalid,
    NotFound,
    ResnapshotRequired,
    UnknownScope,
    IdempotencyConflict,
    Forgotten,
    RollbackRefused,
    MoveRefused,
    ReferenceRefused,
    BindRefused,
    IdentityRefused,
    StoreBusy,
    MaintenanceDebt,
    StoreUnreadable,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    DiskFull,
    CopyRefused,
    Denied,
    BudgetExceeded,
    CoordinationRefused,
    Interrupted,
)


def _ask(nearest: tuple[str, ...]) -> str | None:
    """Give a question that offers the near names, or None to keep the default remedy."""
    if not nearest:
        return None
    return "did you mean " + " or ".join(f"'{name}'" for name in nearest) + "?"


def _led_by(code: str, message: str) -> str:
    """Give the message with its code in front, once."""
    return message if message.startswith(code) else f"{code}: {message}"
