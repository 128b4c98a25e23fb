"""Which words of a layer must be found in it, if it is searched at all?

The longest word of the first line that has one and of the last: what is cut off, or read by other
rules than it is searched by, shows at an end. Source: T15, ADR 0213.
"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.text.tokens import words
from cortex.model.ask import CONTROL_CHARS_MAX

_RUN_CHARS = 8
_RUN = "run"
_PLAIN = ("word", _RUN)


def control_words(texts: Sequence[str]) -> tuple[str, ...]:
    """Give a word of the first text that has one and of the last; none when no text has any."""
    first = next(filter(None, map(control_word, texts)), "")
    last = next(filter(None, map(control_word, reversed(texts))), "")
    return tuple(dict.fromkeys(filter(None, (first, last))))


def control_word(text: str) -> str:
    """Give the longest plain word of content in a text, of equals the first by the alphabet.

    Without one it is the longest name or number; an empty text when there is nothing. Of a script
    without spaces it is the beginning of a run.
    """
    told = [word for word in words(text) if not word.is_stop]
    for is_plain in (True, False):
        found = {
            _word(word.surface, word.kind) for word in told if (word.kind in _PLAIN) is is_plain
        }
        fit = [one for one in found if 1 < len(one) <= CONTROL_CHARS_MAX]
        if fit:
            return min(fit, key=lambda one: (-len(one), one))
    return next((word.surface[:CONTROL_CHARS_MAX] for word in told), "")


def _word(surface: str, kind: str) -> str:
    return surface[:_RUN_CHARS] if kind == _RUN else surface
