"""How is a runaway pattern stopped before it stops the build?"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 100_000
"""Characters of a hostile text: linear work takes a fraction of a second, quadratic minutes."""


@contextmanager
def cpu_budget(seconds: float = 10) -> Iterator[None]:
    """Fail when the block uses more CPU time of this process than any linear reading needs.

    CPU time, so that a busy machine changes nothing; far from both, so that a slow one does not.
    """

    def stop(number: int, frame: object) -> None:
        message = f"more than {seconds} s of CPU time: the work is not linear in the text"
        raise AssertionError(message)

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def repeated(unit: str) -> str:
    """Give a hostile text: one unit over and over, ``LONG`` characters in all."""
    return (unit * (LONG // len(unit) + 1))[:LONG]
