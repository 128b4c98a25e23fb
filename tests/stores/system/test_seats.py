"""Does the registry name the seats that were installed, and no others?"""

from pathlib import Path

import pytest

from cortex.model.errors import InvalidRequest
from cortex.model.seats import Seat
from cortex.stores.system.seats import (
    REGISTRY_BYTES_MAX,
    is_seat_name,
    read_seats,
    seat_of,
    write_seats,
)


def seat(name: str, root: str, org: str = "acme") -> Seat:
    """Give a seat."""
    return Seat(name, root, f"/h/seats/{name}", org)


def test_folder_whose_name_has_a_line_break_makes_no_other_seat(tmp_path: Path) -> None:
    """A directory somebody hands over cannot register a folder of its choice."""
    home = str(tmp_path)
    write_seats(home, [seat("ops", "/w/ops")])
    for odd in (
        seat("x", "/w/a\nevil\tacme\t/etc"),
        seat("x", "/w/a", "a\tb"),
        seat("x", "/w", "\n"),
    ):
        with pytest.raises(InvalidRequest, match="line break"):
            write_seats(home, [seat("ops", "/w/ops"), odd])
    assert ["/w/ops"] == [one.root for one in read_seats(home)]
    write_seats(home, [seat("tab", "/w/a\tb")])
    assert ["/w/a\tb"] == [one.root for one in read_seats(home)]


def test_half_a_line_is_no_seat(tmp_path: Path) -> None:
    """A torn registry, or one past its limit, names no folder by half its path."""
    write_seats(str(tmp_path), [seat("ops", "/w/ops"), seat("zoo", "/w/zoo-of-the-north")])
    registry = tmp_path / "seats/registry"
    registry.write_bytes(registry.read_bytes()[:-6])
    assert ["/w/ops"] == [one.root for one in read_seats(str(tmp_path))]
    assert None is seat_of(str(tmp_path), "/w/zoo-of-the")
    registry.write_bytes(b"ops\tacme\t/w/ops\n" + b"x" * REGISTRY_BYTES_MAX)
    assert ["/w/ops"] == [one.root for one in read_seats(str(tmp_path))]


def test_registry_ends_at_its_limit(tmp_path: Path) -> None:
    """What fits is read back whole; one seat more is refused, and the others stay."""
    row = len("s000\tacme\t\n")
    seats = [seat(f"s{at:03}", "/" + "d" * (1_023 - row)) for at in range(64)]
    assert REGISTRY_BYTES_MAX == sum(len(f"{s.name}\t{s.org}\t{s.root}\n") for s in seats)
    write_seats(str(tmp_path), seats)
    assert 64 == len(read_seats(str(tmp_path)))
    with pytest.raises(InvalidRequest, match="too many"):
        write_seats(str(tmp_path), [*seats, seat("more", "/w/" + "m" * 99)])
    assert 64 == len(read_seats(str(tmp_path)))


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("ops", True), ("a-b_1", True), ("-x", False), ("", False), ("A", False), ("a" * 65, False)],
)
def test_name_is_a_short_word_that_is_no_option(name: str, is_one: bool) -> None:
    """So that it can be typed behind --seat, and be a folder."""
    assert is_one == is_seat_name(name)
