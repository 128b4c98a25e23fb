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


NEAR_MAX = 3
"""Names that a slip of the hand may have been meant for."""


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
        super().__init__(led_by(self.code, message), remedy=remedy, field=field)


class RollbackRefused(CortexError):
    """The version cannot become HEAD: it was itself rolled back, or something pins it."""

    code = "rollback_refused"
    exit_status = EXIT_CONFLICT
    default_remedy = "choose a version that `cortex history` shows as active"


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


class SettingsInvalid(CortexError):
    """A settings file, an environment variable or a flag holds a value that cannot be used."""

    code = "settings_invalid"
    exit_status = EXIT_USAGE
    default_remedy = "correct the setting or remove it to get the default"


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


class Denied(CortexError):
    """A policy, an owner rule or a missing permission forbids this to the caller."""

    code = "denied"
    exit_status = EXIT_DENIED
    default_remedy = "ask the owner of this store for the permission"


FILE_ALREADY_LOCKED = "file_already_locked"
NOT_LOCK_HOLDER = "not_lock_holder"
TASK_ALREADY_CLAIMED = "task_already_claimed"
TASK_ALREADY_COMPLETED = "task_already_completed"
NOT_TASK_HOLDER = "not_task_holder"


class Interrupted(CortexError):
    """The person stopped the command. Finished transactions stay, the open one is undone."""

    code = "interrupted"
    exit_status = EXIT_INTERRUPTED
    default_remedy = "run it again; it continues or starts over safely"


def _ask(nearest: tuple[str, ...]) -> str | None:
    """Give a question that offers the near names, or None to keep the default remedy.

    More names than anybody could have meant are all there are, and are listed as that.
    """
    if not nearest:
        return None
    if len(nearest) > NEAR_MAX:
        return "choose one of " + ", ".join(nearest)
    return "did you mean " + " or ".join(f"'{name}'" for name in nearest) + "?"


def led_by(code: str, message: str) -> str:
    """Give the message with its code in front, once."""
    return message if message.startswith(code) else f"{code}: {message}"
