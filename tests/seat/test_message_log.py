"""Do the message logs keep every message once, however many there are and whatever stops them?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.core.seat import message_log as rules
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_records import Direction
from cortex.model.seats import Seat
from cortex.seat import message_log
from cortex.seat.message_log import (
    message_files,
    messages_in,
    newest_messages,
    prune_messages,
    record_message,
)
from cortex.stores.files.seat_files import SeatFolder

NOW_US = 1_780_000_000_000_000
SEAT = Seat("ops", "", "")
OUT = Direction.OUT
NOW = "logs/outbound-messages.jsonl"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give the home of a seat that has kept nothing."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def send(kept: SeatFolder, number: int, text: str = "") -> bool:
    """Write one message down and tell whether it is new."""
    said = {"message_id": number, "chat_id": 42, "text": text or f"message {number}"}
    return record_message(kept, SEAT, NOW_US + number * 1_000_000, OUT, said)[1]


def texts(kept: SeatFolder) -> list[str]:
    """Give what was sent, oldest first."""
    return [one.text for one in newest_messages(kept, OUT)][::-1]


def test_a_message_is_written_once(kept: SeatFolder) -> None:
    """The same message again changes nothing and gives its place; an edited one is a row more."""
    assert [True, False, True] == [send(kept, 1), send(kept, 1), send(kept, 1, "edited")]
    assert ["message 1", "edited"] == texts(kept)


def test_the_place_that_is_given_is_the_line(kept: SeatFolder) -> None:
    """Whoever opens the file at that line sees the message, behind a torn line too."""
    send(kept, 1)
    kept.append(NOW, b'{"torn')
    made, _ = record_message(kept, SEAT, NOW_US, OUT, {"message_id": 2, "chat_id": 42, "text": "b"})
    assert made.where == messages_in(kept, OUT, NOW).messages[-1].where == f"{NOW}:3"


def fill(kept: SeatFolder) -> None:
    """Write until a log is full."""
    for number in range(4, 9):
        send(kept, number)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a log be full after some four messages."""
    monkeypatch.setattr(message_log, "LOG_BYTES_MAX", 500)


@pytest.mark.usefixtures("small")
def test_a_full_log_is_set_aside_and_nothing_is_lost(kept: SeatFolder) -> None:
    """Every message is there once, in order, whichever file it stands in."""
    for number in range(20):
        assert send(kept, number)
    files = message_files(kept, OUT)
    assert len(files) > 3
    assert NOW == files[-1]
    assert [f"message {number}" for number in range(20)] == texts(kept)


@pytest.mark.usefixtures("small")
def test_a_crash_while_setting_aside_leaves_nothing_twice(
    kept: SeatFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the two steps, the full log is read once and set aside once."""
    for number in range(4):
        send(kept, number)
    with monkeypatch.context() as patched:
        real = kept.replace

        def dies(path: str, content: bytes) -> None:
            if path == NOW:
                raise KeyboardInterrupt
            real(path, content)

        patched.setattr(kept, "replace", dies)
        with pytest.raises(KeyboardInterrupt):
            fill(kept)
    before = texts(kept)
    assert sorted(set(before)) == before
    send(kept, 9)
    assert [*before, "message 9"] == texts(kept)


@pytest.mark.usefixtures("small")
def test_a_repeat_behind_a_full_log_is_known(kept: SeatFolder) -> None:
    """A retry that comes after its log was set aside changes nothing."""
    number = 0
    while len(message_files(kept, OUT)) < 2:
        number += 1
        send(kept, number)
    assert [False, False] == [send(kept, number - 1), send(kept, number)]


@pytest.mark.usefixtures("small")
def test_old_messages_are_taken_out_of_every_log(kept: SeatFolder, tmp_path: Path) -> None:
    """Pruning counts first, then takes what is old; a torn line and what is newer stay in place."""
    for number in range(9):
        send(kept, number)
    kept.append(NOW, b'{"torn\n')
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    newest = [one.where for one in newest_messages(kept, OUT)][:2]
    counted = prune_messages(kept, NOW_US + 7_000_000, is_applied=False)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert counted == prune_messages(kept, NOW_US + 7_000_000, is_applied=True)
    assert 7 == counted.messages
    assert ["message 7", "message 8"] == texts(kept)
    assert newest == [one.where for one in newest_messages(kept, OUT)]
    assert 1 == len(messages_in(kept, OUT, NOW).bad)
    assert 0 == prune_messages(kept, NOW_US + 7_000_000, is_applied=True).messages


def test_a_log_at_its_limit_can_be_read(kept: SeatFolder) -> None:
    """A file past its limit is refused, one at it is read."""
    kept.replace(NOW, b" " * message_log.READ_BYTES_MAX)
    assert ((), ()) == messages_in(kept, OUT, NOW)
    kept.replace(NOW, b" " * (message_log.READ_BYTES_MAX + 1))
    with pytest.raises(SeatFileRefused):
        messages_in(kept, OUT, NOW)


def test_the_longest_row_fits_what_is_read() -> None:
    """A text of the most characters, all of them escaped, is within a row's bytes."""
    said = {"message_id": 1, "chat_id": 2, "text": "\x1f" * 10 + "𝄞" * rules.TEXT_CHARS_MAX}
    row = rules.message_row(OUT, "ops", said, NOW_US)
    assert len(rules.row_line(row)) < rules.ROW_BYTES_MAX
