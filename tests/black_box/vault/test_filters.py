"""Does a record count only while it holds, and only when it passes the filters?"""

from datetime import UTC, datetime, timedelta

import pytest

from tests.black_box.vault.desk import Desk

NOT_FOUND, INPUT = (3, "not_found"), (4, "invalid_input")


def from_now(**away: float) -> str:
    """Give an instant near the present, as a record writes it."""
    return (datetime.now(tz=UTC) + timedelta(**away)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def windows(desk: Desk) -> Desk:
    """Give a vault of one record that is over, one to come, one current and one open."""
    desk.note("over", "2026-01-01", "alpha", valid_until=from_now(minutes=-1))
    desk.note("coming", "2026-01-01", "alpha", valid_from=from_now(hours=1))
    desk.note(
        "current",
        "2026-01-01",
        "alpha\nslug: over\nslug: open",
        valid_from=from_now(hours=-1),
        valid_until=from_now(hours=1),
    )
    desk.note("open", "2026-01-01", "alpha")
    return desk


def test_only_what_holds_is_shown(windows: Desk) -> None:
    """Reads see what holds now; status and rebuild see everything. Vault G1"""
    assert 4 == windows.ask("status").data["canonical"]["records"]
    assert 4 == windows.ask("rebuild", "--from-canonical").data["records"]
    assert ["current", "open"] == sorted(windows.ask("search", "alpha").ids)
    assert ["current", "open"] == windows.ask("timeline", "--anchor", "2026-01-01").ids
    for name in ("over", "coming"):
        assert NOT_FOUND == windows.ask("get", name).refusal
        assert NOT_FOUND == windows.ask("timeline", "--anchor", name).refusal
        assert NOT_FOUND == windows.ask("search", "alpha", "--expand", name).refusal
    expansion = windows.ask("search", "alpha", "--expand", "current").data["expansion"]
    assert ["current", "open"] == [card["id"] for card in expansion["items"]]


def test_validity_can_be_asked_as_of_an_instant(desk: Desk) -> None:
    """The start is inside the window and the end is not, whatever the present is."""
    desk.note("a", "2026-01-01", "alpha", valid_from="2026-02-01", valid_until="2026-03-01")
    for instant, holds in (
        ("2026-01-31T23:59:59.999Z", False),
        ("2026-02-01", True),
        ("2026-02-28T23:59:59.999999Z", True),
        ("2026-03-01", False),
    ):
        assert int(holds) == desk.ask("search", "alpha", "--now", instant).data["total"], instant
    assert INPUT == desk.ask("search", "alpha", "--now", "yesterday").refusal


def test_filters_are_exact(desk: Desk) -> None:
    """Type, source and session are compared letter by letter, and all must hold. Vault G2, G3"""
    desk.note("a", "2026-01-01", "alpha", type="Plan", source_kind="log", source_session="7")
    desk.note("b", "2026-01-02", "alpha", type="Plan", source="log")

    def found(*words: str) -> list[str]:
        return sorted(desk.ask("search", "alpha", *words).ids)

    assert ["a", "b"] == found("--type", "Plan")
    assert [] == found("--type", "plan")
    assert ["a", "b"] == found("--source", "log")
    assert ["a"] == found("--session", "7")
    assert [] == found("--session", "null")
    assert ["a"] == found("--type", "Plan", "--session", "7")
    assert [] == found("--type", "Plan", "--session", "7", "--from", "2026-01-02")
    assert ["b"] == found("--from", "2026-01-02", "--to", "2026-01-02")


@pytest.mark.parametrize(
    "instant",
    [
        *("2026-02-01", "2026-02-01T00:00Z", "2026-02-01T00:00:00.1Z", "0100-01-01"),
        *("2026-02-01T00:00:00.123456789Z", "2026-02-01T00:00+14:00", "2026-02-01T00:00+23:59"),
        *("2026-02-01T00:00-00:00", "9999-12-31"),
    ],
)
def test_dates_that_are_read(base: Desk, instant: str) -> None:
    """A date, or a date and time with a zone, to nine digits. Vault G5"""
    assert 0 == base.ask("search", "alpha", "--from", instant).status
    assert 0 == base.ask("timeline", "--anchor", instant).status


@pytest.mark.parametrize(
    "instant",
    [
        *("2026-02-30", "2026-13-01", "20260201", "2026-02-01T00:00", "2026-02-01T24:00:00Z"),
        *("2026-02-01T00:00:60Z", "2026-02-01T00:00+24:00", "2026-02-01T00:00+99:00"),
        *("2026-02-01T00:00+05:60", "2026-02-01T00:00+0500", "2026-02-01t00:00Z"),
        *("2026-02-01T00:00z", "2026-02-01T00:00:00.1234567890Z", "2026-02-01T00:00:00.Z"),
        *("0001-01-01", "2026-02-01 ", "2026-02-01\n", "２０２６-02-01"),
    ],
)
def test_dates_that_are_not(base: Desk, instant: str) -> None:
    """Everything else is refused, not guessed. Vault G6"""
    assert INPUT == base.ask("search", "alpha", "--from", instant).refusal
    assert INPUT == base.ask("timeline", "--anchor", "a", "--to", instant).refusal
