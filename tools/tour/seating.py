"""How does the tour show an agent that goes on after its context was compacted?"""

import json
from pathlib import Path

from tools.tour.observing import HOST, RECORDED
from tools.tour.stage import Stage

PROMISE = "send Ana the totals"
STEP = "book invoice 42"
UNKNOWN = "zanzibar quota"
SPOKEN = "I will tell you when the bank answers."
CHECKPOINT = f"task: close the books\nstands: 41 of 60 booked\nexact next step: {STEP}\n"


def keep_a_seat(stage: Stage, root: Path) -> None:
    """Make a folder a seat, let its context be compacted, and show what it is given back."""
    stage.step("An agent that goes on", "What one file says survives the context it was said in.")
    folder = stage.home / "agents" / "ops"
    folder.mkdir(parents=True)
    stage.show("seat", "install", str(folder), "--apply")
    words = ("state", "set", "--seat", "ops", "--section")
    stage.show(*words, "checkpoint", given=CHECKPOINT)
    stage.show(*words, "promises", given=f"- [open] {PROMISE} (due 2099-05-04)\n")
    session = {"transcript_path": str(_transcript(stage.home)), "cwd": str(folder)}
    told = _hook(stage, root, "session-start-compact", session)
    stage.promise(PROMISE in told and STEP in told, "promise and next step are given back")
    stage.promise(SPOKEN in told, "what was said last is told again")
    again = _hook(stage, root, "prompt", {**session, "prompt": "Go on.", "prompt_id": "tour-15"})
    stage.promise(PROMISE not in again, "they are given back once")
    stage.seen("the host compacted the conversation, and STATE.md stands in it again")


def ask_for_nothing_known(stage: Stage) -> None:
    """Show that "there is nothing" is said when all was searched, and not before."""
    stage.step("Nothing is known, and that is proved", "Every layer is asked, with a control.")
    stage.show("maintain", lines_max=3, rest="what was looked after")
    said = stage.show("ask", UNKNOWN, "--seat", "ops", "--absence")
    stage.promise("Nothing of this is known here" in said, "absence is said with its proof")
    found = stage.ask("ask", "what does Ana get", "--seat", "ops")
    stage.promise("totals" in json.dumps(found), "what is there is found")


def _transcript(folder: Path) -> Path:
    """Write two lines of a conversation as Claude Code writes them down."""
    path = folder / "session.jsonl"
    lines = []
    for kind, text in (("user", "Close the books, please."), ("assistant", SPOKEN)):
        message = {"role": kind, "content": [{"type": "text", "text": text}]}
        row = {"type": kind, "uuid": f"tour-{kind}", "sessionId": "tour", "message": message}
        lines.append(json.dumps(row) + "\n")
    path.write_text("".join(lines), encoding="utf-8")
    return path


def _hook(stage: Stage, root: Path, name: str, session: dict[str, str]) -> str:
    """Send one recorded payload through the hook, as if it had happened in a session."""
    payload = json.loads((root / RECORDED / f"{name}.json").read_text(encoding="utf-8"))["payload"]
    payload.update(session)
    event = str(payload["hook_event_name"])
    told = f'echo \'{{"hook_event_name":"{event}", ...}}\' | cortex hook {event} {" ".join(HOST)}'
    return stage.show("hook", event, *HOST, shown=told, given=json.dumps(payload))
