"""How does a module on the hook path write a ``with`` of its own without loading ``contextlib``?

Importing that costs a hook 2 ms. What stands here behaves as its namesakes do, for generators that
yield once. Source: ADR 0175.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from contextlib import contextmanager, suppress
else:

    class suppress:  # noqa: N801  # The library's name.
        """Let errors of these classes end a ``with`` in silence."""

        __slots__ = ("_classes",)

        def __init__(self, *classes):
            self._classes = classes

        def __enter__(self):
            """Give nothing."""

        def __exit__(self, kind, error, trace):
            """Tell whether an error is one of ours."""
            return kind is not None and issubclass(kind, self._classes)

    class _Steps:
        """A generator that yields once, as a ``with``."""

        __slots__ = ("_steps",)

        def __init__(self, steps):
            self._steps = steps

        def __enter__(self):
            """Give what it yields."""
            return next(self._steps)

        def __exit__(self, kind, error, trace):
            """Let it go on, or meet the error; tell whether the error ends here."""
            if error is None:
                next(self._steps, None)
                return False
            try:
                self._steps.throw(error)
            except StopIteration:
                return True
            except BaseException as met:
                if met is error:
                    return False
                raise
            return False

    def contextmanager(function):
        """Give a function whose generator is a ``with``."""

        def made(*given, **named):
            return _Steps(function(*given, **named))

        made.__doc__, made.__name__ = function.__doc__, function.__name__
        return made


__all__ = ["contextmanager", "suppress"]
