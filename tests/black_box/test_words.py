"""Does a newcomer read what happened, and get the help they ask for?"""

from pathlib import Path

import pytest

from cortex.edges.cli.catalogue import every_verb
from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell

OLD, NEW = "The gateway listens on port 8080.", "The gateway listens on port 9443."


@pytest.mark.parametrize("verb", ["mcp", "hook-boot", "query", "rollback", "history"])
def test_short_help_is_help_and_fits_a_terminal(shell: Shell, verb: str) -> None:
    """`-h` is the same as `--help`, and no line of either is over 80 columns."""
    shown = shell.run(verb, "-h", status=0).out
    assert shell.run(verb, "--help", status=0).out == shown
    assert [] == [line for line in shown.splitlines() if len(line) > 80]


def test_hook_boot_completes_what_its_help_lists(shell: Shell) -> None:
    """Nothing is offered for the hook that its own help does not know."""
    assert "hook-boot" in every_verb()
    asking = shell.having(
        _CORTEX_COMPLETE="bash_complete", COMP_WORDS="cortex hook-boot --", COMP_CWORD="2"
    )
    offered = {row.partition(",")[2] for row in asking.run(status=0).out.splitlines()}
    shown = shell.run("hook-boot", "--help", status=0).out
    assert set() == {name for name in offered - {"--help"} if name not in shown}


def test_receipt_says_where_it_was_filed(shell: Shell) -> None:
    """In a plain folder a fact is for the person; in a repository it is the project's."""
    assert "kept for you, everywhere, " in shell.run("commit", OLD, status=0).out
    make_repository(shell.folder)
    shown = shell.run("commit", NEW, status=0).out
    assert f"kept in project {Path(shell.folder).name}, " in shown


def test_supersede_reads_as_replacing(shell: Shell) -> None:
    """What its author replaced on purpose is called neither a conflict nor a contradiction."""
    old = shell.commit(OLD)
    shown = shell.run("supersede", old, NEW, status=0).out
    assert f"replaces {old}: its author named it" in shown
    for word in ("contradicts", "conflict", "explicit_supersede"):
        assert word not in shown


def test_past_answer_held_then(shell: Shell) -> None:
    """A card as of an instant is not called outside of its validity."""
    old = shell.commit(OLD, "--valid-from", "2025-01-01")
    new = shell.run("--json", "supersede", old, NEW, "--valid-from", "2025-06-01").data["reference"]
    then = shell.run("query", "gateway port", "--as-of", "2025-03-01", status=0).out
    assert "held then, replaced since" in then
    both = shell.run("query", "gateway port", "--history", status=0).out
    assert f"replaced by {new} since 2025-06-01" in both
    assert "validity" not in then + both
    assert "out of scope" not in both


def test_now_is_an_instant(shell: Shell) -> None:
    """The present instant has a name, for asking and for keeping."""
    shell.commit(OLD, "--valid-from", "now")
    assert OLD in shell.run("query", "gateway port", "--as-of", "now", status=0).out


@pytest.mark.parametrize(
    ("words", "said"),
    [(["1"], "TEXT is missing"), ([NEW], "REFERENCE is missing: the only argument is a text")],
)
def test_supersede_says_what_is_missing(shell: Shell, words: list[str], said: str) -> None:
    """One argument is not enough, and the text itself is not repeated."""
    shell.commit(OLD)
    refused = shell.run("supersede", *words, status=2)
    assert said in refused.err
    assert NEW not in refused.err


def test_smallest_brief_still_counts_what_binds(shell: Shell) -> None:
    """Where nothing fits, nobody is told that nothing is known."""
    shell.commit("Never deploy on a Friday, because nobody is there", "--type", "constraint")
    assert "- 1 constraint not shown (budget)\n" in shell.run("boot", "--budget", "20").out
    assert "1 fact not shown" in shell.run("boot", "--budget", "3").out


def test_rollback_counts_entries_of_other_projects_first(shell: Shell) -> None:
    """The preview names the scope of each entry before anything is undone."""
    make_repository(shell.folder)
    shell.commit(OLD)
    shell.commit("The person prefers tabs over spaces", "--global")
    shown = shell.run("rollback", "1", status=0).out.splitlines()
    assert "1 entry would be undone; HEAD would be version 1." == shown[0]
    assert "1 of them belongs to other scopes than work" in shown[1]
    assert any("store for you, everywhere: inserted: The person prefers" in line for line in shown)


def test_one_of_a_kind_is_said_in_the_singular(shell: Shell) -> None:
    """Counts read as a sentence wherever one thing is counted."""
    shell.commit(OLD)
    shown = shell.run("backup", status=0).out + shell.run("doctor", status=0).out
    shown += shell.run("rebuild-anchors", status=0).out
    assert 3 == shown.count("1 fact"), shown
    assert "1 facts" not in shown


def test_captured_text_reads_without_words_of_python(shell: Shell) -> None:
    """What is true is yes, what is unknown is left out."""
    shown = shell.run("capture", "register", "--source", "ci", status=0).out
    put = ("capture", "put", "--source", "ci", "--event-key", "run-1")
    shown += shell.run(*put, given=b"3 tests failed", status=0).out
    assert "enabled        yes" in shown
    for word in ("True", "False", "None"):
        assert word not in shown


def test_help_screen_fits_a_terminal(shell: Shell) -> None:
    """The list of all verbs has no line over 80 columns and no group of one."""
    lines = shell.run("--help", status=0).out.splitlines()
    assert [] == [line for line in lines if len(line) > 80]
    titles = [at for at, line in enumerate(lines) if line.endswith(":") and line[0] != " "]
    assert all(lines[at + 2].startswith("  ") for at in titles)
