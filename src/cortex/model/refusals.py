"""What is refused beside what every command may refuse, each by the noun it is about?

The rules are those of ``model.errors``; hooks meet none of these.
"""

from __future__ import annotations

from cortex.model.errors import (
    EXIT_CONFLICT,
    EXIT_FAILURE,
    EXIT_NOT_FOUND,
    EXIT_STORE,
    EXIT_USAGE,
    CortexError,
    Denied,
    DiskFull,
    IdempotencyConflict,
    Interrupted,
    InvalidRequest,
    MaintenanceDebt,
    NotFound,
    RollbackRefused,
    SettingsInvalid,
    StoreBusy,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    StoreUnreadable,
    TextRejected,
    UnknownName,
    UnknownScope,
    led_by,
)


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


class Forgotten(CortexError):
    """The statement was forgotten on purpose, in this or another spelling, and stays out."""

    code = "forgotten"
    exit_status = EXIT_CONFLICT
    default_remedy = (
        "leave it out; whoever looks after this memory allows it again with `cortex forget --lift`"
    )


class MoveRefused(CortexError):
    """An obligation cannot make this move from the state it is in, or it was moved meanwhile."""

    code = "move_refused"
    exit_status = EXIT_CONFLICT
    default_remedy = "look at its present state with `cortex thread show`"


class CaptureRefused(CortexError):
    """A source may not hand this over, or what it handed over cannot be kept exactly.

    The message starts with the reason, because published clients look for it there.

    Attributes:
        reason: one word of the capture vocabulary, such as ``source_not_authorized``.
        detail: the message without it.
    """

    code = "capture_refused"
    exit_status = EXIT_USAGE
    default_remedy = "see docs/formats/observations.md for the reasons"

    def __init__(
        self, reason: str, message: str, *, remedy: str | None = None, field: str | None = None
    ):
        super().__init__(led_by(reason, message), remedy=remedy, field=field)
        self.reason = reason
        self.detail = self.message.removeprefix(f"{reason}: ")


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


class CopyRefused(CortexError):
    """A copy is none, was changed or cut short, is of another brain, or of a newer Cortex.

    Nothing was replaced: the brain in its place is as it was.
    """

    code = "copy_refused"
    exit_status = EXIT_STORE
    default_remedy = "choose another copy; `cortex restore` without a file lists them"


class BudgetExceeded(Denied):
    """The operator's ``budgets.toml`` allows no more of this for now; nothing was done.

    The message always starts with the code, because published clients look for it there.
    ``details`` has ``endpoint``, ``limit``, ``window_seconds``, ``retry_after_seconds`` and
    ``source``.
    """

    code = "budget_exceeded"
    default_remedy = "wait as long as retry_after_seconds says, or ask the operator for more"

    def __init__(self, message: str, *, remedy: str | None = None, field: str | None = None):
        super().__init__(led_by(self.code, message), remedy=remedy, field=field)


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


# Every class above in the order a reader meets them, for the reference page and its test.


class SeatFileRefused(CortexError):
    """A file of a seat cannot be read or written: it is a link, too large, locked or unreadable."""

    code = "seat_file_refused"
    exit_status = EXIT_FAILURE
    default_remedy = "look at the file that is named; nothing was changed"


class RecordRefused(CortexError):
    """The rules of a seat's records refuse a row; nothing was written.

    The message starts with the reason.

    Attributes:
        reason: one of ``cortex.model.seat_records.Fault``, such as ``duplicate`` or ``superseded``.
    """

    code = "record_refused"
    exit_status = EXIT_USAGE
    default_remedy = "see `cortex bus schemas` for what each event holds"

    def __init__(
        self, reason: str, message: str, *, remedy: str | None = None, field: str | None = None
    ):
        super().__init__(led_by(reason, message), remedy=remedy, field=field)
        self.reason = reason


class NoSeat(CortexError):
    """This folder belongs to no seat, or no seat has that name."""

    code = "no_seat"
    exit_status = EXIT_NOT_FOUND
    default_remedy = (
        "name one of `cortex seat list` with --seat, or make one: `cortex seat install FOLDER "
        "--apply`"
    )


class SeatPackRefused(CortexError):
    """A pack of a seat is none, was changed or cut short, or holds what may not be written.

    Nothing was written.
    """

    code = "seat_pack_refused"
    exit_status = EXIT_FAILURE
    default_remedy = "make another with `cortex seat pack` where the seat is"


class SeatPlaceTaken(CortexError):
    """Where a part of a seat is to be put, something else is; nothing was written over."""

    code = "seat_place_taken"
    exit_status = EXIT_CONFLICT
    default_remedy = "name another folder, or another name with --name"


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
    SeatFileRefused,
    RecordRefused,
    NoSeat,
    SeatPackRefused,
    SeatPlaceTaken,
    Interrupted,
)
