"""What does a forgetting do that is killed half-way? It dies at the step it was told to.

Run as a program: ``forgetter.py HOME STEP``. STEP is a number: the process kills itself before the
statement of that number of the transaction, or ``scrub``: before the pages are rewritten.
"""

import os
import signal
import sys
from pathlib import Path

from cortex.model.callers import Caller
from cortex.model.erasure import Selection
from cortex.stores.sqlite.scrubbing import SqliteScrubber
from cortex.stores.sqlite.session import Session
from cortex.wiring.forget import Forgetting
from cortex.wiring.house import open_house
from tests.faults.deposit_writer import settings_of


def die(*_: object) -> None:
    """End at once, with nothing tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_before(step: int) -> None:
    """Kill this process before its statement of that number."""
    count = 0
    run = Session.rows

    def counted(self: Session, sql: str, bindings: object = ()) -> object:
        nonlocal count
        count += 1
        if count == step:
            die()
        return run(self, sql, bindings)  # type: ignore[arg-type]  # Passed on as it came.

    Session.rows = counted  # type: ignore[method-assign,assignment]  # To stop where no test can.


def main(home: str, step: str) -> None:
    """Forget the first fact, as far as it comes."""
    with open_house(settings_of(Path(home))) as house:
        if step == "scrub":
            SqliteScrubber.scrub = die  # type: ignore[assignment]  # To stop between two steps.
        else:
            die_before(int(step))
        Forgetting(house).forget(Selection(("d1",)), Caller(), is_applied=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
