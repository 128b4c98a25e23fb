"""What one object does every command print with `--json`? Source: docs/formats/cli-json.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cortex.model.errors import CortexError
from cortex.wire.encoding import encode

# Grows only when a key is removed or changes its meaning; new keys may appear at any time.
SCHEMA = "cortex/1"
INTERNAL_CODE = "internal_error"
INTERNAL_REMEDY = "run it again with CORTEX_DEBUG=1 to see where, and run `cortex doctor`"

__all__ = [
    "INTERNAL_CODE",
    "INTERNAL_REMEDY",
    "SCHEMA",
    "answered",
    "encode",
    "error_json",
    "failure",
    "internal",
    "internal_message",
    "success",
]


def success(command: str, data: object, warnings: Sequence[str] = ()) -> dict[str, object]:
    """Give the envelope of a command that worked; ``error`` is null."""
    return _envelope(command, data, None, warnings)


def failure(
    command: str | None, error: CortexError, warnings: Sequence[str] = ()
) -> dict[str, object]:
    """Give the envelope of a command that failed; ``data`` is null.

    Args:
        command: the verb, or None when the failure came before one was known.
    """
    return _envelope(command, None, error_json(error), warnings)


def answered(
    command: str, answer: Mapping[str, object], warnings: Sequence[str] = ()
) -> dict[str, object]:
    """Give the envelope of an operation that was not served; its answer is still ``data``."""
    described: dict[str, object] = {
        "code": answer.get("code") or answer.get("status"),
        "message": answer.get("error"),
        "remedy": answer.get("remedy"),
        "field": answer.get("field"),
    }
    return _envelope(command, dict(answer), described, warnings)


def internal(command: str | None, error: BaseException) -> dict[str, object]:
    """Give the envelope of a fault of ours: its kind, never its words, which could quote a fact."""
    described: dict[str, object] = {
        "code": INTERNAL_CODE,
        "message": internal_message(error),
        "remedy": INTERNAL_REMEDY,
        "field": None,
    }
    return _envelope(command, None, described, ())


def internal_message(error: BaseException) -> str:
    """Give the one line that stands for an unexpected exception."""
    return f"internal error ({type(error).__name__})"


def error_json(error: CortexError) -> dict[str, object]:
    """Give code, message, remedy and field of an error; an absent remedy or field is null."""
    return {
        "code": error.code,
        "message": error.message,
        "remedy": error.remedy or None,
        "field": error.field,
    }


def _envelope(
    command: str | None,
    data: object,
    error: dict[str, object] | None,
    warnings: Sequence[str],
) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "ok": error is None,
        "command": command,
        "data": data,
        "error": error,
        "warnings": list(warnings),
    }
