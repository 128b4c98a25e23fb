"""How is a whole session of each host run? Headless, in a home of its own, against the stand-in."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.hosts.packages import executable

SESSION_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Room:
    """Where one host lives: a home, a project, the folders on its path, the model's address."""

    home: Path
    project: Path
    path: str
    url: str

    def environment(self, **more: str) -> dict[str, str]:
        """Give the environment of a process in this room, with nothing of ours in it."""
        quiet = {"LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}
        return {"HOME": str(self.home), "PATH": self.path, **quiet, **more}


@dataclass(frozen=True, slots=True)
class Told:
    """What a host printed, and how it ended."""

    status: int
    output: str
    errors: str


def make_room(folder: Path, bin_folder: Path, url: str) -> Room:
    """Make a home and a project that is a repository; ``bin_folder`` leads the path."""
    room = Room(folder / "home", folder / "project", f"{bin_folder}:{os.environ['PATH']}", url)
    room.home.mkdir(parents=True)
    room.project.mkdir()
    (room.project / "README.md").write_text("# A project\n")
    subprocess.run(["git", "init", "-q", str(room.project)], check=True)
    return room


def talk(host: str, room: Room, prompts: Sequence[str]) -> Told:
    """Run one session with these prompts, in order."""
    return _TALKS[host](room, prompts)


def _claude_code(room: Room, prompts: Sequence[str]) -> Told:
    """One process for all prompts; the next one is given when the answer to the last is there."""
    tools = "Bash,Read,Write,Edit,mcp__cortex"
    command = [
        *(str(executable("claude-code")), "-p", "--verbose", "--allowedTools", tools),
        *("--input-format", "stream-json", "--output-format", "stream-json"),
    ]
    environment = room.environment(
        ANTHROPIC_BASE_URL=room.url,
        ANTHROPIC_API_KEY="none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
        DISABLE_AUTOUPDATER="1",
        DISABLE_TELEMETRY="1",
    )
    with subprocess.Popen(
        command,
        cwd=room.project,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        printed = []
        for prompt in prompts:
            message = {"type": "user", "message": {"role": "user", "content": prompt}}
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                printed.append(line)
                if json.loads(line).get("type") == "result":
                    break
        process.stdin.close()
        printed.extend(process.stdout)
        errors = process.stderr.read()
        return Told(process.wait(SESSION_SECONDS), "".join(printed), errors)


def _codex(room: Room, prompts: Sequence[str]) -> Told:
    """The first prompt begins the session, each further one resumes it."""
    config = room.home / ".codex" / "config.toml"
    config.parent.mkdir(exist_ok=True)
    known = config.read_text() if config.exists() else ""
    if "model_providers.stand-in" not in known:
        head = 'model = "gpt-5"\nmodel_provider = "stand-in"\n'
        provider = (
            f'\n[model_providers.stand-in]\nname = "stand-in"\nbase_url = "{room.url}/v1"\n'
            'wire_api = "responses"\nenv_key = "STAND_IN_KEY"\n'
        )
        config.write_text(head + known + provider)
    options = [
        "--skip-git-repo-check",
        "--dangerously-bypass-hook-trust",
        "--dangerously-bypass-approvals-and-sandbox",
    ]
    begin = [str(executable("codex")), "exec"]
    environment = room.environment(STAND_IN_KEY="none")
    return _one_by_one(
        room,
        [
            [*begin, *(["resume", "--last"] if number else []), *options, prompt]
            for number, prompt in enumerate(prompts)
        ],
        environment,
    )


def _gemini_cli(room: Room, prompts: Sequence[str]) -> Told:
    """The first prompt begins the session, each further one resumes it."""
    settings = room.home / ".gemini" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    known = json.loads(settings.read_text()) if settings.exists() else {}
    known.setdefault("security", {})["auth"] = {"selectedType": "gemini-api-key"}
    settings.write_text(json.dumps(known))
    environment = room.environment(
        GEMINI_API_KEY="none",
        GOOGLE_GEMINI_BASE_URL=room.url,
        GEMINI_CLI_TRUST_WORKSPACE="true",
    )
    begin = [str(executable("gemini-cli")), "--yolo"]
    return _one_by_one(
        room,
        [
            [*begin, *(["--resume", "latest"] if number else []), "-p", prompt]
            for number, prompt in enumerate(prompts)
        ],
        environment,
    )


def _opencode(room: Room, prompts: Sequence[str]) -> Told:
    """The first prompt begins the session, each further one goes on with it."""
    config = room.home / ".config" / "opencode" / "opencode.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(config.read_text()) if config.exists() else {}
    options = {"baseURL": f"{room.url}/v1", "apiKey": "none"}
    known["model"] = "anthropic/claude-sonnet-4-5"
    limits = {"claude-sonnet-4-5": {"limit": {"context": 200_000, "output": 8_000}}}
    known["provider"] = {"anthropic": {"options": options, "models": limits}}
    known["permission"] = "allow"
    config.write_text(json.dumps(known))
    environment = room.environment(
        OPENCODE_DISABLE_AUTOUPDATE="1", OPENCODE_DISABLE_MODELS_FETCH="1"
    )
    begin = [str(executable("opencode")), "run"]
    told = []
    for number, prompt in enumerate(prompts):
        command = [*begin, *(["--continue"] if number else [])]
        told.append(_run(room, command, environment, prompt))
    return _together(told)


def _one_by_one(room: Room, commands: list[list[str]], environment: dict[str, str]) -> Told:
    return _together([_run(room, command, environment) for command in commands])


def _run(room: Room, command: list[str], environment: dict[str, str], given: str = "") -> Told:
    done = subprocess.run(
        command,
        cwd=room.project,
        env=environment,
        input=given,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=SESSION_SECONDS,
        check=False,
    )
    return Told(done.returncode, done.stdout, done.stderr)


def _together(told: list[Told]) -> Told:
    return Told(
        max(one.status for one in told),
        "".join(one.output for one in told),
        "".join(one.errors for one in told),
    )


_TALKS = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini-cli": _gemini_cli,
    "opencode": _opencode,
}
