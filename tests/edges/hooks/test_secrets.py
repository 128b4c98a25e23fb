"""Does a secret stay out of the home, whatever field of a payload or word of a command holds it?"""

import json
from pathlib import Path

import pytest

from tests.edges.hooks.live import Live

SECRETS = {
    "github": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "openai": "sk-proj-Q7wfKd93mPzLx81sTgVb2N5RhYc4uE6a",
    "aws": "AKIAIOSFODNN7EXAMPLQ",
    "slack": "xoxb-123456789012-abcdefGHIJKL",
    "stripe": "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "google": "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
    "npm": "npm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "password": "DB_PASSWORD=correct-horse-9battery",
    "bearer": "Authorization: Bearer 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c",
    "url": "postgres://admin:s3cr3tPassw0rd@db.local/app",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx7Yq3kZb\n"
    "-----END RSA PRIVATE KEY-----",
}
"""Twelve kinds of secret, none of them real."""

MARKS = (
    "16C7e42F292c6912E7710c838347Ae178B4a", "Q7wfKd93mPzLx81sTgVb2N5RhYc4uE6a", "IOSFODNN7EXAMPLQ",
    "abcdefGHIJKL", "4eC39HqLyjWDarjtT1zdp7dc", "9tSrke72PouQMnMX", "a1B2c3D4e5F6g7H8i9J0",
    "dozjgNryP4J3jVmNHl0w5N", "correct-horse-9battery", "9f8a7b6c5d4e3f2a1b0c", "s3cr3tPassw0rd",
    "MIIEpAIBAAKCAQEAx7Yq3kZb",
)  # fmt: skip


def test_twelve_kinds_of_secret_leave_no_trace(live: Live) -> None:
    """Acceptance 5: not in the spool, the brain, its log, the journal or any other file."""
    told = "\n".join(SECRETS.values())
    told += json.dumps({"log": told}) + "".join(f"\x1b[31m{key}\x1b[0m" for key in SECRETS.values())
    live.fire("tool-after", live.tool(f"echo '{told}'", {"stdout": told, "stderr": told}))
    live.fire("tool-after", live.failure(f"deploy {told}", f"Exit code 1\n{told}", "t2"))
    live.fire("prompt", live.prompt(told, "p9"))
    assert_no_trace(live.home)
    live.drain()
    assert 3 == len(live.kept())
    assert_no_trace(live.home)


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_secret_in_the_place_of_a_name_leaves_no_trace(live: Live, name: str) -> None:
    """Acceptance 5: a key as session, tool, file, folder, cause, event, host or option."""
    key = SECRETS[name]
    told = {
        "session_id": key, "cwd": f"/tmp/{key}", "transcript_path": f"/tmp/{key}.jsonl",
        "agent_type": key, "source": key, "trigger": key, "reason": key, "tool_name": key,
        "tool_use_id": key, "prompt_id": key, "prompt": "what is the port of the gateway",
        "tool_input": {"file_path": f"/tmp/{key}", "content": key},
        "tool_response": {"file": key, key: 1}, "last_assistant_message": key,
    }  # fmt: skip
    for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop",
                  "PreCompact", "PostCompact", "SessionEnd", key):  # fmt: skip
        for fields in (told, told | {"session_id": f"s-{name}"}):
            live.fire("prompt", live.payload(event, **fields), "--host", "claude-code")
    live.fire(key, live.prompt("x"), "--host", key, f"--{key}")
    assert_no_trace(live.home)
    live.run_any("maintain")
    assert_no_trace(live.home)


def assert_no_trace(home: Path) -> None:
    """Check that no secret stands in any file below a folder."""
    for path in home.rglob("*"):
        assert [] == [mark for mark in MARKS if mark in str(path.relative_to(home))]
        if path.is_file():
            content = path.read_bytes()
            assert [] == [mark for mark in MARKS if mark.encode() in content], path
