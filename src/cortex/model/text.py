"""Has this text been cleaned? The type says so.

``RawText`` is what somebody handed us. ``CleanText`` is what ``core.text.redaction.redact`` gives
back: secrets removed, and every character storable as UTF-8. Stores accept only ``CleanText``, so
that forgetting to clean is a type error and not a leak. Never cast one into the other.

The hook path meets both, so at run time they are plain functions and ``typing`` is not imported.
"""

from __future__ import annotations

REDACTED = "[redacted]"
"""What stands where a secret stood, in every text we keep or show."""

TYPE_CHECKING = False  # Type checkers know this name and read the other branch.
if TYPE_CHECKING:
    from typing import NewType

    RawText = NewType("RawText", str)
    CleanText = NewType("CleanText", str)
else:

    def RawText(text: str) -> str:  # noqa: N802  # It stands for a type, so it is named like one.
        """Mark a text as it came from outside."""
        return text

    def CleanText(text: str) -> str:  # noqa: N802  # It stands for a type, so it is named like one.
        """Mark a text as cleaned; only ``core.text.redaction`` may."""
        return text
