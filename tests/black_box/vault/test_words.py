"""Is every word of a command line read as the contract says, and each fault answered?"""

import os
import subprocess

import pytest

from tests.black_box.shell import CORTEX
from tests.black_box.vault.desk import Desk, read

INPUT, INTEGRITY = (4, "invalid_input"), (4, "integrity_error")


def test_nothing_is_an_unknown_command(desk: Desk) -> None:
    """Without words there is no command, and the envelope says so. Vault A2"""
    assert INPUT == desk.bare().refusal


def test_unknown_command_is_echoed(desk: Desk) -> None:
    """A word that is no command is refused and repeated as the command. Vault A3"""
    assert INPUT == desk.bare("frob").refusal


def test_envelope_is_the_whole_answer(base: Desk) -> None:
    """Five keys, one object, one line, nothing on standard error; `read` checks each. Vault A1"""
    assert 4 == base.ask("status").data["canonical"]["records"]
    assert (4, "invalid_input") == base.ask("status", "x").refusal
    assert (3, "not_found") == base.ask("get", "zz").refusal
    with pytest.raises(AssertionError):
        read(subprocess.CompletedProcess([], 0, b'{"schema":1}\n', b""), "status")


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_is_for_people(desk: Desk, word: str) -> None:
    """To a program `--help` is no command; at a terminal it is help, and so is `help` anywhere."""
    assert INPUT == desk.bare(word).refusal
    mine, terminal = os.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(desk.home)}
    ended = subprocess.run(
        [CORTEX, "vault", word], stdout=terminal, check=False, env=environment, timeout=60
    )
    os.close(terminal)
    shown = os.read(mine, 10_000).decode()
    os.close(mine)
    assert 0 == ended.returncode
    assert shown.startswith("Usage: cortex vault COMMAND")
    assert shown.replace("\r\n", "\n") == desk.raw("help").stdout.decode()
    assert [] == [line for line in shown.splitlines() if len(line) > 100]


def test_general_help_knows_the_vault(desk: Desk) -> None:
    """`cortex help vault` prints the same, to a program as well."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(desk.home)}
    ended = subprocess.run(
        [CORTEX, "help", "vault"], capture_output=True, check=True, env=environment, timeout=60
    )
    assert desk.raw("help").stdout == ended.stdout


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["status", "x"], id="A5"),
        pytest.param(["status", "--frob"], id="A6"),
        pytest.param(["status", "--page", "1"], id="A7"),
        pytest.param(["search", "alpha", "--type"], id="A9"),
        pytest.param(["search", "alpha", "--type", "--source", "x"], id="A10"),
        pytest.param(["search", "alpha", "--type", ""], id="A11"),
        pytest.param(["search", "--", "alpha"], id="A13"),
        pytest.param(["search", "alpha", "--type", "a", "--type", "a"], id="duplicate"),
        pytest.param(["search", "alpha", "--type=a"], id="equals"),
        pytest.param(["search"], id="A17-none"),
        pytest.param(["search", "a", "b"], id="A17-two"),
        pytest.param(["timeline", "x", "--anchor", "a"], id="A17-timeline"),
        pytest.param(["timeline"], id="A17-anchor"),
        pytest.param(["get"], id="A17-get"),
        pytest.param(["rebuild"], id="A17-rebuild"),
        pytest.param(["rebuild", "--from-canonical", "x"], id="A17-rebuild-word"),
        pytest.param(["export", "a", "--page", "1"], id="A18-export"),
        pytest.param(["search", "alpha", "--allow-write"], id="A18-write"),
        pytest.param(["search", "alpha", "--anchor", "a"], id="A18-anchor"),
        pytest.param(["get", "a", "--from-canonical"], id="A18-canonical"),
    ],
)
def test_faults_of_words_are_invalid_input(base: Desk, words: list[str]) -> None:
    """A word too many, too few or of another command is refused.

    Vault A5, A6, A7, A9, A10, A11, A13, A17, A18
    """
    assert INPUT == base.ask(*words).refusal


def test_single_dash_is_a_positional(base: Desk) -> None:
    """Only two dashes make an option. Vault A14"""
    assert ["a", "b"] == base.ask("search", "-alpha").ids


def test_adapters_are_four_names(base: Desk) -> None:
    """An adapter is one of four names, on reads too. Vault A15"""
    assert INPUT == base.ask("status", "--adapter", "gpt").refusal
    for name in ("claude", "hermes", "codex", "subagent"):
        assert 4 == base.ask("status", "--adapter", name).data["canonical"]["records"]


def test_words_are_judged_before_the_root(desk: Desk) -> None:
    """A fault of the words wins over a root that is missing. Vault A19"""
    gone = str(desk.root / "gone")
    assert INPUT == desk.bare("search", "a", "b", "--memory-root", gone).refusal
    assert INTEGRITY == desk.bare("search", "alpha", "--memory-root", gone).refusal
    assert INTEGRITY == desk.bare("search", "!", "--memory-root", gone).refusal


def test_reader_that_leaves_gets_no_traceback(desk: Desk) -> None:
    """A pipe that is closed early ends the command quietly. Vault A21"""
    desk.note("big", "2026-01-01", "alpha " * 200_000)
    running = subprocess.Popen(
        [CORTEX, "vault", "get", "big", "--memory-root", str(desk.root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.read(10)
    running.stdout.close()
    assert b"" == running.stderr.read()
    running.stderr.close()
    assert 0 != running.wait(timeout=30)


def test_slow_reader_gets_everything(desk: Desk) -> None:
    """An answer larger than the pipe arrives whole, however late it is read."""
    desk.note("big", "2026-01-01", "alpha " * 200_000)
    running = subprocess.Popen(
        [CORTEX, "vault", "get", "big", "--memory-root", str(desk.root)],
        stdout=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    assert running.stdout is not None
    received = b""
    while chunk := running.stdout.read(4096):
        received += chunk
    running.stdout.close()
    assert 0 == running.wait(timeout=30)
    assert received.endswith(b"}\n")
    assert len(received) > 1_200_000


def test_full_disk_is_an_error(desk: Desk) -> None:
    """An answer that cannot be written is not exit 0, and the reason stands on standard error."""
    desk.note("big", "2026-01-01", "alpha " * 20_000)
    with open("/dev/full", "wb") as full:  # noqa: PTH123  # A device, not a file of ours.
        ended = subprocess.run(
            [CORTEX, "vault", "get", "big", "--memory-root", str(desk.root)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
        )
    assert 1 == ended.returncode
    assert b"cannot be written" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_word_that_is_no_text_is_answered(desk: Desk) -> None:
    """Bytes that are no UTF-8 are repeated as escapes in an envelope that is UTF-8."""
    ended = subprocess.run([CORTEX.encode(), b"vault", b"\xff"], capture_output=True, check=False)
    assert 4 == ended.returncode
    assert b'"command":"\\udcff"' in ended.stdout
