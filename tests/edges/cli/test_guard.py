"""Is every way a command can end early told in one line, with the right status?"""

import json

import pytest

from cortex.edges.cli import guard, program
from cortex.edges.cli.guard import run_guarded, wants_json
from cortex.model.errors import NotFound, StoreBusy


def failing(error: BaseException) -> object:
    """Give a program that raises this."""

    def run(_: list[str]) -> int:
        raise error

    return run


def test_known_error_is_message_and_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person reads what happened and what to do, on standard error."""
    error = NotFound("decision::9 does not exist here", remedy="see `cortex history`")
    monkeypatch.setattr(program, "run_program", failing(error))
    assert 3 == run_guarded("show", ["9"])
    assert (
        "",
        "cortex: decision::9 does not exist here\n  see `cortex history`\n",
    ) == capsys.readouterr()


def test_known_error_is_one_object_for_a_script(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --json standard output holds the failure and standard error nothing."""
    monkeypatch.setattr(program, "run_program", failing(StoreBusy("another writer holds it")))
    assert 5 == run_guarded("commit", ["x", "--json"])
    out, err = capsys.readouterr()
    envelope = json.loads(out)
    assert ("commit", False, "store_busy", "") == (
        envelope["command"],
        envelope["ok"],
        envelope["error"]["code"],
        err,
    )


def test_fault_of_ours_repeats_no_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unexpected exception is one line with its kind; its words could quote a fact."""
    monkeypatch.setattr(program, "run_program", failing(KeyError("my secret plan")))
    monkeypatch.delenv("CORTEX_DEBUG", raising=False)
    assert 1 == run_guarded("query", ["x"])
    out, err = capsys.readouterr()
    assert "" == out
    assert err.startswith("cortex: internal error (KeyError)\n")
    assert "secret" not in err
    assert "Traceback" not in err


def test_traceback_only_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """CORTEX_DEBUG=1 shows where it broke."""
    monkeypatch.setattr(program, "run_program", failing(KeyError("x")))
    monkeypatch.setenv("CORTEX_DEBUG", "1")
    assert 1 == run_guarded("query", ["x"])
    assert "Traceback" in capsys.readouterr().err


def test_interrupt_exits_as_shells_expect(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C is 130 and one word, no traceback."""
    monkeypatch.setattr(program, "run_program", failing(KeyboardInterrupt()))
    assert 130 == run_guarded("query", ["x"])
    assert "cortex: interrupted\n" == capsys.readouterr().err


def test_reader_that_went_away_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """`cortex list | head -1` succeeds quietly."""
    silenced = []
    monkeypatch.setattr(program, "run_program", failing(BrokenPipeError()))
    monkeypatch.setattr(guard, "silence_output", lambda: silenced.append(True))
    assert 0 == run_guarded("list", [])
    assert [True] == silenced


def test_json_behind_the_separator_is_text() -> None:
    """`--json` is an option only before `--`."""
    assert True is wants_json(["query", "x", "--json"])
    assert False is wants_json(["commit", "--", "--json"])
