"""Are a seat's hooks measured as a host would run them, the store really held?"""

import json
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from cortex.model.host_events import KINDS
from cortex.wiring.hook import DEADLINES_US
from cortex.wiring.house import open_house
from tools.bench.figures import Verdict
from tools.bench.seat import (
    EVENTS,
    asking,
    beside_a_writer,
    held,
    long_end,
    write_transcript,
)
from tools.bench.site import commit, settings_of


def test_every_kind_of_hook_is_measured() -> None:
    """No event that a seat hears is left out, and each deadline belongs to one of them."""
    assert set(EVENTS) == set(KINDS)
    assert set(DEADLINES_US) <= set(EVENTS)


def test_transcript_has_its_size_and_is_one(tmp_path: Path) -> None:
    """It is as long as asked for, by less than one exchange more, and each line is a row."""
    path = tmp_path / "s.jsonl"
    write_transcript(path, 100_000)
    assert 100_000 <= path.stat().st_size < 106_500
    rows = path.read_text(encoding="utf-8").splitlines()
    assert {"user", "assistant"} == {json.loads(row)["type"] for row in rows}


@pytest.mark.slow
def test_hooks_are_measured_while_the_store_is_held(tmp_path: Path) -> None:
    """Nobody else can write meanwhile; every hook has a figure with its own deadline."""
    with closing(open_house(settings_of(tmp_path))) as house:
        commit(house, ["The gateway listens on port 8443"])
    with held(tmp_path / "cortex.db"), pytest.raises(apsw.BusyError):
        apsw.Connection(str(tmp_path / "cortex.db")).execute("BEGIN IMMEDIATE")
    figures = beside_a_writer(tmp_path, 1, 1)
    assert len(EVENTS) == len(figures)
    assert Verdict.NOT_MEASURED not in {figure.verdict for figure in figures}
    assert (tmp_path / "seat/memory/checkpoints/latest.md").exists()


@pytest.mark.slow
def test_end_of_a_session_is_staged_anew_each_round(tmp_path: Path) -> None:
    """What is measured is the whole work: after the last round the session waits or is written."""
    assert long_end(tmp_path, 1, 1_000_000).ratio is not None
    staged = [*tmp_path.glob("seats/ops/digests/staged/*.json")]
    assert staged or [*tmp_path.glob("seat/memory/digests/*.md")]


@pytest.mark.slow
def test_question_is_measured_in_a_seat_that_answers(tmp_path: Path) -> None:
    """What is measured is an answer: the question finds the entry it asks for."""
    with closing(open_house(settings_of(tmp_path))) as house:
        commit(house, ["The gateway is in rack 4"])
    figure = asking(tmp_path, 1, 1)
    assert figure.measured is not None
    assert Verdict.OVER is not figure.verdict
    assert (tmp_path / "seats" / "ops" / "memory-index.json").stat().st_size > 10_000
