"""What do a seat's hooks take at the end of a session and beside a writer, and a question to it?"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cortex.model.seats import ENTITIES_FILE, STATE_FILE, Seat
from cortex.stores.system.seats import write_seats
from cortex.wire.encoding import encode
from cortex.wiring.hook import DEADLINE_US, DEADLINES_US
from cortex.wiring.house import open_house
from tools.bench.figures import Budget, Figure
from tools.bench.processes import BARE_PYTHON, Command, cortex_program, measure, surroundings
from tools.bench.site import Site, commit, settings_of
from tools.bench.starting import REFERENCE

LONG_BYTES = 50 * 1_000_000
SHORT_BYTES = 200_000
RESULT_CHARS = 5_000
TOKENS = 50_000

END_BUDGET = Budget(500, 250, is_ratio=False)
"""Milliseconds: what a host gives all hooks at a session's end is 1,500."""

ASK_BUDGET = Budget(1_000, 500, is_ratio=False)
"""Milliseconds an agent waits for one question to every layer of a seat of a hundred days."""

DAYS = 100

EVENTS: dict[str, tuple[str, dict[str, object]]] = {
    "session-start": ("SessionStart", {"source": "compact"}),
    "prompt": ("UserPromptSubmit", {"prompt": "Which port does the gateway listen on?"}),
    "tool-before": ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}}),
    "tool-after": (
        "PostToolUse",
        {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": "README.md"},
    ),
    "turn-end": ("Stop", {"last_assistant_message": "Done.", "stop_hook_active": False}),
    "compact-before": ("PreCompact", {"trigger": "auto"}),
    "compact-after": ("PostCompact", {"trigger": "auto", "compact_summary": "It was moved."}),
    "session-end": ("SessionEnd", {"reason": "other"}),
}
"""Kind -> what Claude Code calls it, and what it sends beside the session."""

STAGED_AGAIN = (
    "what was staged of the session is removed before each round, by a shell that takes one "
    "millisecond; 16 MB of the transcript are read"
)
HELD = "another process holds a turn to write and a write transaction; bounded by the own deadline"

_HOLDING = """\
import sys
import apsw
from cortex.stores.system.locks import WriteQueue
with WriteQueue(sys.argv[1] + ".queue", 30):
    store = apsw.Connection(sys.argv[1])
    store.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    sys.stdin.read()
"""


def seats(site: Site, rounds: int) -> list[Figure]:
    """Measure a seat's hooks in a home with one fact and in the growing one."""
    small = site.folder / "one-fact"
    small.mkdir()
    with closing(open_house(settings_of(small))) as house:
        commit(house, site.next_facts(1))
    figures = [long_end(small, rounds)]
    for home, facts in ((small, 1), (site.folder, len(site.facts))):
        figures += beside_a_writer(home, facts, rounds)
        figures.append(asking(home, facts, rounds))
    return figures


def long_end(home: Path, rounds: int, size: int = LONG_BYTES) -> Figure:
    """Measure the end of a session whose transcript has so many bytes."""
    root = make_seat(home)
    payload = payload_file(root, "session-end", size)
    env = surroundings(home)
    again = f'rm -rf "{home}/seats/ops/digests"; exec "$@"'
    ending = (cortex_program(), "hook", "session-end", "--host", "claude-code")
    bare, cost = measure(
        [
            Command(BARE_PYTHON, env, root),
            Command(("/bin/sh", "-c", again, "sh", *ending), env, root, payload),
        ],
        rounds,
        is_counted=False,
    )
    name = f"seat: hook session-end, {size // 1_000_000} MB transcript"
    return Figure(name, cost.wall, (REFERENCE, bare.wall), END_BUDGET, STAGED_AGAIN)


def beside_a_writer(home: Path, facts: int, rounds: int) -> list[Figure]:
    """Measure every hook of a seat while another process holds the store."""
    root = make_seat(home)
    env = surroundings(home)
    plan = [Command(BARE_PYTHON, env, root)]
    for kind in EVENTS:
        words = (cortex_program(), "hook", kind, "--host", "claude-code")
        plan.append(Command(words, env, root, payload_file(root, kind, SHORT_BYTES)))
    with held(home / "cortex.db"):
        bare, *costs = measure(plan, rounds, is_counted=False)
    return [
        Figure(
            f"seat: hook {kind}, store held, {facts:,} facts",
            cost.wall,
            (REFERENCE, bare.wall),
            _within(kind),
            HELD,
        )
        for kind, cost in zip(EVENTS, costs, strict=True)
    ]


def asking(home: Path, facts: int, rounds: int) -> Figure:
    """Measure one question to every layer of a seat that kept a log for a hundred days."""
    root = make_seat(home)
    write_memory(root, DAYS)
    env = surroundings(home)
    words = (cortex_program(), "ask", "which port did the gateway get on day 7")
    plan = [Command(BARE_PYTHON, env, root), Command(words, env, root)]
    bare, cost = measure(plan, rounds, is_counted=False)
    name = f"cortex ask, a seat of {DAYS} days, {facts:,} facts"
    return Figure(name, cost.wall, (REFERENCE, bare.wall), ASK_BUDGET)


def write_memory(root: Path, days: int) -> None:
    """Write a log of ten entries a day, and a noun for each day."""
    memory = root / "memory"
    memory.mkdir(exist_ok=True)
    entries = ["# Entities\n"]
    for day in range(days):
        notes = [f"## Note {n}\n\nThe gateway {n} of day {day} got port {n}\n" for n in range(10)]
        (memory / f"day-{day:03}.md").write_text("\n".join(notes), encoding="utf-8")
        entries.append(f"## Customer {day}  kind: company\n- port: {day}. (source: user/{day})\n")
    (root / ENTITIES_FILE).write_text("\n".join(entries), encoding="utf-8")


@contextmanager
def held(store: Path) -> Iterator[None]:
    """Have another process hold the store's write lock."""
    command = [sys.executable, "-c", _HOLDING, str(store)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        if process.stdout.readline() != b"held\n":
            failed = f"{store} could not be held"
            raise RuntimeError(failed)
        yield
        process.communicate(b"")


def make_seat(home: Path) -> Path:
    """Make a folder of a home a seat with a STATE.md, and give it."""
    root = (home / "seat").resolve()
    root.mkdir(exist_ok=True)
    sections = "\n".join(f"- {number} was decided, and why" for number in range(40))
    text = f"# STATE\n\n## Checkpoint\n\ntask: move\n\n## Decisions and findings\n\n{sections}\n"
    (root / STATE_FILE).write_text(text, encoding="utf-8")
    write_seats(str(home), [Seat("ops", str(root), str(home / "seats" / "ops"))])
    return root


def payload_file(root: Path, kind: str, transcript_bytes: int) -> Path:
    """Write what Claude Code sends at an event of a session whose transcript has so many bytes."""
    transcript = root.with_name(f"{transcript_bytes}.jsonl")
    if not transcript.exists():
        write_transcript(transcript, transcript_bytes)
    name, fields = EVENTS[kind]
    told: dict[str, object] = {
        "session_id": transcript.stem,
        "transcript_path": str(transcript),
        "cwd": str(root),
    }
    ids = {"prompt_id": "p1", "tool_use_id": "toolu_bench"}
    path = root.with_name(f"{kind}-{transcript_bytes}.json")
    path.write_text(encode({**told, **ids, "hook_event_name": name, **fields}), encoding="utf-8")
    return path


def write_transcript(path: Path, size: int) -> None:
    """Write a session of so many bytes: questions, results of tools, answers with their usage."""
    said: dict[str, object] = {"role": "user", "content": "Move the gateway, please."}
    usage = {"input_tokens": 4, "cache_read_input_tokens": TOKENS, "output_tokens": 9}
    answer: dict[str, object] = {"role": "assistant", "usage": usage}
    answer |= {"content": [{"type": "text", "text": "Decided: port 8443. I will restart it."}]}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x" * RESULT_CHARS}
    with path.open("w", encoding="utf-8") as lines:
        number = 0
        while lines.tell() < size:
            rows = (("user", said), ("user", {"role": "user", "content": [result]}))
            for kind, message in (*rows, ("assistant", answer)):
                number += 1
                row = {"type": kind, "uuid": f"u{number}", "sessionId": path.stem}
                row |= {"timestamp": "2026-01-05T08:00:00.000Z", "version": "2.1.197"}
                lines.write(encode({**row, "message": message}) + "\n")


def _within(kind: str) -> Budget:
    """Give the budget of a hook: its own deadline, and half of it."""
    bound_ms = DEADLINES_US.get(kind, DEADLINE_US) / 1000
    return Budget(bound_ms, bound_ms / 2, is_ratio=False)
