"""How does a test get a seat that moves, and see what of it arrived?"""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from tests.black_box.shell import Shell
from tests.black_box.test_seat_hooks import Host

SOURCE = ("--source", "operational:gw-1")
WHY = ("--why", "443 needs root", "--how", "write 8443 into every client")
STATE = b"task: move the gateway\nstands: 8443 is open\nexact next step: restart gw-2\n"
QUESTIONS = (
    ("state",),
    ("facts",),
    ("entity", "show", "Ana"),
    ("entity", "list"),
    ("note", "list"),
    ("log",),
    ("digest",),
    ("digest", "search", "gateway", "port"),
    ("digest", "search", "端口"),
    ("state", "history"),
    ("gate",),
    ("ask", "which port has the gateway"),
    ("bus", "promised"),
    ("bus", "events"),
    ("correct", "list"),
)
"""What a seat is asked before and after."""


def lived(shell: Shell) -> Host:
    """Give a host with a seat that has lived: talk, a compaction, notes, entities, a hold."""
    host = Host(shell)
    seat = shell.at(host.root)
    host.talk.user("Move the gateway to port 8443. 端口好吗")
    host.talk.agent("Decided: 8443. I will renew the certificates by Friday.")
    host.talk.user("Good.")
    host.talk.agent("Next step: restart the gateway.")
    host.event("UserPromptSubmit", prompt="端口好", prompt_id="p-1")
    host.event("PreCompact", trigger="auto")
    host.talk.compact()
    host.event("SessionStart", source="compact")
    host.event("SessionEnd", reason="other")
    seat.ask("digest", "run")
    seat.ask("state", "set", "--section", "checkpoint", given=STATE)
    seat.ask("log", "note", "The gateway moved 端口")
    seat.ask("note", "add", "The gateway listens on port 8443", *SOURCE, *WHY)
    seat.ask("entity", "add", "Ana", "likes", "short mails", "--kind", "person", *SOURCE)
    auto = shell.home / ".claude/projects" / slug(host.root) / "memory"
    auto.mkdir(parents=True)
    (auto / "MEMORY.md").write_text("- [Port](port.md) the port 端口\n", "utf-8")
    (auto / "port.md").write_text("8443\n", "utf-8")
    return host


def begun(shell: Shell) -> Host:
    """Give a host with a seat that has only begun."""
    host = Host(shell)
    shell.at(host.root).ask("log", "note", "The gateway moved 端口")
    for name in ("ENTITIES.md", "MEMORY.md"):
        (host.root / name).write_text("Lessons\n")
    (host.home).mkdir(parents=True, exist_ok=True)
    (host.home / "live.jsonl").write_text("{}\n")
    auto = shell.home / ".claude/projects" / slug(host.root) / "memory"
    auto.mkdir(parents=True)
    (auto / "MEMORY.md").write_text("- [Port](port.md) 8443\n")
    return host


def slug(root: Path) -> str:
    """Give the name Claude Code has for a project."""
    return "".join(one if one.isascii() and one.isalnum() else "-" for one in str(root))


def told(shell: Shell, seat: str) -> dict[tuple[str, ...], Any]:
    """Ask a seat everything, and give the answers without its folder."""
    answers: dict[tuple[str, ...], Any] = {}
    for words in QUESTIONS:
        said = shell.ask(*words, "--seat", seat)
        said.pop("files_read_anew", None)  # What a search did, not what it found.
        text = json.dumps(said, sort_keys=True, ensure_ascii=False)
        root = shell.ask("seat", "list")["seats"][0]["root"]
        text = re.sub(r'"took_ms": \d+', "", text)
        text = text.replace(root, "ROOT").replace(slug(Path(root)), "SLUG")
        answers[words] = text.replace(str(shell.home), "HOME")
    return answers


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Give every file below a folder with its content and instant."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns // 1000)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "last-pack"
    }


def pack(host: Host, *words: str, name: str = "pack.zip") -> Path:
    """Pack the seat into a file of the person's home."""
    target = host.shell.home / name
    host.shell.ask("seat", "pack", "scout", "--to", str(target), *words)
    return target


def wipe(host: Host) -> None:
    """Take the seat off the machine, with everything that was kept for it."""
    host.shell.ask("seat", "uninstall", "scout", "--apply")
    for folder in (host.root, host.home, host.shell.home / ".claude"):
        shutil.rmtree(folder)
