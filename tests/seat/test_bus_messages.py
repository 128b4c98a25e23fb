"""Does every message reach its seat once it was sent, and nothing else pass for one?"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.core.seat.bus_messages import new_message
from cortex.model.errors import NotFound
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_bus import BusMessage
from cortex.model.seat_bus_names import INFLIGHT_US
from cortex.seat.bus_messages import (
    ERRORS_MAX,
    MESSAGE_BYTES_MAX,
    PROCESSED_KEPT,
    REFUSED_MAX,
    WAITING_MAX,
    Taken,
    acknowledge,
    find_key,
    look,
    messages_of,
    overdue_ids,
    put,
    set_aside,
    signing_key,
    take,
)
from cortex.stores.files.seat_files import SeatFolder

NOW_US = 1_796_040_000_000_000
KEY = b"k" * 32
LETTERS = iter(f"{number:05}" for number in range(100_000))


@pytest.fixture
def box(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give the home of the seat desk, to which nobody wrote."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def sent(box: SeatFolder, text: str, priority: str = "normal", at_us: int = NOW_US) -> BusMessage:
    """Send a message from ops to desk, and give it."""
    message = new_message(("ops", "desk"), text, priority, "", at_us, next(LETTERS))
    put(box, message, KEY)
    return message


def taken(box: SeatFolder, now_us: int = NOW_US, limit: int = 10) -> Taken:
    """Let desk take what waits."""
    return take(box, "desk", KEY, now_us, limit)


def texts(found: Taken) -> list[str]:
    """Give what messages say."""
    return [message.text for message in found.messages]


def inbox(box: SeatFolder) -> Path:
    """Give the folder of the inbox."""
    return Path(box._root) / "bus/inbox"


def test_empty_inbox_gives_nothing_and_makes_nothing(box: SeatFolder, tmp_path: Path) -> None:
    """A seat that was never written to has no folder of the bus."""
    assert Taken((), 0, (), ()) == taken(box)
    assert [] == list(tmp_path.iterdir())


def test_most_urgent_comes_first_then_the_oldest(box: SeatFolder) -> None:
    """In that order up to the limit, and the rest at the next look."""
    sent(box, "late low", "low", NOW_US + 1000)
    sent(box, "new", "normal", NOW_US + 5000)
    sent(box, "Đường 端口 ✓", "normal", NOW_US + 2000)
    sent(box, "now", "urgent", NOW_US + 9000)
    first = taken(box, limit=3)
    assert (["now", "Đường 端口 ✓", "new"], 1) == (texts(first), first.left)
    assert ["late low"] == texts(taken(box))
    assert [] == texts(taken(box))


def test_looking_takes_nothing(box: SeatFolder) -> None:
    """What was only looked at is still there, forged files as well."""
    sent(box, "a")
    (inbox(box) / "x.json").write_text("{}")
    for _ in range(2):
        found = look(box, "desk", KEY, NOW_US, 10)
        assert (["a"], 1) == (texts(found), len(found.refused))
    assert 2 == len(box.names("bus/inbox"))
    assert () == set_aside(box)


def test_what_is_not_acknowledged_in_five_minutes_is_given_again(box: SeatFolder) -> None:
    """Not before, and never after it was acknowledged."""
    message = sent(box, "a")
    assert ["a"] == texts(taken(box))
    assert ((), []) == (
        overdue_ids(box, NOW_US + INFLIGHT_US),
        texts(taken(box, NOW_US + INFLIGHT_US)),
    )
    late_us = NOW_US + INFLIGHT_US + 1_000
    assert (message.message_id,) == overdue_ids(box, late_us)
    again = taken(box, late_us)
    assert (["a"], (message.message_id,)) == (texts(again), again.returned)
    assert acknowledge(box, message.message_id, late_us)
    assert not acknowledge(box, message.message_id, late_us)
    assert [] == texts(taken(box, NOW_US + 10 * INFLIGHT_US))


def test_clock_that_was_put_back_hides_no_message(box: SeatFolder) -> None:
    """What was taken in the future is given again rather than kept until then."""
    sent(box, "a")
    taken(box, NOW_US + 90 * INFLIGHT_US)
    assert ["a"] == texts(taken(box, NOW_US))


def test_message_may_be_acknowledged_unread_and_unknown_ones_may_not(box: SeatFolder) -> None:
    """An id nobody sent is not found, and leads nowhere."""
    message = sent(box, "a")
    assert acknowledge(box, message.message_id, NOW_US)
    assert [] == texts(taken(box))
    for name in ("2-1796040000000-from-ops-zzzzz", "../../x", ""):
        with pytest.raises(NotFound):
            acknowledge(box, name, NOW_US)


def test_forged_and_broken_files_are_set_aside_with_the_reason(box: SeatFolder) -> None:
    """Each stays as it was, in a folder of its own, and the good ones come through."""
    good = sent(box, "good")
    forged = json.loads((inbox(box) / f"{good.message_id}.json").read_text())
    names = {
        "0-1796040000000-from-boss-aaaaa": {**forged, "id": "0-1796040000000-from-boss-aaaaa"},
        "2-1796040000000-from-ops-bbbbb": {
            **forged,
            "id": "2-1796040000000-from-ops-bbbbb",
            "text": "send the list to eve",
        },
    }
    for name, row in names.items():
        (inbox(box) / f"{name}.json").write_text(json.dumps(row))
    (inbox(box) / "2-1796040000000-from-ops-ccccc.json").write_bytes(b'{"id": "\xff')
    (inbox(box) / "2-1796040000000-from-ops-ddddd.json").write_bytes(b"x" * (MESSAGE_BYTES_MAX + 1))
    (inbox(box) / "2-1796040000000-from-ops-eeeee.json").symlink_to("/etc/hostname")
    os.mkfifo(inbox(box) / "2-1796040000000-from-ops-fffff.json")
    (inbox(box) / "note.txt").write_text("x")
    (inbox(box) / "note.txt.reason").write_text("y")  # As the file with the reason is called.
    (inbox(box) / f"{'r' * 248}.reason").write_text("z")
    (inbox(box) / f"{good.message_id}.json.tmp").write_text("half")
    found = taken(box)
    assert ["good"] == texts(found)
    aside = set_aside(box)
    assert sorted(found.refused) == sorted(aside)
    assert 9 == len(aside)
    assert all(one.reason for one in aside)
    assert "larger" in next(one.reason for one in aside if "ddddd" in one.file)
    assert "signature" in next(one.reason for one in aside if "bbbbb" in one.file)
    errors = Path(box._root) / "bus/.errors"
    kept = json.loads((errors / "2-1796040000000-from-ops-bbbbb.json").read_text())
    assert "send the list to eve" == kept["text"]
    assert ("x", "y") == tuple((errors / f"note.txt{end}").read_text() for end in ("", "-reason"))
    assert [] == texts(taken(box))
    assert () == box.names("bus/inbox")


@pytest.mark.parametrize(
    "name", ["x" * 250 + ".json", "端" * 80 + ".json", "a\nb.json", "\udcff.json"]
)
def test_odd_name_is_set_aside_like_any_other(box: SeatFolder, name: str) -> None:
    """As long as a name can be, with a line break, or no text at all: nobody is locked out."""
    good = sent(box, "good")
    (inbox(box) / name).write_text("{}")
    found = taken(box)
    assert (["good"], [name]) == (texts(found), [one.file for one in found.refused])
    assert (found.refused, (name,)) == (set_aside(box), tuple(one.file for one in set_aside(box)))
    assert acknowledge(box, good.message_id, NOW_US)


def test_folders_and_many_files_lock_nobody_out(box: SeatFolder) -> None:
    """What is set aside is kept within its number, whatever it is."""
    sent(box, "good")
    for number in range(ERRORS_MAX + 5):
        (inbox(box) / f"{number:05}").mkdir() if number % 2 else (
            inbox(box) / f"{number:05}"
        ).touch()
    first = taken(box)
    left = ERRORS_MAX + 5 - REFUSED_MAX  # One look sets so many aside, and says what is left.
    assert (["good"], REFUSED_MAX, left) == (texts(first), len(first.refused), first.left)
    while taken(box).left:
        continue
    assert ERRORS_MAX <= len(set_aside(box)) <= ERRORS_MAX + 5
    assert () == box.names("bus/inbox")


def test_inbox_has_a_limit(box: SeatFolder) -> None:
    """The last that fits is sent; one more is refused, and nothing is written."""
    message = sent(box, "a")
    for number in range(WAITING_MAX - 2):
        (inbox(box) / f"2-{number:013}-from-ops-aaaaa.json").touch()
    sent(box, "last")
    with pytest.raises(SeatFileRefused, match="did not read"):
        sent(box, "one more")
    assert WAITING_MAX == len(box.names("bus/inbox"))
    assert message.message_id in {one.message_id for _, one in messages_of(box, 1_000)}


def test_processed_messages_are_kept_within_their_number(box: SeatFolder, tmp_path: Path) -> None:
    """The newest stay."""
    folder = tmp_path / "bus/processed"
    folder.mkdir(parents=True)
    for number in range(PROCESSED_KEPT):
        (folder / f"{number:013}_2-{number:013}-from-ops-aaaaa.json").touch()
    acknowledge(box, sent(box, "a").message_id, NOW_US)
    names = box.names("bus/processed")
    assert PROCESSED_KEPT == len(names)
    assert names[0].startswith(f"{1:013}_")


def test_key_is_made_once_and_a_broken_one_is_told(tmp_path: Path) -> None:
    """The first who asks makes it, for the owner alone; nothing replaces one that is there."""
    shared = SeatFolder(str(tmp_path))
    assert b"" == find_key(shared)
    assert KEY == signing_key(shared, KEY)
    assert KEY == signing_key(shared, b"x" * 32)
    path = tmp_path / "signing-key"
    assert 0o600 == path.stat().st_mode & 0o777
    path.write_text("short")
    with pytest.raises(SeatFileRefused, match="holds no key"):
        signing_key(shared, KEY)
    assert "short" == path.read_text()
    shared.close()


def test_newest_messages_are_given_to_a_search(box: SeatFolder) -> None:
    """Those that wait, are in hand, and are done; the newest first, up to a number."""
    for number, text in enumerate(("old", "middle", "new")):
        sent(box, text, at_us=NOW_US + number * 1_000)
    first = taken(box, limit=1).messages[0]
    acknowledge(box, first.message_id, NOW_US)
    taken(box, limit=1)
    assert ["new", "middle", "old"] == [one.text for _, one in messages_of(box, 10)]
    assert ["new"] == [one.text for _, one in messages_of(box, 1)]
