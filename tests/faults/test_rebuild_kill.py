"""Does a rebuild that is killed leave a brain that answers as before?"""

import random
import select
import subprocess
import sys
from pathlib import Path

import pytest

from cortex.ports.brain import Brain
from tests.contracts.brains import faults_of, sqlite_brain
from tests.contracts.deposits import NOW, content, insert
from tests.faults.holders import PATIENCE_S, ROOT
from tests.faults.rebuilder import handles_of

SEED = 11
FACTS = 400
REBUILD_S = 0.2
"""About the length of a rebuild in seconds: a kill falls anywhere inside it."""


def answers(brain: Brain) -> dict[str, object]:
    """Ask for everything the handles say."""
    ids = range(1, FACTS + 1)
    with brain.reading() as reader:
        return {
            "size": reader.corpus_size(),
            "hits": reader.lexical_hits([("t1", 3), ("t2", 5), ("t4", 7)], NOW, FACTS),
            "paths": reader.path_hits(["src/m4"], NOW, FACTS),
            "anchors": reader.anchors_of(ids),
            "links": reader.neighbours(ids, 16),
        }


def kill_in_the_middle(path: Path, rng: random.Random) -> None:
    """Start a rebuild and kill it at a moment of its life."""
    command = [sys.executable, "-m", "tests.faults.rebuilder", str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process.stdout as output:
        assert b"begun\n" == output.readline()
        # Whatever comes first: the next rebuild, or a moment in the middle of this one.
        select.select([output], [], [], rng.uniform(0, REBUILD_S))
        process.kill()
    process.wait(PATIENCE_S)


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(5, marks=pytest.mark.slow),
        pytest.param(100, marks=pytest.mark.soak),
    ],
)
def test_killed_rebuild_changes_no_answer(tmp_path: Path, kills: int) -> None:
    """Case 11: kill -9 at any point leaves the handles of before or after, never a mixture."""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    with brain.writing() as writer:
        for fact_id in range(1, FACTS + 1):
            insert(writer, content(f"Fact {fact_id}"), handles_of(fact_id))
    expected = answers(brain)
    rng = random.Random(SEED)
    for _ in range(kills):
        kill_in_the_middle(path, rng)
        assert expected == answers(brain)
        assert [] == faults_of(brain)
    brain.close()
