"""Does the hook stay silent, end well and say so to a person, whatever goes wrong?"""

import json
import os
import socket
import subprocess
import time

import apsw
import pytest

from cortex.edges.hooks.boot import main
from tests.edges.hooks.host import COMMAND, START, Host, assert_silent, context


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b" \n",
        b"null",
        b"[]",
        b'{"hook_event_name":"SessionStart","cwd":"/',
        b"\xff\xfe\x00garbage\x00",
        bytes(range(256)) * 16,
        b'{"hook_event_name":"SessionStart"}' * 2,
        b"[" * 60_000,
    ],
)
def test_unreadable_input_is_met_with_silence(host: Host, payload: bytes) -> None:
    """Case 34: empty, truncated, binary and bottomless input: exit 0 and nothing on stdout."""
    host.keep("Something worth telling")
    assert_silent(host, host.run(payload), "invalid_request")


def test_twenty_megabytes_are_taken_off_the_host_and_not_answered(host: Host) -> None:
    """Case 34: a huge payload is read to its end, so the host meets no closed pipe, and dropped."""
    host.keep("Something worth telling")
    payload = json.dumps({**START, "prompt": "x" * 20_000_000}).encode()
    assert_silent(host, host.run(payload), "invalid_request: standard input has more than")


@pytest.mark.parametrize(
    "changes", [{"hook_event_name": "Stop"}, {"hook_event_name": ""}, {"agent_id": "helper"}]
)
def test_event_of_another_kind_is_not_answered(host: Host, changes: dict[str, str]) -> None:
    """Case 34: an unknown event, or a subagent's, is no fault and no answer."""
    host.keep("Something worth telling")
    assert b"" == host.start(**changes)
    assert "" == host.journal


def test_unknown_fields_and_shapes_do_not_matter(host: Host) -> None:
    """Case 34: fields of a later host, or known ones of another type, leave the rest readable."""
    host.keep("Something worth telling")
    payload = {**START, "new": {"deep": [1, None]}, "source": 7, "session_id": None}
    run = host.run(json.dumps(payload).encode())
    assert "Something worth telling" in context(run.stdout)


def test_host_that_never_ends_its_input_is_not_waited_for(host: Host) -> None:
    """A pipe that stays open is given up on after the deadline."""
    host.keep("Something worth telling")
    reading, writing = os.pipe()
    os.write(writing, b'{"hook_event_name":')
    started = time.monotonic()
    run = subprocess.run(
        [*COMMAND, "--home", str(host.home)],
        stdin=reading,
        capture_output=True,
        timeout=10,
        check=True,
    )
    os.close(writing)
    os.close(reading)
    assert time.monotonic() - started < 5
    assert_silent(host, run, "invalid_request: standard input has no end in time")


def test_standard_input_that_is_closed_is_empty_input(host: Host) -> None:
    """A host without any standard input is met with silence."""
    host.keep("Something worth telling")
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "--home", str(host.home)]
    run = subprocess.run(command, capture_output=True, timeout=10, check=True)
    assert_silent(host, run, "invalid_request")


def test_nested_session_hears_nothing(host: Host) -> None:
    """Case 28: a session started from another one's tools, or marked as nested, is left alone."""
    host.keep("Something worth telling")
    payload = json.dumps(START).encode()
    for marker in ("CORTEX_NESTED", "CLAUDE_CODE_EXECPATH"):
        run = host.run(payload, **{marker: "1"})
        assert (0, b"", b"") == (run.returncode, run.stdout, run.stderr)
    outer = host.run(payload, CLAUDECODE="1", CLAUDE_CODE_CHILD_SESSION="1")
    assert "Something worth telling" in context(outer.stdout)


def test_missing_brain_is_not_made(host: Host) -> None:
    """Where nothing was ever kept, nothing is said and no file or folder appears."""
    run = host.run(json.dumps(START).encode())
    assert (0, b"") == (run.returncode, run.stdout)
    assert b"" == run.stderr
    assert not host.home.exists()


def test_damaged_brain_is_met_with_silence(host: Host) -> None:
    """A file that is no brain, or whose pages are torn, is for the doctor, not for the host."""
    host.keep("Something worth telling")
    host.db.write_bytes(b"no database at all " * 1_000)
    assert_silent(host, host.run(json.dumps(START).encode()), "store_unreadable")


def test_brain_of_a_newer_cortex_is_met_with_silence(host: Host) -> None:
    """A format from the future is not guessed at."""
    host.keep("Something worth telling")
    connection = apsw.Connection(str(host.db))
    connection.pragma("user_version", 999)
    connection.close()
    assert_silent(host, host.run(json.dumps(START).encode()), "store_newer")


def test_exclusively_locked_brain_is_met_with_silence_within_a_second(host: Host) -> None:
    """Case 31: somebody who locks everything out does not hold up the session."""
    host.keep("Something worth telling")
    holder = apsw.Connection(str(host.db))
    holder.pragma("locking_mode", "exclusive")
    holder.execute("BEGIN IMMEDIATE; CREATE TABLE held (x); COMMIT")
    started = time.monotonic()
    run = host.run(json.dumps(START).encode())
    assert time.monotonic() - started < 3
    holder.close()
    assert_silent(host, run, "store_busy")


def test_malformed_owner_closes_the_brain(host: Host) -> None:
    """In a team nobody is shown anything as long as it is unclear who is asking."""
    host.keep("Something worth telling")
    for unclear in ({"CORTEX_OWNER": "somebody"}, {"CORTEX_TEAM": "1"}):
        run = host.run(json.dumps(START).encode(), **unclear)
        assert (0, b"") == (run.returncode, run.stdout)
        assert b"settings_invalid" in run.stderr


def test_nobody_reads_the_answer(host: Host) -> None:
    """A host that closed its end is no reason to fail."""
    host.keep("Something worth telling")
    ours, theirs = socket.socketpair()
    theirs.close()
    environment = {**os.environ, "CORTEX_HOME": str(host.home)}
    run = subprocess.run(
        COMMAND,
        input=json.dumps(START).encode(),
        stdout=ours.fileno(),
        env=environment,
        timeout=10,
        check=False,
    )
    ours.close()
    assert 0 == run.returncode


def test_any_exception_inside_ends_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a bug, or the person's Ctrl-C, leaves with status 0."""
    monkeypatch.setattr("cortex.edges.hooks.boot.answer", _raise)
    assert 0 == main([])


def _raise(*_: object, **__: object) -> None:
    raise KeyboardInterrupt
