"""Are bytes cut into lines alike however they arrive, and is standard output out of reach?"""

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from cortex.edges.mcp.streams import LineCutter

SEND = """
import os, subprocess, sys
from cortex.edges.mcp.streams import claim_standard_streams, write_all
print("early")
incoming, outgoing = claim_standard_streams()
print("caf\\u00e9 \\U0001f389 printed")
os.write(1, b"written\\n")
subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
assert sys.stdin.read() == ""
assert os.read(incoming, 100) == b"request"
write_all(outgoing, b"answer")
"""


@given(st.lists(st.binary(max_size=30), max_size=8), st.integers(1, 7))
def test_lines_do_not_depend_on_the_chunks(parts: list[bytes], size: int) -> None:
    """The same bytes give the same lines, in chunks of any size."""
    sent = b"\n".join(parts)
    cutter = LineCutter(1000)
    lines = []
    for start in range(0, len(sent), size):
        lines += cutter.feed(sent[start : start + size])
    assert sent.split(b"\n") == [*lines, cutter.finish()]


def test_line_past_the_limit_is_kept_in_part() -> None:
    """An endless line takes no more memory than the limit, and the next one is whole."""
    cutter = LineCutter(10)
    assert [] == cutter.feed(b"x" * 100)
    assert [b"x" * 10, b"next"] == cutter.feed(b"xxx\nnext\n")


def test_nothing_but_the_protocol_reaches_standard_output() -> None:
    """Prints, raw writes and children land on standard error, in any code page. case 116"""
    run = subprocess.run(
        [sys.executable, "-c", SEND],
        input=b"request",
        capture_output=True,
        env={"PYTHONIOENCODING": "cp1252", "LC_ALL": "C", "PYTHONUTF8": "0"},
        check=False,
    )
    assert (b"answer", 0) == (run.stdout, run.returncode), run.stderr
    for said in (b"early", b"printed", b"written", b"from a child"):
        assert said in run.stderr


def test_closed_streams_are_no_way_out() -> None:
    """A server started without standard streams still guards them and ends."""
    program = "import os; [os.close(n) for n in (0, 1, 2)]\n" + (
        "from cortex.edges.mcp.streams import claim_standard_streams\n"
        "incoming, outgoing = claim_standard_streams()\n"
        "assert min(incoming, outgoing) > 2\n"
        "assert os.read(incoming, 10) == b''\n"
    )
    assert 0 == subprocess.run([sys.executable, "-c", program], check=False).returncode
