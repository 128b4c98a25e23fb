"""Does a `with` of our own behave as the library's does?"""

import contextlib
from collections.abc import Callable, Iterator

import pytest

from cortex.model.lean_contexts import contextmanager, suppress

Made = Callable[..., contextlib.AbstractContextManager[object]]


def steps(seen: list[str], catches: type[Exception] | None = None) -> Iterator[int]:
    """Give one value, and write down how it went on."""
    seen.append("in")
    try:
        yield 7
        seen.append("out")
    except ValueError as error:
        seen.append("met")
        if catches is KeyError:
            message = "another one"
            raise KeyError(message) from error
        if catches is None:
            raise
    finally:
        seen.append("left")


def ended(made: Made, error: Exception | None, *given: object) -> str:
    """Give what comes of an error inside of a `with`: it passes, is over, or is another one."""
    block = made(*given)
    assert block.__enter__() in {7, None}
    try:
        is_over = block.__exit__(type(error) if error else None, error, None)
    except (KeyError, OSError, ValueError) as met:
        return type(met).__name__
    return "is over" if is_over else "passes"


@pytest.mark.parametrize("made", [contextmanager(steps), contextlib.contextmanager(steps)])
def test_a_generator_is_a_with(made: Made) -> None:
    """In and out; an error passes, ends there, or becomes another."""
    seen: list[str] = []
    assert "passes" == ended(made, None, seen)
    assert "passes" == ended(made, ValueError("x"), seen)
    assert ["in", "out", "left", "in", "met", "left"] == seen
    assert "KeyError" == ended(made, ValueError("x"), seen, KeyError)
    assert "passes" == ended(made, OSError("x"), seen)
    assert "is over" == ended(made, ValueError("x"), seen, ValueError)


@pytest.mark.parametrize("made", [suppress, contextlib.suppress])
def test_only_named_errors_end_in_silence(made: Made) -> None:
    """Others pass; subclasses count."""
    assert "is over" == ended(made, FileNotFoundError("x"), OSError)
    assert "passes" == ended(made, ValueError("x"), OSError, KeyError)
    assert "passes" == ended(made, None, OSError)
