"""Does a person at a terminal see lines that fit, and nothing that drives it?"""

import fcntl
import os
import pty
import re
import struct
import termios

from cortex.wire.display import cell_width
from tests.black_box.shell import CORTEX, Shell

COLUMNS = 60
LONG = "The gateway listens on port 8443 because 443 needs root, and 日本語のテキスト too"
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def typed(shell: Shell, *words: str) -> str:
    """Give what a command prints on a terminal of 60 columns."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(shell.folder)
        os.execve(CORTEX, [CORTEX, *words], shell.environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    printed = b""
    while chunk := _read(terminal):
        printed += chunk
    os.close(terminal)
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return printed.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # The other end of a closed terminal is an error on Linux.
        return b""


def test_lines_fit_and_styles_are_ours(shell: Shell) -> None:
    """No line is wider than the terminal, text and tables alike, and only styles are raw."""
    fixed = shell.having(TERM="xterm", COLUMNS=str(COLUMNS))
    fixed.commit(LONG)
    assert STYLE.search(typed(fixed, "list"))
    for words in (("list",), ("query", "gateway port", "--why"), ("history",), ("doctor",)):
        shown = typed(fixed, *words)
        plain = STYLE.sub("", shown)
        assert "\x1b" not in plain
        assert COLUMNS >= max(map(cell_width, plain.split("\n"))), words


def test_colour_can_be_forbidden(shell: Shell) -> None:
    """NO_COLOR and a dumb terminal get no escape at all."""
    shell.commit(LONG)
    for variables in ({"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}):
        for words in (("list",), ("query", "gateway port")):
            assert "\x1b" not in typed(shell.having(**variables), *words)


def test_commit_without_text_does_not_wait_for_keys(shell: Shell) -> None:
    """At a terminal a missing text is an error with its remedy, not a silent wait."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(shell.folder)
        os.execve(CORTEX, [CORTEX, "commit"], shell.environment)
    printed = b""
    while chunk := _read(terminal):
        printed += chunk
    os.close(terminal)
    assert 2 == os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert b"no text was given" in printed
