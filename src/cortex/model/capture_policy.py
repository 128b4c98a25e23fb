"""What does the operator allow to be taken in and read back, and since when does that hold?

Hooks ask on every event, so the classes here are plain and nothing is imported.
Source: CQR 6.1, 12.7; docs/formats/observations.md.
"""

from __future__ import annotations

ACTIVE = "active"
PAUSED = "paused"
STOPPED = "stopped"

# Every state, from the most to the least that is allowed.
STATES = (ACTIVE, PAUSED, STOPPED)

# Stands for every scope that has no word of its own.
EVERY_SCOPE = "*"


class Word:
    """The operator's word on one scope, treated as frozen.

    Attributes:
        state: one of ``STATES``.
        epoch: instant of the last stop, in microseconds; 0 before the first. A source keeps the
            epoch it was opened under, and stays closed under every other.
    """

    __slots__ = ("epoch", "state")

    def __init__(self, state: str = ACTIVE, epoch: int = 0) -> None:
        self.state = state
        self.epoch = epoch


class CapturePolicy:
    """What holds for every scope, treated as frozen.

    Attributes:
        words: word by scope id; ``EVERY_SCOPE`` stands for those that have none.
        fault: why the file that says it cannot be believed, or None. Then everything is stopped.
    """

    __slots__ = ("fault", "words")

    def __init__(self, words: dict[str, Word] | None = None, fault: str | None = None) -> None:
        self.words = words or {}
        self.fault = fault

    def word(self, scope_id: str) -> Word:
        """Give what holds for a scope: its own word before the one for every scope."""
        if self.fault is not None:
            return _STOPPED
        return self.words.get(scope_id) or self.words.get(EVERY_SCOPE) or _ACTIVE

    def state(self, scope_id: str) -> str:
        """Give ``ACTIVE``, ``PAUSED`` or ``STOPPED``."""
        return self.word(scope_id).state

    def epoch(self, scope_id: str) -> int:
        """Give the epoch a source of this scope is opened under now."""
        return self.word(scope_id).epoch

    def readable(self, scope_ids: tuple[str, ...]) -> tuple[str, ...]:
        """Give the scopes that are not stopped, in the order given."""
        return tuple(one for one in scope_ids if self.state(one) != STOPPED)

    def changed(self, state: str, scope_id: str, now_us: int) -> CapturePolicy:
        """Give the policy after the operator's next word.

        A word for ``EVERY_SCOPE`` is one for each scope that has a word of its own too. A stop
        begins a new epoch; so does a resume that ends one which nobody could read.
        """
        if self.fault is not None:
            return CapturePolicy({EVERY_SCOPE: Word(state, now_us)})
        before = dict(self.words)
        before.setdefault(scope_id, self.word(scope_id))
        newest = max([word.epoch for word in before.values()] + [0])
        begun = max(now_us, newest + 1)
        after = {}
        for known, word in before.items():
            if scope_id in (known, EVERY_SCOPE):
                is_new = state == STOPPED and word.state != STOPPED
                word = Word(state, begun if is_new else word.epoch)  # noqa: PLW2901  # Its successor.
            after[known] = word
        return CapturePolicy(after)


_ACTIVE = Word()
_STOPPED = Word(STOPPED)

# For callers that were not told the operator's word: no epoch is compared, nothing is stopped.
EVERYTHING_ALLOWED = CapturePolicy()
