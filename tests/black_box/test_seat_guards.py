"""Does the installed hook stop a write before it happens, and let everything else pass?"""

import json
from pathlib import Path

import pytest

from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import Shell
from tests.tidy.test_cold_start import HEAVY, loaded_modules

FUTURE = "2999-01-01T00:00:00Z"


@pytest.fixture
def seat(shell: Shell) -> Shell:
    """Give a shell in a seat of a machine without a brain."""
    return make_seat(shell)


def reason(seat: Shell, tool: str, **tool_input: object) -> str:
    """Give why the hook denies a tool; empty when it lets it pass in silence."""
    payload = {
        "hook_event_name": "PreToolUse",
        "session_id": "s1",
        "cwd": str(seat.folder),
        "tool_name": tool,
        "tool_use_id": "t1",
        "tool_input": tool_input,
    }
    given = json.dumps(payload).encode()
    answer = seat.run("hook", "tool-before", "--host", "claude-code", given=given, status=0)
    if not answer.out:
        return ""
    said = json.loads(answer.out)["hookSpecificOutput"]
    assert ("PreToolUse", "deny") == (said["hookEventName"], said["permissionDecision"])
    return str(said["permissionDecisionReason"])


def test_future_instant_is_denied_in_every_way_to_write(seat: Shell) -> None:
    """Seat T14: by Write, Edit, several edits and the shell; the reason says the true time."""
    state = str(seat.folder / "STATE.md")
    text = f"# STATE (rewritten {FUTURE})"
    edits = [{"old_string": "a", "new_string": text}]
    served = [{"oldText": "a", "newText": text}]
    patch = f"*** Begin Patch\n*** Add File: memory/a.md\n+{text}\n*** End Patch"
    for why in (
        reason(seat, "Write", file_path=state, content=text),
        reason(seat, "Edit", file_path=state, old_string="a", new_string=text),
        reason(seat, "MultiEdit", file_path=state, edits=edits),
        reason(seat, "mcp__files__write_file", path=state, content=text),
        reason(seat, "mcp__files__edit_file", path=state, edits=served),
        reason(seat, "apply_patch", input=patch),
        reason(seat, "NotebookEdit", notebook_path=state, new_source=text),
        reason(seat, "Bash", command=f"echo 'as of {FUTURE}' >> memory/notes.md"),
        reason(seat, "Bash", command=f"cd memory && cat > a.md <<'E'\nit's done at {FUTURE}\nE"),
        reason(seat, "Bash", command=f"echo 'done {FUTURE}' | tee -a \"$PWD/STATE.md\""),
        reason(seat, "Bash", command=f"sed -i 's/x/done {FUTURE}/' STATE.md"),
        reason(seat, "Bash", command=f"python3 -c \"open('STATE.md','w').write('{FUTURE}')\""),
    ):
        assert FUTURE in why
        assert seat.ask("log", "note", "x")["path"][7:17] in why


def test_no_verb_writes_what_has_not_come(seat: Shell) -> None:
    """Seat T14: state, log, note, entity and shared knowledge refuse it and name the true time."""
    said = f"the gateway was moved at {FUTURE}"
    source = ("--source", "user:m1", "--json")
    for words in (
        ("log", "working", said, "--json"),
        ("note", "add", said, *source),
        ("note", "add", "The gateway moved", "--why", said, *source),
        ("entity", "add", "Gateway", said, "--kind", "system", *source),
        ("note", "share", said, "--section", "Technical", *source),
    ):
        refused = seat.run(*words, status=2).error
        assert FUTURE in refused["message"]
    given = f"- {said}".encode()
    changes = seat.run("state", "set", "--section", "changes", "--json", given=given, status=2)
    assert FUTURE in changes.error["message"]
    assert not any(FUTURE in path.read_text() for path in seat.folder.rglob("*.md"))
    assert seat.ask("log", "working", f"the certificate ends on {FUTURE}")


def test_everything_else_passes_in_silence(seat: Shell) -> None:
    """A past instant, a plan, another file, a reading tool, and a folder that is no seat."""
    state = str(seat.folder / "STATE.md")
    assert "" == reason(seat, "Write", file_path=state, content="rewritten 2026-01-01T00:00Z")
    assert "" == reason(seat, "Write", file_path=state, content=f"due {FUTURE}")
    assert "" == reason(seat, "Write", file_path="a.py", content=f"T = '{FUTURE}'")
    assert "" == reason(seat, "Read", file_path=state)
    assert "" == reason(seat, "Bash", command=f"grep '{FUTURE}' memory/notes.md")
    assert "" == reason(seat, "Bash", command='echo "$(date -u) x" >> memory/notes.md')
    elsewhere = seat.at(seat.home)
    assert "" == reason(elsewhere, "Write", file_path=state, content=FUTURE)


def test_shared_file_needs_a_turn_that_one_seat_has(seat: Shell, shell: Shell) -> None:
    """Denied until opened; the other seat is told who has it; given back, it is denied again."""
    other = make_seat(shell, "desk")
    knowledge = seat.folder.parents[1] / "knowledge.md"
    foreign = other.folder / "memory" / "a.md"
    write = {"file_path": str(knowledge), "content": "x"}
    assert "cortex gate open" in reason(seat, "Write", **write)
    assert "desk" in reason(seat, "Bash", command=f"echo x > {foreign}")
    assert "desk" in reason(seat, "Bash", command="rm ../desk/memory/a.md")
    assert "" == reason(seat, "Bash", command="cp ../desk/memory/a.md /tmp/x-of-nobody")
    assert str(knowledge) == seat.ask("gate", "open", "../../knowledge.md")["path"]
    assert "" == reason(seat, "Write", **write)
    assert reason(other, "Write", **write)
    refused = other.run("gate", "open", str(knowledge), "--json", status=7)
    assert "file_already_locked" == refused.error["code"]
    assert seat.ask("gate", "close", str(knowledge))["was_open"]
    assert not seat.ask("gate", "close", str(knowledge))["was_open"]
    assert reason(seat, "Write", **write)
    assert other.ask("gate", "open", str(knowledge))["path"]


def test_guard_that_fails_is_open(seat: Shell) -> None:
    """A registry that is no file, odd input and odd paths deny nothing."""
    assert "" == reason(seat, "Write", file_path="\0", content=FUTURE)
    assert "" == reason(seat, "Write", file_path=5, content=["x"])
    (Path(seat.home) / ".cortex/seats/open-files").mkdir()
    assert "" == reason(seat, "Write", file_path="a.py", content="x")


def test_guard_loads_nothing_heavy_for_what_it_lets_pass() -> None:
    """No pattern is loaded for a command that touches no memory file."""
    code = (
        "from cortex.wiring.seat.guards import denial_of\n"
        "from cortex.model.host_events import HostEvent\n"
        "from cortex.model.seats import Seat\n"
        "event = HostEvent('claude-code', 'tool-before', 's', '/nowhere/seat')\n"
        "event.command = 'make test > out.txt 2>&1'\n"
        "seat = Seat('ops', '/nowhere/seat', '/nowhere/home')\n"
        "assert denial_of(event, seat, '/nowhere', 0) == ''"
    )
    assert set() == loaded_modules(code) & HEAVY
