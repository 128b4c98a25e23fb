"""What was created around an instant?"""

import pytest

from tests.black_box.vault.desk import Desk

INPUT, NOT_FOUND = (4, "invalid_input"), (3, "not_found")


def around(desk: Desk, anchor: str, *words: str) -> str:
    """Give the ids around an anchor, put together."""
    return "".join(desk.ask("timeline", "--anchor", anchor, *words).ids)


def test_around_a_record(base: Desk) -> None:
    """What came before, what came at the same instant, and what came after. Vault J1, J9"""
    assert "abcd" == around(base, "a")
    assert "abcd" == around(base, "c") == around(base, "d")
    anchor = base.ask("timeline", "--anchor", "a").data["anchor"]
    assert {"id": "a", "date": "2026-01-01"} == anchor


def test_around_an_instant(base: Desk) -> None:
    """A record created at that very instant is shown. Vault J2, J3"""
    assert "abcd" == around(base, "2026-02-01")
    anchor = base.ask("timeline", "--anchor", "2026-02-01").data["anchor"]
    assert {"id": None, "date": "2026-02-01T00:00:00.000Z"} == anchor
    reply = base.ask("timeline", "--anchor", "2026-02-15T12:00:00+02:00")
    assert ["a", "b", "c", "d"] == reply.ids
    assert "2026-02-15T10:00:00.000Z" == reply.data["anchor"]["date"]


def test_sides_are_bounded(base: Desk) -> None:
    """Nothing before means nothing before. Vault J5, J6"""
    assert "ab" == around(base, "b", "--after", "0")
    assert "bcd" == around(base, "b", "--before", "0")
    assert "b" == around(base, "b", "--before", "0", "--after", "0")
    assert "abc" == around(base, "b", "--after", "1")
    assert "bcd" == around(base, "c", "--before", "1")


@pytest.mark.parametrize("name", ["--before", "--after"])
def test_sides_have_bounds(base: Desk, name: str) -> None:
    """A side is a whole number from 0 to 100. Vault J7"""
    for bad in ("101", "-1", "1.5", "x"):
        assert INPUT == base.ask("timeline", "--anchor", "a", name, bad).refusal
    assert 0 == base.ask("timeline", "--anchor", "a", name, "100").status


def test_pages_and_scores(base: Desk) -> None:
    """The rows are paged after they were chosen, and scored by nothing. Vault J10, J11"""
    reply = base.ask("timeline", "--anchor", "b", "--page-size", "1", "--page", "2")
    assert (["b"], 4) == (reply.ids, reply.data["total"])
    assert {0} == {item["score"] for item in base.ask("timeline", "--anchor", "b").data["items"]}
    assert [] == base.ask("timeline", "--anchor", "b", "--page", "9").ids


def test_anchor_must_be_a_record_or_an_instant(base: Desk) -> None:
    """Anything else is not found, and the filters come first."""
    assert NOT_FOUND == base.ask("timeline", "--anchor", "zz").refusal
    assert INPUT == base.ask("timeline", "--anchor", "zz", "--from", "no").refusal
    assert "" == around(base, "a", "--type", "none")


def test_filters_bound_what_is_around(base: Desk) -> None:
    """Filters include both ends, and an anchor that does not pass them is not shown."""
    assert "bcd" == around(base, "b", "--from", "2026-02-01")
    assert "cd" == around(base, "a", "--from", "2026-02-01T00:00:00.001Z")
    assert "ab" == around(base, "b", "--to", "2026-02-01")
