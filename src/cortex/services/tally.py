"""What did an import come to? Counted while it runs, in bounded memory."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cortex.model.imports import ImportReport, Item, Skipped, Source

if TYPE_CHECKING:
    from cortex.services.statements import Prepared

EXAMPLES_MAX = 5
"""New statements shown of one import."""

SKIPPED_MAX = 50
"""Places named one by one; all of them are counted."""

EXAMPLE_CHARS_MAX = 160
"""Characters of an example: one line of a wide terminal."""


class Tally:
    """Counts of one import."""

    def __init__(self, source: Source, *, is_applied: bool) -> None:
        self.known = self.merged = self.gone = 0
        self._source = source
        self._is_applied = is_applied
        self._new = self._edited = self._damaged = 0
        self._types: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._redacted: Counter[str] = Counter()
        self._examples: list[tuple[str, str, str]] = []
        self._skipped: list[Skipped] = []

    def skip(self, one: Skipped) -> None:
        """Count what is not taken in; damage is named before everything else."""
        self._damaged += one.is_damage
        self._reasons[one.reason] += 1
        if len(self._skipped) < SKIPPED_MAX:
            self._skipped.append(one)
        elif one.is_damage:
            benign = [at for at, other in enumerate(self._skipped) if not other.is_damage]
            if benign:
                del self._skipped[benign[-1]]
                self._skipped.append(one)

    def take(self, item: Item, prepared: Prepared, *, is_edit: bool) -> None:
        """Count a statement that is stored, or would be; examples show what is left of it."""
        self._edited += is_edit
        self._new += not is_edit
        content = prepared.content
        self._types[content.type] += 1
        self._redacted.update(dict(prepared.redacted))
        if len(self._examples) < EXAMPLES_MAX:
            text = " ".join(content.text.split())[:EXAMPLE_CHARS_MAX]
            self._examples.append((content.type, text, item.locator))

    def report(self) -> ImportReport:
        """Give what was counted."""
        return ImportReport(
            source=self._source,
            is_applied=self._is_applied,
            new=self._new,
            edited=self._edited,
            known=self.known,
            merged=self.merged,
            gone=self.gone,
            types=tuple(sorted(self._types.items())),
            examples=tuple(self._examples),
            reasons=tuple(sorted(self._reasons.items(), key=lambda one: (-one[1], one[0]))),
            skipped=tuple(self._skipped),
            damaged=self._damaged,
            redacted=tuple(sorted(self._redacted.items())),
        )
