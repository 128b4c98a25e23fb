"""Does preparing wait for whoever writes, and does it write itself?"""

import time
from pathlib import Path

import pytest

from cortex.model.needs import ViewStatus
from cortex.ports.brain import Brain
from tests.contracts.brains import sqlite_brain
from tests.faults.holders import holder
from tests.services.needs.conftest import prepared, putting, refs, subscribed

AT_ONCE_S = 1.0
"""Seconds that a busy machine may need for what waits for nobody; a writer is waited for 5."""


def bytes_of(path: Path) -> list[bytes]:
    """Give what is written at the moment: the file and its log."""
    return [Path(f"{path}{end}").read_bytes() for end in ("", "-wal")]


def unprojected(brain: Brain) -> None:
    """Make every observation one that waits to be findable."""
    with brain.writing() as writer:
        writer.search_index.clear()


@pytest.mark.parametrize("what", ["transaction", "queue", "file"])
def test_preparing_waits_for_no_writer_and_writes_nothing(tmp_path: Path, what: str) -> None:
    """While another process writes, a view comes at once with its delivery. CQR H7"""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    putting(brain)("failed")
    subscribed(brain)
    with holder(path, what):
        before, began_s = bytes_of(path), time.monotonic()
        view = prepared(brain)
        again = prepared(brain, present=view.delivery_id)
        assert time.monotonic() - began_s < AT_ONCE_S
        assert before == bytes_of(path)
    assert (ViewStatus.READY, ["obs:1"]) == (view.status, refs(view))
    assert again.is_present
    brain.close()


@pytest.mark.parametrize("what", ["transaction", "queue", "file"])
def test_what_waits_stays_waiting_beside_a_writer(tmp_path: Path, what: str) -> None:
    """What cannot be made findable now is said to be pending, at once; later it is found. CQR H7"""
    path = tmp_path / "cortex.db"
    brain = sqlite_brain(path)
    putting(brain)("failed")
    subscribed(brain)
    unprojected(brain)
    with holder(path, what):
        before, began_s = bytes_of(path), time.monotonic()
        view = prepared(brain)
        assert time.monotonic() - began_s < AT_ONCE_S
        assert before == bytes_of(path)
    assert (ViewStatus.PROJECTION_PENDING, ("obs:1",)) == (view.status, view.blocked)
    assert ["obs:1"] == refs(prepared(brain))
    brain.close()
