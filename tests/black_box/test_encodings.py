"""Does every verb print, whatever the locale says, and mean the same bytes?"""

import pytest

from cortex.edges.cli.catalogue import every_verb
from tests.black_box.conftest import install_seat
from tests.black_box.shell import Shell

TEXT = "Đường ộ 🎉 端口 8443 ✓ gateway"
# What to type for each verb, in an order in which each one works. A verb that is missing here fails
# the test below.
COMMANDS: dict[str, list[str]] = {
    "commit": ["commit", TEXT],
    "query": ["query", "gateway", "端口", "--why"],
    "search": ["search", "gateway", "端口", "--explain"],
    "why": ["why", "1"],
    "show": ["show", "1"],
    "list": ["list"],
    "boot": ["boot"],
    "history": ["history"],
    "op": ["op", "query", "--args", '{"need": "gateway 端口"}'],
    "pin": ["pin", "1"],
    "unpin": ["unpin", "1"],
    "conflicts": ["conflicts", "--all"],
    "resolve": ["resolve", "--keep", "1", "--drop", "2", "--rationale", "✓"],
    "supersede": ["supersede", "1", f"{TEXT} neu"],
    "retract": ["retract", "1", "--reason", "✓"],
    "rollback": ["rollback", "1"],
    "forget": ["forget", "1"],
    "capture": ["capture", "sources"],
    "feedback": ["feedback", "success", "1"],
    "learned": ["learned"],
    "export": ["export", "--to", "-"],
    "import": ["import", "notes.md"],
    "lock": ["lock", "端口.py"],
    "locks": ["locks"],
    "unlock": ["unlock", "端口.py"],
    "task": ["task", "add", TEXT],
    "message": ["message", "端口", TEXT],
    "inbox": ["inbox", "--agent", "端口"],
    "feed": ["feed", "post", TEXT],
    "agents": ["agents", "start", TEXT, "--agent", "端口"],
    "focus": ["focus", "start", TEXT],
    "permissions": ["permissions"],
    "setup": ["setup"],
    "install": ["install", "--host", "codex"],
    "uninstall": ["uninstall"],
    "savings": ["savings"],
    "stats": ["stats"],
    "eval": ["eval"],
    "hook-status": ["hook-status"],
    "robot-docs": ["robot-docs"],
    "status": ["status"],
    "doctor": ["doctor"],
    "maintain": ["maintain"],
    "cleanup": ["cleanup"],
    "recrystallize": ["recrystallize"],
    "serve": ["serve", "--once"],
    "backup": ["backup"],
    "restore": ["restore"],
    "recover": ["recover"],
    "rebuild-anchors": ["rebuild-anchors"],
    "vault": ["vault", "help"],
    "scope": ["scope"],
    "paths": ["paths"],
    "capabilities": ["capabilities"],
    "completion": ["completion", "bash"],
    "version": ["version"],
    "bus": ["bus", "task", "add", TEXT],
    "correct": [
        *("correct", "add", "--kind", "self_correction", "--slug", "port", "--evidence", TEXT),
        *("--claim", TEXT, "--correction", f"{TEXT} 8443"),
        *("--claim-ts", "2026-01-02T00:00:00Z", "--contradicting-ts", "2026-01-01T00:00:00Z"),
    ],
    "digest": ["digest"],
    "ask": ["ask", "gateway", "端口"],
    "graph": ["graph", "build"],
    "entity": ["entity", "add", "端口", TEXT, "--source", "user:1"],
    "gate": ["gate"],
    "log": ["log", "note", TEXT],
    "note": ["note", "add", TEXT, "--name", "port", "--source", "user:1"],
    "facts": ["facts"],
    "thread": ["thread", "checkpoint", TEXT, "--state", TEXT],
    "seat": ["seat", "list"],
    "state": ["state"],
    "promote": ["promote", "preference", f"{TEXT} siempre"],
}
PRINT_THE_TEXT = {
    *("commit", "query", "search", "why", "show", "list", "boot", "history", "op", "pin", "unpin"),
    *("resolve", "supersede", "retract", "rollback", "thread"),
    *("lock", "locks", "unlock", "task", "message", "inbox", "agents", "focus", "bus"),
    *("export", "import", "learned", "log", "state", "ask"),
}
# They speak bytes or protocols or need a file of their own; their own tests cover them.
NOT_TYPED = {"bench", "hook", "hook-boot", "mcp", "prompt-inject", "ref"}
LOCALES = {
    "gbk": {"PYTHONIOENCODING": "gbk"},
    "ascii": {"PYTHONIOENCODING": "ascii:strict"},
    "posix": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def test_every_verb_has_a_command_here() -> None:
    """A new verb cannot be forgotten."""
    assert set(every_verb()) == set(COMMANDS) | NOT_TYPED


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_no_verb_fails_on_an_encoding(shell: Shell, locale: str) -> None:
    """No verb dies of a character, and what it prints is UTF-8 (case 74)."""
    shell.commit(TEXT)
    shell.commit("Máquina única 日本 servidor de correo")
    (shell.folder / "notes.md").write_text(f"# Notes\n\n- {TEXT} again\n", encoding="utf-8")
    install_seat(shell)
    shell.run("state", "set", "--section", "rules", given=TEXT.encode(), status=0)
    odd = shell.having(**LOCALES[locale])
    ended = {verb: odd.run(*words, status=0) for verb, words in COMMANDS.items()}
    assert dict.fromkeys(COMMANDS, "") == {verb: one.err for verb, one in ended.items()}
    assert PRINT_THE_TEXT == {verb for verb, one in ended.items() if "端口" in one.out}
    assert "端口" in odd.run("list", "--json", "--history", status=0).out


def test_text_typed_in_a_posix_locale_is_stored_exactly(shell: Shell) -> None:
    """Words and pipes are UTF-8 even where the locale is ASCII (cases 73, 77)."""
    odd = shell.having(**LOCALES["posix"])
    typed = odd.commit(TEXT)
    piped = odd.ask("commit", "--subject", "x", given="Ünïcode gateway ✓ 🎉 port 1".encode())
    assert TEXT == shell.ask("show", typed)["statement"]
    assert "Ünïcode gateway ✓ 🎉 port 1" == shell.ask("show", piped["reference"])["statement"]


def test_bytes_that_are_no_text_have_a_defined_result(shell: Shell) -> None:
    """A word that is no UTF-8 is kept or refused, and the store stays readable (case 76)."""
    import subprocess

    from tests.black_box.shell import CORTEX

    ended = subprocess.run(
        [CORTEX.encode(), b"commit", b"The gateway port is \xff\xfe 8443", b"--json"],
        capture_output=True,
        check=False,
        cwd=shell.folder,
        env=shell.environment,
    )
    assert ended.returncode in {0, 2}
    assert b"Traceback" not in ended.stderr
    refused = shell.run("commit", "--json", given=b"The gateway port is \xff\xfe 8443")
    assert (2, "invalid_request") == (refused.status, refused.error["code"])
    assert True is shell.ask("doctor")["healthy"]


def test_stored_control_characters_are_shown_not_obeyed(shell: Shell) -> None:
    """An escape sequence in a fact reaches no terminal raw, on any verb that prints it."""
    shell.commit("The gateway \x1b[2J\x1b]0;owned\x07 listens on \u202eport 8443")
    for verb in ("list", "query", "show", "why", "history", "boot"):
        out = shell.run(*COMMANDS[verb], status=0).out
        assert not {"\x1b", "\x07", "\u202e"} & set(out), verb
        assert "gateway" in out


def test_file_name_that_the_locale_cannot_write_is_refused(shell: Shell) -> None:
    """Where file names are ASCII a copy with another name is refused in words, elsewhere made."""
    shell.commit(TEXT)
    odd = shell.having(**LOCALES["posix"])
    for words in (
        ("backup", "--to", "端口.zip"),
        ("restore", "端口.zip"),
        ("export", "--to", "端口.jsonl"),
        ("import", "端口.jsonl"),
    ):
        assert "invalid_request" == odd.run(*words, "--json", status=2).error["code"]
    assert shell.ask("backup", "--to", "端口.zip")["path"].endswith("端口.zip")
    assert 1 == shell.ask("restore", "端口.zip")["manifest"]["brain"]["facts"]
