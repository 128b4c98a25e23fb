"""Does a person take in old sessions, and a program new ones, with the installed command?"""

import json
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.black_box.shell import CORTEX, Shell

GOLDEN = Path(__file__).parents[1] / "golden"
CLAUDE = GOLDEN / "transcripts" / "claude-code-2.1.197.jsonl"
CODEX = GOLDEN / "transcripts" / "codex-0.171.0.jsonl"
PROMPT = GOLDEN / "hosts" / "claude-code" / "2.1.197" / "prompt.json"

KEYS = {
    "AWS_ACCESS_KEY_ID": "AKIA" + "Z7QWERTY5UIOP4AS",
    "GITHUB_TOKEN": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "GITLAB_TOKEN": "glpat-" + "x9Y8z7W6v5U4t3S2r1Q0",
    "STRIPE_KEY": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "ANTHROPIC_API_KEY": "sk-ant-api03-" + "aB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gI3kM5oQ7sU9wY1",
    "OPENAI_API_KEY": "sk-proj-" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3",
    "SLACK_TOKEN": "xoxb-" + "123456789012-abcdefABCDEF123456789012",
    "GOOGLE_KEY": "AIza" + "SyD4f5G6h7J8k9L0m1N2o3P4q5R6s7T8u9V",
    "NPM_TOKEN": "npm_" + "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8",
    "DB_PASSWORD": "correct-horse-9battery",
    "JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    "SENDGRID": "SG." + "ngeVfQFYQlKU0ufo8x5d1A" + ".TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr",
}


@pytest.fixture
def letting(shell: Shell) -> Shell:
    """Give a shell in which Claude Code and Codex may hand over."""
    for host in ("claude-code", "codex"):
        assert host == shell.ask("capture", "host-register", "--host", host)["host"]
    return shell


def folder_of(shell: Shell) -> Path:
    """Give a folder of transcripts: two good ones, and three that nobody can read."""
    folder = shell.folder / "sessions"
    (folder / "deep").mkdir(parents=True)
    shutil.copy(CLAUDE, folder / "deep" / "claude.jsonl")
    shutil.copy(CODEX, folder / "codex.jsonl")
    (folder / "empty.jsonl").touch()
    (folder / "binary.jsonl").write_bytes(bytes(range(256)) * 40)
    (folder / "other.jsonl").write_text('{"id": 1}\n', encoding="utf-8")
    return folder


def test_folder_is_taken_in_once(letting: Shell) -> None:
    """Cases 92 and 136: good files come in beside bad ones, and a second run says 0 new."""
    folder = str(folder_of(letting))
    preview = letting.ask("capture", "transcript", folder, "--dry-run")
    first = letting.ask("capture", "transcript", folder)
    assert (28, 28) == (preview["kept"], first["kept"])
    assert {
        "binary.jsonl": "unknown_format",
        "codex.jsonl": "new",
        "claude.jsonl": "new",
        "empty.jsonl": "empty",
        "other.jsonl": "unknown_format",
    } == {Path(one["path"]).name: one["status"] for one in first["transcripts"]}
    second = letting.ask("capture", "transcript", folder)
    assert (0, 0) == (second["kept"], second["duplicates"])
    shown = letting.run("capture", "transcript", folder, status=0).out
    assert "0 kept of 5 transcripts" in shown


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_transcript_is_utf8_whatever_the_locale(letting: Shell, locale: str) -> None:
    """Case 77: emoji and CJK come in as they are where the locale is ASCII."""
    text = "Gateway \U0001f389 \u7aef\u53e3 \u2713"
    row = {"type": "user", "sessionId": "s", "promptId": "p", "message": {"content": text}}
    path = letting.folder / "s.jsonl"
    path.write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    odd = letting.having(LC_ALL=locale, PYTHONUTF8="0")
    assert 1 == odd.ask("capture", "transcript", str(path))["kept"]
    assert text == odd.ask("capture", "get", "obs:1")["text"]


def test_keys_of_a_settings_file_are_nowhere(letting: Shell) -> None:
    """Case 104: a tool result of twelve keys leaves none of them in any file of the home."""
    env = "\n".join([f"{name}={value}" for name, value in KEYS.items()])
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": env}
    told = {"type": "text", "file": {"filePath": "/x/.env", "content": env}}
    rows = [
        {"type": "user", "sessionId": "s", "message": {"content": [answer]}, "toolUseResult": told},
        {"type": "user", "sessionId": "s", "promptId": "p", "message": {"content": f"why?\n{env}"}},
    ]
    path = letting.folder / "s.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    report = letting.ask("capture", "transcript", str(path))
    assert 2 == report["kept"]
    assert report["transcripts"][0]["redacted"]
    for file in sorted((letting.home / ".cortex").rglob("*")):
        if file.is_file():
            content = file.read_bytes()
            found = [name for name, value in KEYS.items() if value.encode() in content]
            assert [] == found, file


def test_project_of_a_transcript_is_known_by_name(letting: Shell) -> None:
    """Where only sessions were kept and no fact, the project still is a place to search."""
    gateway = letting.folder / "gateway"
    subprocess.run(["git", "init", "--quiet", str(gateway)], check=True)
    row = {"type": "user", "sessionId": "s", "promptId": "p", "cwd": str(gateway)}
    path = letting.folder / "s.jsonl"
    path.write_text(
        json.dumps({**row, "message": {"content": "why does the router drop rows?"}}) + "\n",
        encoding="utf-8",
    )
    assert 1 == letting.ask("capture", "transcript", str(path))["kept"]
    found = letting.run("search", "router", "--project", "gateway", status=0).out
    assert "why does the router drop rows?" in found
    assert 3 == letting.run("search", "router", "--project", "gatway").status


def test_nothing_is_read_before_a_host_is_let_in(shell: Shell) -> None:
    """The operator's word comes first; without it the remedy is named, and nothing is made."""
    refused = shell.run("capture", "transcript", str(CODEX))
    assert 2 == refused.status
    assert "source_not_authorized" in refused.err
    assert "host-register" in refused.err
    assert "No host may hand over yet" in shell.run("capture", "hosts", status=0).out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["capture", "transcript", "no-such-file"], "is no file and no folder"),
        (["capture", "transcript", ".", "--host", "emacs"], "are not read"),
        (["capture", "host-register", "--host", "emacs"], "no host that is understood"),
        (["capture", "transcript"], "PATH"),
    ],
)
def test_what_is_wrong_is_named(shell: Shell, words: list[str], told: str) -> None:
    """A mistyped path, an unknown host and a missing word each say what to do."""
    refused = shell.run(*words)
    assert 2 == refused.status
    assert told in refused.err


def test_grant_is_written_as_json_too(shell: Shell) -> None:
    """A grant on other terms than the usual comes on standard input; unknown fields are refused."""
    grant = {"key": "ci", "host": "codex", "live": False, "max_bytes": 1_000, "scope": "user"}
    kept = shell.ask("capture", "host-register", given=json.dumps(grant).encode())
    assert ("ci", False, True, "user") == (
        kept["key"],
        kept["live"],
        kept["history"],
        kept["scope"],
    )
    here = shell.ask(
        "capture", "host-register", given=b'{"key": "w", "host": "codex", "scope": "."}'
    )
    assert here["scope"] == shell.ask("scope")["scope"]
    wrongs: list[object] = [{**grant, "role": "user"}, {"key": "x"}, {**grant, "live": "yes"}, []]
    for wrong in wrongs:
        refused = shell.run("capture", "host-register", given=json.dumps(wrong).encode())
        assert 2 == refused.status
    assert "ci codex user history" in shell.run("capture", "hosts", status=0).out


def test_program_hands_over_a_payload(letting: Shell) -> None:
    """CQR I2: host-put keeps a payload once; host-tail then finds its line kept."""
    payload = json.dumps(json.loads(PROMPT.read_text(encoding="utf-8"))["payload"]).encode()
    put = ("capture", "host-put", "--grant", "local-host:claude-code")
    first, again = letting.ask(*put, given=payload), letting.ask(*put, given=payload)
    assert (False, True) == (first["duplicate"], again["duplicate"])
    assert "user_statement" == first["role"]
    session = json.loads(payload)["session_id"]
    tail = ("capture", "host-tail", "--grant", "local-host:claude-code", "--session", session)
    told = letting.ask(*tail, given=CLAUDE.read_bytes())
    assert 1 == sum(one["duplicate"] for one in told["accepted"])
    assert told["next_offset"] == CLAUDE.stat().st_size
    refused = letting.run(*tail, "--json", given=CLAUDE.read_bytes())
    assert "cursor_conflict" in refused.error["message"]


def test_cycle_gives_what_was_said_before(letting: Shell) -> None:
    """A payload is kept and answered with what was observed about its words, as its host wants."""
    cycle = ("capture", "host-cycle", "--grant", "local-host:claude-code")
    fields = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(letting.folder)}
    one = {**fields, "prompt": "the gateway drops rows", "prompt_id": "p1"}
    two = {**fields, "prompt": "why does the gateway fail?", "prompt_id": "p2"}
    assert "" == letting.ask(*cycle, given=json.dumps(one).encode())["output"]
    told = letting.ask(*cycle, given=json.dumps(two).encode())
    assert ["obs:1"] == [seen["reference"] for seen in told["view"]["observations"]]
    context = json.loads(told["output"])["hookSpecificOutput"]["additionalContext"]
    assert "the gateway drops rows" in context
    three = {**fields, "prompt": context, "prompt_id": "p3"}
    again = letting.ask(*cycle, given=json.dumps(three).encode())
    assert [] == again["capture"]["accepted"]


@pytest.mark.soak
def test_huge_transcript_is_read_in_little_memory(letting: Shell) -> None:
    """Case 137: 300 MB with a line of 50 MB come in with less than 300 MB of memory."""
    path = letting.folder / "huge.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for at in range(75_000):
            text = f"prompt {at} about the gateway " + "word " * 790
            content = text if at % 300 == 0 else [{"type": "text", "text": "", "x": text}]
            row = {"type": "user", "sessionId": "s", "promptId": f"p{at}"}
            stream.write(json.dumps({**row, "message": {"content": content}}) + "\n")
            if at == 500:
                stream.write(json.dumps({"type": "user", "x": "y" * 50_000_000}) + "\n")
    assert path.stat().st_size > 300_000_000
    ended = subprocess.run(
        [CORTEX, "capture", "transcript", str(path), "--json"],
        check=True,
        capture_output=True,
        env=letting.environment,
        cwd=letting.folder,
        timeout=600,
    )
    report = json.loads(ended.stdout)["data"]["transcripts"][0]
    assert ({"user": 250}, 1) == (report["kept"], report["bad_lines"])
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 300 * 1024
