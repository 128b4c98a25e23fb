"""Does a person capture, cite and take back with the installed command?"""

from tests.black_box.shell import Shell


def test_capture_cite_and_take_back(shell: Shell) -> None:
    """Text from a pipe is kept byte for byte, found, cited, and can be retracted."""
    shell.ask("capture", "register", "--source", "ci", "--role", "tool_report")
    put = ("capture", "put", "--source", "ci", "--event-key", "run-1")
    kept = shell.ask(*put, given=b"  3 tests failed\n")
    assert ("obs:1", False) == (kept["reference"], kept["duplicate"])
    assert shell.ask(*put, given=b"  3 tests failed\n")["duplicate"]
    assert "  3 tests failed\n" == shell.ask("capture", "get", "obs:1")["text"]
    found = shell.ask("capture", "query", "failing", "test")["evidence"]
    assert ["obs:1"] == [row["reference"] for row in found]
    fact = shell.commit("The suite fails on arm64", "--evidence", "obs:1")
    shown = shell.ask("why", fact)
    assert "obs:1" in str(shown)
    assert "obs:1 tool_report of ci: 3 tests failed" in shell.run("why", fact, status=0).out
    taken = shell.ask("capture", "retract", "obs:1", "--reason", "wrong machine")
    assert "wrong machine" == taken["retraction"]
    assert "(taken back: wrong machine)" in shell.run("why", fact, status=0).out
    assert [] == shell.ask("capture", "query", "tests")["evidence"]


def test_what_is_missing_is_named(shell: Shell) -> None:
    """An unknown action, a missing option and an unknown source each say what to do."""
    assert "did you mean" in shell.run("capture", "registr", status=2).err
    assert "--source" in shell.run("capture", "register", status=2).err
    refused = shell.run("capture", "put", "--source", "no", "--event-key", "e", given=b"x")
    assert 2 == refused.status
    assert "capture register" in refused.err
    assert 3 == shell.run("capture", "get", "obs:7").status


def test_page_of_people_is_readable(shell: Shell) -> None:
    """Without --json each line says what it is."""
    assert "Nothing is kept here yet" in shell.run("capture", "sources", status=0).out
    shell.run("capture", "register", "--source", "ci", status=0)
    assert "ci" in shell.run("capture", "sources", status=0).out
