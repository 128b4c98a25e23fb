"""Which facts may a question see at all?

A gate is applied inside every candidate query, not afterwards, so that a hidden row never uses up
a place. Source: CQR 2.11, docs/formats/recall.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class TemporalMode(StrEnum):
    """The tense of a question."""

    CURRENT = "current"
    HISTORICAL = "historical"
    EXPLICIT_AS_OF = "explicit_as_of"


class Gate(NamedTuple):
    """The conditions a row must meet, all of them.

    Args:
        mode: current hides superseded and archived rows and reads windows at ``at_us``; historical
            keeps every status and ignores windows; as-of reads windows at ``at_us`` and keeps every
            status.
        at_us: the instant windows are read at.
        scope_ids: only rows of these scopes; ``None`` means every scope.
        owner_id: the caller in team mode; ``None`` is the solo caller who sees every row.

    In every mode rows whose version was rolled back are hidden.
    """

    mode: TemporalMode
    at_us: int
    scope_ids: tuple[str, ...] | None = None
    owner_id: int | None = None

    @property
    def hides_cold(self) -> bool:
        """Tell whether superseded and archived rows are left out."""
        return self.mode is TemporalMode.CURRENT

    @property
    def reads_windows(self) -> bool:
        """Tell whether validity and expiry are compared with ``at_us``."""
        return self.mode is not TemporalMode.HISTORICAL
