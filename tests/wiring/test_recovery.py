"""Is what can be read of a damaged brain read, counted, and put in place?"""

import random
from pathlib import Path
from typing import Any

import pytest

from cortex.model.errors import StoreUnreadable
from cortex.wiring.copies import recover_brain
from tests.faults.deposit_writer import CALLER, text_of
from tests.wiring.copy_home import (
    FACTS,
    answers,
    copied,
    damage,
    epoch,
    filled_home,
    house_at,
    keep,
    restored,
    texts,
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a brain of some facts."""
    return filled_home(tmp_path / "home")


def recover(home: Path, *, is_applied: bool = True) -> Any:
    """Recover the brain of a home."""
    with house_at(home) as house:
        return recover_brain(house, CALLER, None, is_applied=is_applied)


@pytest.mark.parametrize("table", ["traces", "terms", "postings", "events", "operation_ledger"])
def test_recovery_keeps_every_fact_when_other_tables_are_broken(home: Path, table: str) -> None:
    """Facts, versions and answers are those of before; the damaged file is kept to the byte."""
    asked, held = answers(home), texts(home)
    damaged = damage(home, table)
    plan = recover(home, is_applied=False)
    assert damaged == (home / "cortex.db").read_bytes()
    report = recover(home)
    assert plan.tables == report.tables
    assert FACTS == report.facts
    assert report.findings
    assert damaged == Path(report.set_aside).read_bytes()
    assert (asked, held) == (answers(home), texts(home))
    with house_at(home) as house:
        assert {"pass"} == {one.level.value for one in house.doctor()}
        keep(house, "goes on")
    assert 1 == epoch(home)


def test_recovery_tells_what_is_lost_and_keeps_the_rest(tmp_path: Path) -> None:
    """Of a page in the middle of the facts, its rows are lost and counted, all others are kept."""
    with house_at(tmp_path) as house:
        for number in range(120):
            keep(house, f"g{number}")
    before = texts(tmp_path)
    path = tmp_path / "cortex.db"
    content = bytearray(path.read_bytes())
    at = content.index(text_of("g60").encode()) // 4096
    content[at * 4096 : (at + 1) * 4096] = b"\xa5" * 4096
    path.write_bytes(bytes(content))
    report = recover(tmp_path)
    after = texts(tmp_path)
    lost = {each.table: each.lost for each in report.tables}["facts"]
    assert set(after) < set(before)
    assert len(before) - len(after) == lost
    assert 1 <= lost <= 30
    with house_at(tmp_path) as house:
        assert {"pass"} == {one.level.value for one in house.doctor()}


def test_sound_brain_is_left_alone(home: Path) -> None:
    """Asked to recover what is well, it says so and changes no byte; twice as well (case 56)."""
    before = (home / "cortex.db").read_bytes()
    for _ in range(2):
        report = recover(home)
        assert ((), False) == (report.findings, report.is_applied)
    assert before == (home / "cortex.db").read_bytes()


@pytest.mark.parametrize("content", [b"", b"no database at all " * 400])
def test_what_cannot_be_read_at_all_is_left_where_it_is(home: Path, content: bytes) -> None:
    """The way on is an earlier copy, and that works from here (case 14)."""
    copy = copied(home)
    held = texts(home)
    (home / "cortex.db").write_bytes(content)
    with pytest.raises(StoreUnreadable) as refused:
        recover(home)
    assert "cortex restore" in refused.value.remedy
    assert content == (home / "cortex.db").read_bytes()
    report = restored(home, copy)
    assert held == texts(home)
    if content:
        assert content == Path(report.set_aside).read_bytes()


def test_words_that_changed_are_named(home: Path) -> None:
    """A flipped letter breaks no page; the fact is kept, and somebody is told to look at it."""
    damage(home, "events")
    path = home / "cortex.db"
    content = path.read_bytes()
    for said in (text_of("f3"), text_of("f7")):
        content = content.replace(said.encode(), said.replace("Result", "Resort").encode())
    path.write_bytes(content)
    report = recover(home)
    assert FACTS == report.facts
    with house_at(home) as house, house.brain.reading() as reader:
        odd = [one for one in reader.iter_facts() if "Resort" in one.content.text]
    assert 2 == len(odd)
    assert tuple(one.reference for one in odd) == report.altered


@pytest.mark.parametrize("share", [0.97, 0.95])
def test_file_that_was_cut_is_read_as_far_as_it_goes(home: Path, share: float) -> None:
    """SQLite reads nothing of a file that is too short; what is left is read all the same.

    The end of a file that has been in use holds rows, not the list of its tables.
    """
    with house_at(home) as house:
        for number in range(300):
            keep(house, f"service {number} listens on port {8000 + number}")
    path = home / "cortex.db"
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    cut = path.read_bytes()
    report = recover(home)
    assert cut == Path(report.set_aside).read_bytes()
    with house_at(home) as house:
        assert {"pass"} == {one.level.value for one in house.doctor()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_any_damage_ends_in_a_sound_brain_or_in_a_refusal(home: Path, seed: int) -> None:
    """Pages of noise, single bytes, a cut: facts are as they were said or named as altered."""
    rng = random.Random(seed)
    path = home / "cortex.db"
    with house_at(home) as house, house.brain.reading() as reader:
        known = {fact.fact_id: str(fact.content.text) for fact in reader.iter_facts()}
    content = bytearray(path.read_bytes())
    if seed % 3 == 0:
        del content[rng.randrange(4096, len(content)) :]
    elif seed % 3 == 1:
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(1, len(content) // 4096) * 4096
            content[at : at + 4096] = rng.randbytes(4096)
    else:
        for _ in range(40):
            content[rng.randrange(4096, len(content))] = rng.randrange(256)
    path.write_bytes(bytes(content))
    try:
        report = recover(home)
    except StoreUnreadable:
        assert bytes(content) == path.read_bytes()
        return
    with house_at(home) as house:
        assert {"pass"} == {one.level.value for one in house.doctor()}
        with house.brain.reading() as reader:
            facts = {fact.fact_id: fact for fact in reader.iter_facts()}
    assert set(facts) <= set(known)
    odd = [one for number, one in facts.items() if known[number] != one.content.text]
    assert {one.reference for one in odd} <= set(report.altered)
