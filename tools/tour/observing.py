"""How does the tour show a session taken down, found again, cited, and a host set up and cleared?

The payloads are those that Claude Code really sent, as kept for the tests; only folder and words
are the tour's.
"""

import json
import re
from pathlib import Path
from typing import Any

from tools.tour.stage import Stage
from tools.tour.texts import commits

RECORDED = Path("tests/golden/hosts/claude-code/2.1.197")
"""Where the payloads lie, below the project."""

HOST = ("--host", "claude-code")

PLAN_LINES = 14
"""Lines of a plan that are shown: the first file with the first of its entries."""

PROMPT = "Why is apsw the SQLite driver of this project, and not sqlite3?"
ORDER = "Run the smoke test of the demo gateway."
ANSWER = "It failed: the demo gateway hung up."
COMMAND = "make smoke"
FAILURE = "Exit code 2\nsmoke: E1042 the demo gateway on port 9443 hung up\nAPI_TOKEN={secret}"
FAILED = "E1042 the demo gateway on port 9443 hung up"

EVENTS = 4
"""Two prompts, what a tool printed, and the agent's last words."""

BRIEF_BYTES_MAX = 1_500
"""Bytes of an envelope beside a prompt: 1,200 of text and what stands around them."""

_TOLD = re.compile(r"- \[([dm]\d+)")


def set_up_a_host(stage: Stage) -> None:
    """Show the plan for a host, then carry it out in the throw-away home."""
    stage.step("Given to an agent", "First the plan, then exactly that, in a throw-away home.")
    before = _files(stage.home)
    rest = "each file with what changes in it"
    stage.show("install", *HOST, lines_max=PLAN_LINES, rest=rest)
    stage.promise(before == _files(stage.home), "a plan writes nothing")
    stage.show("install", *HOST, "--apply")
    states = [host.get("state") for host in stage.ask("install", *HOST).get("hosts", [])]
    stage.promise(states == ["unchanged"], "a second time there is nothing to do")
    stage.seen("hooks, tools and instructions are in the host's own files")


def take_down_a_session(stage: Stage, root: Path) -> None:
    """Run a session's hooks as the host runs them, and show what was kept of it."""
    stage.step("A session is taken down", "What Claude Code sent, through the command it runs.")
    brief = _hook(stage, root, "prompt", prompt=PROMPT, prompt_id="tour-1")
    stage.promise("Decision 0010" in brief, "what is known stands beside the prompt")
    is_small = 0 < len(brief.encode()) <= BRIEF_BYTES_MAX
    stage.promise(is_small, f"it is at most {BRIEF_BYTES_MAX} bytes")
    again = _hook(stage, root, "prompt", prompt=ORDER, prompt_id="tour-2")
    is_told_once = not set(_TOLD.findall(brief)) & set(_TOLD.findall(again))
    stage.promise(is_told_once, "a fact is told once a session")
    secret = "ghp_" + "a1B2" * 9
    tool = {"command": COMMAND, "description": "smoke test"}
    words = FAILURE.format(secret=secret)
    silent = _hook(stage, root, "tool-after-failure", tool_input=tool, error=words)
    end = {"last_assistant_message": ANSWER, "prompt_id": "tour-2"}
    silent += _hook(stage, root, "turn-end", **end)
    silent += _hook(stage, root, "session-end")
    stage.promise(silent == "", "a tool's answer and an end are taken down without a word")
    stage.show("stats")
    kept = sum(one.get("events", 0) for one in stage.ask("stats").get("captured", []))
    stage.promise(kept == EVENTS, f"{EVENTS} events are kept, each once")
    is_clean = all(secret.encode() not in said for said in _files(stage.home).values())
    stage.promise(is_clean, "the token the tool printed is in no file of the home")
    stage.seen("a brief beside a prompt, once; then word for word what happened, no secret")


def find_it_again(stage: Stage, root: Path) -> None:
    """Search the session, and the project's own history as a source of its own."""
    stage.step("Found again", "Search gives places to look, in sessions, logs and facts together.")
    words = ("search", "why did the smoke test of the gateway hang up", "--limit", "3")
    stage.show(*words, "--explain")
    passages = [str(lead.get("passage")) for lead in _leads(stage, *words)]
    stage.promise(any(FAILED in one for one in passages), "what the tool printed is found")
    told = commits(root)
    if told:  # A copy without its history has none to hand over.
        register = ("--role", "tool_report", "--on-secret", "redact")
        stage.show("capture", "register", "--source", "git-log", *register, lines_max=4)
        lines = [json.dumps({"event_key": one.key, "text": one.text}) for one in told]
        tail = ("capture", "tail", "--source", "git-log", "--offset", "0", "--quiet")
        shown = "... | cortex capture tail --source git-log --offset 0 --quiet"
        stage.show(*tail, shown=shown, given="".join(line + "\n" for line in lines))
        subject = told[-1].subject
        asked = ("search", subject, "--kind", "tool", "--limit", "2")
        stage.show(*asked)
        stage.promise(subject in str(_leads(stage, *asked)[0]), "a commit is found by its subject")
    stage.seen("each lead is a passage with its place; none of them is claimed to be true")


def rest_on_evidence(stage: Stage) -> None:
    """Let a fact cite what was captured, and take that back."""
    stage.step("A fact that rests on it", "A fact may cite what was seen, and stays checkable.")
    seen = str(_leads(stage, "search", FAILED, "--kind", "tool")[0].get("reference"))
    fact = "The smoke test of the demo gateway fails with E1042 on port 9443."
    stage.show("commit", fact, "--evidence", seen)
    reference = _reference(stage, fact)
    told = stage.show("why", reference)
    stage.promise(seen in told and FAILED in told, "the fact says what it rests on")
    reason = "it was another gateway"
    stage.show("capture", "retract", seen, "--reason", reason, "--quiet")
    told = json.dumps(stage.ask("why", reference))
    stage.promise(reason in told, "the fact says that its evidence was taken back")
    stage.seen("`why` has the exact text, and tells when it was taken back")


def clear_the_host(stage: Stage) -> None:
    """Take everything out of the host's files again."""
    stage.step("Taken out again", "Nothing of Cortex stays in a host; what was remembered does.")
    stage.show("uninstall", "--apply")
    left = [name for name in _files(stage.home) if not name.startswith(".cortex/")]
    stage.promise(not left, "no file of the host is left that was not there before")


def _hook(stage: Stage, root: Path, name: str, **words: Any) -> str:
    """Send one recorded payload through the hook, with the tour's folder and words."""
    payload = json.loads((root / RECORDED / f"{name}.json").read_text(encoding="utf-8"))["payload"]
    payload.update(words, cwd=str(root))
    event = str(payload["hook_event_name"])
    kind = {"tool-after-failure": "tool-after"}.get(name, name)
    shown = f'echo \'{{"hook_event_name":"{event}", ...}}\' | cortex hook {kind} {" ".join(HOST)}'
    return stage.show("hook", kind, *HOST, shown=shown, given=json.dumps(payload))


def _reference(stage: Stage, statement: str) -> str:
    facts = stage.ask("list", "--limit", "5").get("facts", [])
    mine = [str(fact["reference"]) for fact in facts if fact["statement"] == statement]
    return mine[0] if mine else "decision::0"


def _leads(stage: Stage, *words: str) -> list[dict[str, Any]]:
    """Give what a search finds; one empty lead for nothing, so that the promise on it fails."""
    return stage.ask(*words).get("leads") or [{}]


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
