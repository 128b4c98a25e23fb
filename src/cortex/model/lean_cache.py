"""How does a function remember its answers where ``functools`` would cost a fifth of a start?

``functools`` takes ``lru_cache`` from a module written in C, and loads ``collections`` besides.
This takes it from the same place. Source: ADR 0175.
"""

from __future__ import annotations

__all__ = ["lru_cache"]

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from functools import lru_cache
else:
    try:
        from _functools import _lru_cache_wrapper

        # 1 and 1.0 are one question.
        IS_TYPED = False

        def lru_cache(maxsize):
            """Give a decorator: answers are remembered, those not asked for longest dropped."""

            def remembering(function):
                made = _lru_cache_wrapper(function, maxsize, IS_TYPED, _counts)
                made.__doc__, made.__wrapped__ = function.__doc__, function
                made.__name__, made.__qualname__ = function.__name__, function.__qualname__
                made.__module__ = function.__module__
                return made

            return remembering

        def _counts(*counts):
            return counts

    except ImportError:  # Another Python than CPython.
        pass
