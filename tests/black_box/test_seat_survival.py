"""What of a seat survives a compaction, a restart, a crash and a move? Each layer, each time.

The table is that of docs/guide/moving-a-seat.md: a row is a layer, a column what happens to the
seat. Source: OGL 8.1.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.black_box.seat_moving import lived, pack, slug
from tests.black_box.shell import CORTEX, Shell
from tests.black_box.test_seat_hooks import Host
from tests.wiring.seat_sessions import Conversation

PROMISE = "renew the certificates by Friday"
NOTE = "The DNS change waits for Ana."
SAID = "The gateway moves at noon 端口"

Life = tuple[Host, str]
"""A host after what happened, and what its next session was told at its start."""


def _started(host: Host, source: str, session: str) -> str:
    if session != host.talk.session_id:
        host.talk = Conversation(host.shell.home, session)
    return host.event("SessionStart", source=source)


def compaction(host: Host) -> str:
    """The conversation gives way to a summary, and goes on."""
    host.event("PreCompact", trigger="auto")
    host.talk.compact()
    return _started(host, "compact", host.talk.session_id)


def soft_restart(host: Host) -> str:
    """`claude --continue`: the same conversation in a new process."""
    host.event("SessionEnd", reason="other")
    return _started(host, "resume", host.talk.session_id)


def hard_restart(host: Host) -> str:
    """A new conversation."""
    host.event("SessionEnd", reason="other")
    return _started(host, "startup", "after-restart")


def crash(host: Host) -> str:
    """Every program is killed while it writes, and nobody says that the session ended."""
    payload = {"session_id": host.talk.session_id, "transcript_path": str(host.talk.path)}
    payload |= {"cwd": str(host.root), "hook_event_name": "PreCompact", "trigger": "auto"}
    commands = (
        [CORTEX, "hook", "PreCompact", "--host", "claude-code"],
        [CORTEX, "log", "note", "cut off"],
        [CORTEX, "state", "set", "--section", "checkpoint"],
        [CORTEX, "note", "add", "cut off", "--source", "user:1", "--why", "w", "--how", "h"],
        [CORTEX, "bus", "remind", "in 3h", "cut off"],
    )
    for number in range(4):
        for command in commands:
            given = json.dumps(payload).encode() if command[1] == "hook" else b"task: cut off\n"
            with subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=host.root,
                env=host.shell.environment,
            ) as program:
                try:
                    program.communicate(given, timeout=0.04 * (number + 1))
                except subprocess.TimeoutExpired:
                    program.kill()
                    program.communicate()
    return _started(host, "startup", "after-crash")


def move(host: Host) -> str:
    """Another machine and path, and nothing but the pack goes there."""
    packed = pack(host)
    home = host.shell.home.parent / "other"
    home.mkdir()
    target = home / "seat.zip"
    shutil.move(packed, target)
    shutil.rmtree(host.shell.home)
    host.shell = Shell(home, home)
    root = home / "agents/späher"
    host.shell.ask("seat", "unpack", str(target), str(root), "--apply")
    host.root, host.home = root.resolve(), home / ".cortex/seats/scout"
    return _started(host, "startup", "after-move")


EVENTS = (compaction, soft_restart, hard_restart, crash, move)


@pytest.fixture(scope="module", params=EVENTS, ids=lambda event: event.__name__)
def life(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Life:
    """Give a seat that lived, handed over, and then had one of these happen to it."""
    folder = tmp_path_factory.mktemp("life")
    (folder / "home").mkdir()
    shell = Shell(folder / "home", folder / "home")
    host = lived(shell)
    seat = shell.at(host.root)
    seat.ask("bus", "remind", "in 2h", "look at the certificates")
    seat.ask("bus", "task", "add", "Move billing", "--to", "scout")
    event = json.dumps({"message_id": 7, "chat_id": 42, "text": SAID}).encode()
    seat.ask("bus", "record-message", "--out", given=event)
    host.event("UserPromptSubmit", prompt="And tell Ana.", prompt_id="p-2")
    seat.ask("seat", "handoff", "--note", NOTE)
    told = request.param(host)
    return host, told


def _is(life: Life, event: Callable[[Host], str]) -> bool:
    """Tell whether this is what happened."""
    told_to = life[0].talk.session_id
    names = {hard_restart: "after-restart", crash: "after-crash", move: "after-move"}
    if event in names:
        return told_to == names[event]
    is_compact = "the context was compacted" in life[1]
    return told_to == "5e55-1" and is_compact == (event is compaction)


def _asked(life: Life, *words: str) -> str:
    answer = life[0].shell.ask(*words, "--seat", "scout")
    return json.dumps(answer, ensure_ascii=False)


def test_the_conversation(life: Life) -> None:
    """What was promised comes back wherever the context is new; who goes on has it."""
    if not _is(life, soft_restart):
        assert PROMISE in life[1]


def test_state(life: Life) -> None:
    """STATE.md is whole, and where the work stands is told whatever happened."""
    text = (life[0].root / "STATE.md").read_text("utf-8")
    assert text.startswith("# STATE (rewritten ")
    assert text.endswith("\n")
    assert 8 == text.count("\n## ")
    assert "exact next step: restart gw-2" in text or _is(life, crash)
    assert ("restart gw-2" if "restart gw-2" in text else "cut off") in life[1]


def test_former_states(life: Life) -> None:
    """Whatever is in STATE.md now, the version of before is in the file or in its history."""
    copies = [path.read_text("utf-8") for path in (life[0].root / "memory/state-history").iterdir()]
    texts = [*copies, (life[0].root / "STATE.md").read_text("utf-8")]
    assert any("exact next step: restart gw-2" in text for text in texts)


def test_daily_log_notes_and_entities(life: Life) -> None:
    """Every entry that was written is there, whole."""
    assert "The gateway moved 端口" in _asked(life, "log")
    assert "the-gateway-listens-on-port-8443" in _asked(life, "note", "list")
    assert "short mails" in _asked(life, "entity", "show", "Ana")
    for path in (life[0].root / "memory").glob("*.md"):
        assert path.read_bytes().endswith(b"\n")


def test_checkpoints_summaries_and_digests(life: Life) -> None:
    """Records of talk are whole files, and can be found."""
    for folder in ("checkpoints", "compactions", "digests"):
        texts = [path.read_text("utf-8") for path in (life[0].root / "memory" / folder).iterdir()]
        assert texts
        assert all(texts)
    assert PROMISE in _asked(life, "digest", "search", "certificates", "Friday")
    assert "CHECKPOINT FAILED" not in life[1]


def test_hand_off(life: Life) -> None:
    """A document waits while its writer goes on, and is told to whoever begins anew."""
    assert 1 == len(list((life[0].root / "memory/handoffs").iterdir()))
    goes_on = _is(life, compaction) or _is(life, soft_restart)
    assert goes_on == (NOTE not in life[1])
    if goes_on:
        host = life[0]
        before = host.talk
        told = _started(host, "startup", "much-later")
        host.talk = before
        assert NOTE in told


def test_session_facts(life: Life) -> None:
    """What the host made of the first compaction is there, and once."""
    facts = life[0].shell.ask("facts", "--seat", "scout")["facts"]
    assert 1 == sum("8443" in fact["summary"] for fact in facts[-1:])


def test_auto_memory(life: Life) -> None:
    """The host's own memory lies where the host looks for it, also at a new path."""
    projects = life[0].shell.home / ".claude/projects"
    assert "8443\n" == (projects / slug(life[0].root) / "memory/port.md").read_text()
    assert "port" in _asked(life, "note", "list", "--auto")


def test_reminders_and_messages(life: Life) -> None:
    """What is kept of the bus in the seat's home is there."""
    assert "look at the certificates" in _asked(life, "bus", "reminders")
    assert "sent to 42" in _asked(life, "bus", "told", "gateway", "noon") or SAID in _asked(
        life, "bus", "told", "gateway", "noon"
    )


def test_tasks(life: Life) -> None:
    """What the seat promised by the bus is still promised."""
    assert "Move billing" in _asked(life, "bus", "promised")


def test_it_goes_on(life: Life) -> None:
    """Whatever happened, every verb writes again."""
    shell = life[0].shell
    shell.ask("log", "note", "went on", "--seat", "scout")
    assert "went on" in _asked(life, "log")
    words = ("state", "set", "--seat", "scout", "--section", "promises")
    shell.ask(*words, given=b"- [open] go on\n")
    assert Path(life[0].root, "STATE.md").read_text("utf-8").count("[open] go on") == 1
