"""Do several commands get along, with each other and with the shell around them?"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.black_box.shell import CORTEX, Shell

WRITERS = 2
COMMITS = 4


def start(shell: Shell, *words: str) -> subprocess.Popen[bytes]:
    """Start a command and do not wait for it."""
    return subprocess.Popen(
        [CORTEX, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=shell.folder,
        env=shell.environment,
    )


def test_two_processes_commit_at_once(shell: Shell) -> None:
    """Nothing is lost or doubled, and nobody sees a locked database (case 1)."""
    started = [
        start(shell, "commit", f"Service w{writer}n{n} listens on port {7000 + 10 * writer + n}")
        for n in range(COMMITS)
        for writer in range(WRITERS)
    ]
    for process in started:
        _, err = process.communicate(timeout=60)
        assert (0, b"") == (process.returncode, err)
    assert WRITERS * COMMITS == len(shell.ask("list")["facts"])


def test_reader_that_stops_early_is_no_failure(shell: Shell) -> None:
    """`cortex list --all | head -1` ends quietly with 0."""
    for n in range(3):
        shell.commit(f"Service number{n} listens on port {9000 + n}")
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as broken:
        ended = subprocess.run(
            [CORTEX, "list", "--all"],
            stdout=broken,
            stderr=subprocess.PIPE,
            check=False,
            cwd=shell.folder,
            env=shell.environment,
        )
    assert (0, b"") == (ended.returncode, ended.stderr)


def test_full_output_is_an_error_and_not_a_traceback(shell: Shell) -> None:
    """Output that cannot be written is told with its reason."""
    full = Path("/dev/full")
    if not full.exists():
        return
    with full.open("wb") as output:
        ended = subprocess.run(
            [CORTEX, "status"],
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
            cwd=shell.folder,
            env=shell.environment,
        )
    assert 1 == ended.returncode
    assert b"standard output cannot be written" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_interrupted_command_says_one_word(shell: Shell) -> None:
    """Ctrl-C while input is awaited exits 130 without a traceback."""
    process = subprocess.Popen(
        [CORTEX, "op", "query", "--args", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=shell.folder,
        env=shell.environment,
    )
    assert process.stdin is not None
    # More than a pipe holds: when this returns, the command is past its start and reading.
    process.stdin.write(b" " * 500_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (130, b"", b"cortex: interrupted\n") == (process.returncode, out, err.lstrip())


def test_command_runs_as_a_module(shell: Shell) -> None:
    """`python -m cortex` is the same command."""
    ended = subprocess.run(
        [sys.executable, "-m", "cortex", "--version"], capture_output=True, check=True
    )
    assert ended.stdout.startswith(b"cortex ")


def completed(shell: Shell, *words: str) -> list[str]:
    """Give what a shell is offered for the word after these."""
    asking = shell.having(
        _CORTEX_COMPLETE="bash_complete", COMP_WORDS=" ".join(words), COMP_CWORD=str(len(words) - 1)
    )
    return [row.partition(",")[2] for row in asking.run(status=0).out.splitlines()]


def test_shell_completes_verbs_options_and_values(shell: Shell) -> None:
    """What the shell asks while completing is answered."""
    assert ["query"] == completed(shell, "cortex", "qu")
    assert ["--supersedes"] == completed(shell, "cortex", "commit", "--su")[-1:]
    assert ["durable"] == completed(shell, "cortex", "commit", "--retention", "d")
    assert ["contract"] == completed(shell, "cortex", "commit", "--type", "contr")


def test_shell_completes_known_projects_and_makes_none(shell: Shell) -> None:
    """A key press offers the scopes there are; before the first commit it creates no store."""
    assert [""] == completed(shell, "cortex", "query", "--project", "us")
    assert not (shell.home / ".cortex").exists()
    shell.commit("The gateway listens on port 8443")
    assert ["user"] == completed(shell, "cortex", "query", "--project", "us")


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_script_is_printed(shell: Shell, name: str) -> None:
    """Each shell gets its script."""
    assert "_CORTEX_COMPLETE" in shell.run("completion", name, status=0).out
