"""What is an export, and what became of taking one in?

Source: docs/formats/export.md, ADR 0098.
"""

from cortex.model.imports import Skipped
from cortex.model.lean_classes import NamedTuple

SCHEMA = "cortex-export/1"
MARKDOWN_SCHEMA = "export-markdown/1"


class ExportReport(NamedTuple):
    """What was written: rows of each table, or statements of each scope, and where to."""

    target: str
    format: str
    counts: tuple[tuple[str, int], ...]
    digest: str | None
    left_out: int = 0


class RestoreReport(NamedTuple):
    """What taking in an export did, or would do.

    Args:
        is_exact: the brain was empty and is now the exported one, ids included.
        counts: rows written of each table (exact), or facts, conflicts and links added.
        known: facts that were there already.
        left_out: rows of tables that can only be restored into an empty brain, by table.
        skipped: places that could not be read, the first ones; ``damaged`` counts all.
    """

    is_applied: bool
    is_exact: bool
    counts: tuple[tuple[str, int], ...]
    known: int
    left_out: tuple[tuple[str, int], ...]
    skipped: tuple[Skipped, ...]
    damaged: int

    @property
    def is_partial(self) -> bool:
        """Tell whether something could not be read."""
        return self.damaged > 0
