"""What does a rebuild do that may be killed? It begins again and again.

Run as a program: ``python -m tests.faults.rebuilder PATH``. It drops every handle of the brain and
projects every fact anew, in one transaction, for ever; it says "begun" when it has the first one.
"""

import sys
from pathlib import Path

from cortex.model.anchors import Handles
from tests.contracts.brains import sqlite_brain
from tests.contracts.deposits import handles, path


def handles_of(fact_id: int) -> Handles:
    """Give the handles a fact has in these tests."""
    terms = [(f"t{fact_id % modulus}", 1 + modulus) for modulus in (2, 3, 5, 7, 300)]
    folder = f"src/m{fact_id % 9}"
    return handles(terms, [path(f"{folder}/f{fact_id}.py"), path(folder, 2)])


def main(place: str) -> None:
    """Rebuild until killed."""
    brain = sqlite_brain(Path(place))
    while True:
        with brain.writing() as writer:
            writer.clear_projection()
            sys.stdout.write("begun\n")
            sys.stdout.flush()
            for fact in writer.iter_facts():
                writer.project(fact, handles_of(fact.fact_id))


if __name__ == "__main__":
    main(*sys.argv[1:])
