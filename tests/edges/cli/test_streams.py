"""Do bytes get in and out whatever the locale says?"""

import io
import os
import sys

import pytest

from cortex.edges.cli.streams import has_piped_input, prepare_streams, read_text, restore_words
from cortex.model.errors import InvalidRequest


def feed(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make these bytes standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))


def test_input_is_utf_8_whatever_the_stream_was_opened_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The locale has no say in what a piped text means (cases 73, 77)."""
    feed("Đường ộ 🎉\n".encode(), monkeypatch)
    assert "Đường ộ 🎉\n" == read_text("text")


def test_byte_order_mark_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark some editors put in front is not part of the text."""
    feed(b"\xef\xbb\xbfport 80", monkeypatch)
    assert "port 80" == read_text("text")


def test_input_that_is_not_utf_8_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes are never guessed at; the remedy says what to do."""
    feed("端口".encode("gbk"), monkeypatch)
    with pytest.raises(InvalidRequest) as caught:
        read_text("text")
    assert "iconv" in caught.value.remedy


def test_closed_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command started without standard input says so."""
    monkeypatch.setattr(sys, "stdin", None)
    assert not has_piped_input()
    with pytest.raises(InvalidRequest, match="closed"):
        read_text("text")


def test_input_at_the_limit_is_read_and_one_byte_more_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pipe that never ends is not read to its end."""
    feed(b"x" * 10, monkeypatch)
    assert "x" * 10 == read_text("text", 10)
    feed(b"x" * 11, monkeypatch)
    with pytest.raises(InvalidRequest, match="longer than 10 bytes"):
        read_text("text", 10)


def test_output_takes_every_character(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream opened for ASCII writes UTF-8, and escapes what has no UTF-8 form (case 74)."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    prepare_streams()
    prepare_streams()
    sys.stdout.write("✓ 🎉 \ud83d\n")
    sys.stdout.flush()
    assert "✓ 🎉 \\ud83d\n" == raw.getvalue().decode()


def test_closed_channel_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command started without standard output still runs."""
    monkeypatch.setattr(sys, "stdout", None)
    prepare_streams()
    sys.stdout.write("into nowhere")
    sys.stdout.close()


def test_words_of_another_locale_are_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that ASCII could not hold are the UTF-8 that was typed (case 73)."""
    monkeypatch.setattr(os, "fsencode", lambda word: word.encode("ascii", "surrogateescape"))
    typed = "Đường"
    as_seen = typed.encode().decode("ascii", "surrogateescape")
    assert ["commit", typed] == restore_words(["commit", as_seen])


def test_word_that_is_no_text_stays_as_it_is() -> None:
    """A lone surrogate that no byte explains is passed on for the service to judge."""
    assert ["\ud83d"] == restore_words(["\ud83d"])
    broken = os.fsdecode(b"\xff\xfe")
    assert [broken] == restore_words([broken])
