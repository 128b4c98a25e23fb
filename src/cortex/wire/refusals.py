"""What does an operation answer when it could not do what was asked?

Errors are values here: a status, one sentence, the field at fault and what to do. Nothing an
operation does reaches its caller as an exception. Source: docs/formats/operations.md.
"""

from cortex.model.errors import (
    CortexError,
    Denied,
    DiskFull,
    IdempotencyConflict,
    InvalidRequest,
    NotFound,
    RollbackRefused,
    SettingsInvalid,
    StoreBusy,
    StoreNewer,
    StoreReadOnly,
    StoreUnreadable,
    TextRejected,
    UnknownName,
    UnknownScope,
)
from cortex.model.operations import WRITING_OPERATIONS, Operation, OperationStatus
from cortex.model.refusals import CaptureRefused, MoveRefused, ResnapshotRequired
from cortex.wire.envelope import INTERNAL_CODE, internal_message

STATUS_OF_ERROR: dict[type[CortexError], OperationStatus] = {
    InvalidRequest: OperationStatus.INVALID_REQUEST,
    UnknownName: OperationStatus.INVALID_REQUEST,
    # Not "no_match": a commit into a project nobody knows must not look like an empty answer.
    UnknownScope: OperationStatus.INVALID_REQUEST,
    TextRejected: OperationStatus.INVALID_REQUEST,
    CaptureRefused: OperationStatus.INVALID_REQUEST,
    SettingsInvalid: OperationStatus.INVALID_REQUEST,
    IdempotencyConflict: OperationStatus.INVALID_REQUEST,
    RollbackRefused: OperationStatus.INVALID_REQUEST,
    MoveRefused: OperationStatus.INVALID_REQUEST,
    NotFound: OperationStatus.NO_MATCH,
    ResnapshotRequired: OperationStatus.RESNAPSHOT_REQUIRED,
    Denied: OperationStatus.DENIED,
    StoreBusy: OperationStatus.UNAVAILABLE,
    StoreUnreadable: OperationStatus.UNAVAILABLE,
    StoreNewer: OperationStatus.UNAVAILABLE,
    StoreReadOnly: OperationStatus.UNAVAILABLE,
    DiskFull: OperationStatus.UNAVAILABLE,
}


def refused(error: CortexError) -> dict[str, object]:
    """Give the answer for an error of ours; absent field and remedy are left out."""
    answer: dict[str, object] = {
        "status": _status_of(error).value,
        "error": error.message,
        "code": error.code,
    }
    if error.field:
        answer["field"] = error.field
    if error.remedy:
        answer["remedy"] = error.remedy
    if isinstance(error, ResnapshotRequired) and error.reason:
        answer["reason"] = error.reason
    return {**answer, **error.details}


def broken(operation: Operation, error: Exception) -> dict[str, object]:
    """Give the answer for an exception nobody expected: its kind, never its words.

    Words of a foreign exception may quote a memory. A write that broke off may or may not have
    been kept, and the answer says so.
    """
    is_write = operation in WRITING_OPERATIONS
    status = OperationStatus.OUTCOME_UNKNOWN if is_write else OperationStatus.UNAVAILABLE
    remedy = "run `cortex doctor`"
    if is_write:
        remedy = f"repeat it with the same idempotency_key, which cannot write twice; or {remedy}"
    return {
        "status": status.value,
        "error": internal_message(error),
        "code": INTERNAL_CODE,
        "remedy": remedy,
    }


def _status_of(error: CortexError) -> OperationStatus:
    for kind in type(error).__mro__:
        status = STATUS_OF_ERROR.get(kind)
        if status is not None:
            return status
    return OperationStatus.UNAVAILABLE
