"""What does a test of a seat's installation begin with, and how does it look at what came?"""

import json
from pathlib import Path
from typing import Any

from tests.black_box.shell import Shell

SETTINGS = ".claude/settings.local.json"
FOREIGN = {"matcher": "Bash", "hooks": [{"type": "command", "command": "./mine.sh"}]}
OWN_SETTINGS = (
    '{\r\n\t"zeta": 1,\r\n\t"hooks": {"PreToolUse": [' + json.dumps(FOREIGN) + "]},\r\n"
    '\t"alpha": ["端口"]\r\n}\r\n'
)


def own_folder(shell: Shell) -> Path:
    """Make a folder with a person's own instructions and settings."""
    path = shell.folder / "ops"
    (path / ".claude").mkdir(parents=True)
    (path / "CLAUDE.md").write_bytes("# Ops\r\n\r\nSé breve. 短く。\r\n".encode())
    (path / SETTINGS).write_bytes(OWN_SETTINGS.encode())
    return path


def contents(home: Path) -> dict[str, tuple[bytes, int]]:
    """Give every file below a home, with its mode."""
    return {
        str(path.relative_to(home)): (path.read_bytes(), path.stat().st_mode & 0o777)
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }


def install(shell: Shell, folder: Path, *words: str) -> dict[str, Any]:
    """Install a seat and give what was told."""
    told: dict[str, Any] = shell.ask("seat", "install", str(folder), *words)
    return told


def rows(told: dict[str, Any]) -> dict[str, str]:
    """Give what happens to each file, by its name."""
    return {Path(step["path"]).name: step["action"] for step in told["steps"]}
