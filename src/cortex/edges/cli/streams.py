"""How do bytes get in and out, whatever the locale says?

Output is UTF-8 everywhere, so that a pipe, a file and another machine get the same bytes; what has
no UTF-8 form is written as an escape, so that printing never fails. Input is UTF-8 too.
Source: ADR 0050.
"""

# ruff: noqa: PTH123  # pathlib costs every command 8 ms.

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.limits import FACT_CONTEXT_CHARS_MAX

# Bytes read from standard input at most: past it the text is refused whatever follows, so there is
# no reason to hold the rest of a pipe that may never end. Four bytes a character is UTF-8's worst.
INPUT_BYTES_MAX = 4 * FACT_CONTEXT_CHARS_MAX + 4
# Operations carry several facts in one object; the same cap as a message over MCP.
INPUT_JSON_BYTES_MAX = 2 * 1024 * 1024


def prepare_streams() -> None:
    """Make standard output and standard error take any text; calling twice is safe.

    A channel that was closed before we started is replaced by one that leads nowhere.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def flush_output() -> None:
    """Hand everything printed so far to the reader.

    Raises:
        BrokenPipeError: the reader went away.
        CortexError: it cannot be written, for example because the disk is full.
    """
    fault = output_fault()
    if fault is not None:
        raise fault


def output_fault(done: str = "") -> CortexError | None:
    """Give why what was printed cannot be handed over, or None when it could.

    Args:
        done: what was carried out before the answer got lost, for the message.

    Raises:
        BrokenPipeError: the reader went away.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        return output_lost(error, done)
    return None


def output_lost(error: OSError, done: str = "") -> CortexError:
    """Give the error that says why output cannot be written, and what was done before."""
    message = f"standard output cannot be written: {error.strerror}"
    remedy = "choose another place for the output"
    return CortexError(f"{message}; {done}" if done else message, remedy=remedy)


@contextmanager
def told_even_so(done: str = "") -> Iterator[None]:
    """Hand over what is printed inside; when that fails, the error still says what was done.

    Raises:
        BrokenPipeError: the reader went away.
        CortexError: standard output cannot be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise output_lost(error, done) from error
    fault = output_fault(done)
    if fault is not None:
        raise fault


def silence_output() -> None:
    """Send standard output nowhere, after its reader went away; exiting then stays quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def restore_words(words: list[str]) -> list[str]:
    """Give command-line words as they were typed.

    In a locale that is not UTF-8 the bytes of a word that did not fit were kept as lone
    surrogates; they are read again as UTF-8. A word that is no UTF-8 either stays as it is.
    """
    return [word if word.isascii() else _restored(word) for word in words]


def has_piped_input() -> bool:
    """Tell whether standard input is a pipe or a file, so that nobody is asked to type."""
    return sys.stdin is not None and not sys.stdin.closed and not sys.stdin.isatty()


def read_bytes(field: str, bytes_max: int) -> bytes:
    """Read standard input to its end, or one byte more than the maximum of a longer one.

    Raises:
        InvalidRequest: it is closed.
    """
    if sys.stdin is None:
        message = "standard input is closed, so there is no text to read"
        raise InvalidRequest(message, remedy="pipe the text in", field=field)
    return sys.stdin.buffer.read(bytes_max + 1)


def read_text(field: str, bytes_max: int = INPUT_BYTES_MAX) -> str:
    """Read standard input to its end as UTF-8; a byte order mark is dropped.

    Args:
        field: name of the argument the text stands for, for the error.
        bytes_max: more than this is refused.

    Raises:
        InvalidRequest: it is closed, too long, or not UTF-8.
    """
    content = read_bytes(field, bytes_max)
    if len(content) > bytes_max:
        message = f"standard input is longer than {bytes_max} bytes, so nothing was read from it"
        remedy = "split it into several facts, or store the document and cite it"
        raise InvalidRequest(message, remedy=remedy, field=field)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"standard input is not UTF-8: byte {error.start} does not fit"
        remedy = "convert it first, for example with `iconv -t utf-8`"
        raise InvalidRequest(message, remedy=remedy, field=field) from None


def _nowhere() -> io.TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def _restored(word: str) -> str:
    if not any("\udc80" <= character <= "\udcff" for character in word):
        return word
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word
