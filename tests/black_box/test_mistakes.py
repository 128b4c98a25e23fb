"""Is every mistake answered with the thing, the remedy and the right status?"""

import json
from pathlib import Path

import pytest

from tests.black_box.shell import Shell


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["qurey", "x"], 2, "did you mean 'query'?"),
        (["query", "--limt", "3", "x"], 2, "did you mean '--limit'?"),
        (["commit", "--retention", "durible", "x"], 2, "did you mean 'durable'?"),
        (["completion", "bsh"], 2, "did you mean 'bash'?"),
        (["query"], 2, "TEXT"),
        (["query", "x", "--limit", "0"], 2, "from 1 to 100"),
        (["query", "x", "--as-of", "yesterday"], 2, "2024-05-01"),
        (["commit", "--ttl", "soon", "The port is 80"], 2, "30d"),
        (["commit", "--cwd", "/no/such/folder", "The port is 80"], 2, "/no/such/folder"),
        (["commit", "--global", "--project", "x", "The port is 80"], 2, "different places"),
        (["show", "decision::99"], 3, "decision::99"),
        (["show", "no reference"], 2, "no reference"),
        (["why", "99"], 3, "99"),
        (["supersede", "99", "The port of the gateway is 9443"], 3, "99"),
        (["retract", "99"], 3, "99"),
        (["history", "99"], 3, "99"),
        (["rollback", "99", "--apply"], 3, "99"),
        (["rollback", "decision::1"], 2, "cortex history"),
        (["resolve", "--keep", "98", "--drop", "99"], 3, "98"),
        (["pin", "99"], 3, "99"),
        (["op", "qurey"], 2, "query"),
        (["op", "query", "--args", "{"], 2, "--args is not JSON"),
        (["op", "query", "--args", "[]"], 2, "no object"),
        (["op", "query", "--args", '{"need": NaN}'], 2, "NaN"),
        (["op", "query", "--args", '{"limit": ' + "9" * 5000 + "}"], 2, "more digits"),
        (["query", "port", "--project", "no-such-project"], 3, "no-such-project"),
        (["status", "--project", "no-such-project"], 3, "no-such-project"),
        (["restore", "no-such-copy.zip"], 2, "no-such-copy.zip"),
        (["import", "no-such-notes"], 2, "no-such-notes"),
        (["commit", "--confidence", "nan", "The port is 80"], 2, "number from 0 to 1"),
        (["commit", "--confidence", "inf", "The port is 80"], 2, "0<=x<=1"),
    ],
)
def test_mistake_names_the_thing_and_the_remedy(
    shell: Shell, words: list[str], status: int, said: str
) -> None:
    """The status tells the script, message and remedy tell the person, and both agree.

    CQR F15: an operation that does not exist ends with 2 and the nearest name.
    """
    spoken = shell.run(*words, status=status)
    assert said in " ".join((spoken.err + spoken.out).split())
    answer = shell.run("--json", *words, status=status)
    assert False is answer.envelope["ok"]
    assert answer.error["code"]
    assert "Traceback" not in spoken.err


# Put together here, so that no scanner takes this file for a leak.
SECRET = "ghp_" + "a1B2" * 9
OPAQUE = "aB3dE5gH7jK9" + "mN1pQ3sT5vW7"


@pytest.mark.parametrize("secret", [SECRET, OPAQUE])
@pytest.mark.parametrize(
    "words",
    [
        ["query", "port", "--project"],
        ["retract"],
        ["show"],
        ["query", "port", "--as-of"],
        ["commit", "The port of the gateway is 8443", "--retention"],
        ["commit", "The port of the gateway is 8443", "--type"],
        ["history", "--format"],
        ["op"],
        [],
    ],
)
def test_no_message_repeats_a_secret(shell: Shell, words: list[str], secret: str) -> None:
    """A secret pasted where a name belongs is on no screen, in no script's log."""
    for options in ([], ["--json"]):
        answer = shell.run(*options, *words, secret)
        assert secret[:12] not in answer.out + answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        '{"need": "port", "project": "%s"}',
        '{"need": "port", "%s": 1}',
        '{"need": "port", "mode": "%s"}',
    ],
)
def test_no_refusal_of_an_operation_repeats_a_secret(shell: Shell, arguments: str) -> None:
    """What agents are told to correct is named without the secret in it."""
    answer = shell.run("op", "query", "--args", arguments.replace("%s", SECRET), status=2)
    assert SECRET[:12] not in answer.out + answer.err
    answer = shell.run("op", "expand", "--args", json.dumps({"reference": SECRET}))
    assert SECRET[:12] not in answer.out + answer.err


@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("variables", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["whole", "at once"])
def test_output_that_cannot_be_written_is_one_error(
    shell: Shell, options: list[str], variables: dict[str, str]
) -> None:
    """A full disk behind standard output is told once, and what was kept is told with it."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    shell = Shell(shell.home, shell.folder, {**shell.variables, **variables})
    told = shell.run_into("/dev/full", "commit", *options, "The gateway listens on port 8443")
    assert (1, 1) == (told.status, told.err.count("standard output cannot be written"))
    assert "kept as decision::1" in told.err
    assert "Traceback" not in told.err
    told = shell.run_into("/dev/full", "query", *options, "gateway")
    assert (1, 1) == (told.status, told.err.count("standard output cannot be written"))
    assert "Traceback" not in told.err


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\n\t"])
def test_empty_text_is_refused(shell: Shell, text: str) -> None:
    """Nothing is not a fact, whatever it is made of (cases 124, 133)."""
    error = shell.run("commit", text, "--json").error
    assert "text_rejected" == error["code"]
    assert error["remedy"]


def test_emoji_alone_is_a_defined_result(shell: Shell) -> None:
    """A text without words is kept or refused with a reason, never a fault (case 124)."""
    assert shell.run("commit", "🎉🎉🎉", "--json").status in {0, 2}


def test_text_over_the_limit_is_refused_whole(shell: Shell) -> None:
    """Too long is an error with a remedy, and nothing is stored; at the limit it is kept whole."""
    fitting = ("The gateway listens on port 8443. " * 200)[:4096].strip()
    data = shell.ask("commit", fitting)
    assert fitting == shell.ask("show", data["reference"])["statement"]
    error = shell.run("commit", "--json", given=b"The port is 8443. " * 600).error
    assert ("text_rejected", "split" in error["remedy"]) == (error["code"], True)
    error = shell.run("commit", "--json", given=b"x" * 3_000_000).error
    assert "split" in error["remedy"]
    assert 1 == len(shell.ask("list")["facts"])


def test_key_used_again_for_another_text_is_a_conflict(shell: Shell) -> None:
    """CQR E2: the same key replays the first receipt, or refuses; never a second row."""
    first = shell.ask("commit", "--key", "k1", "The gateway listens on 8443")
    again = shell.ask("commit", "--key", "k1", "The gateway listens on 8443")
    assert (first["receipt"], True) == (again["receipt"], again["replayed"])
    refused = shell.run("commit", "--key", "k1", "--json", "The gateway listens on 9443")
    assert (4, "idempotency_conflict") == (refused.status, refused.error["code"])
    assert refused.error["message"].startswith("idempotency_conflict")
    assert 1 == len(shell.ask("list")["facts"])


def test_misspelt_variable_is_told_once(shell: Shell) -> None:
    """A variable that means nothing is named with the nearest that does (case 125)."""
    odd = shell.having(CORTEX_DB_PAHT="/tmp/elsewhere.db")
    spoken = odd.run("status", status=0)
    assert 1 == spoken.err.count("CORTEX_DB_PAHT")
    assert "CORTEX_DB" in spoken.err.replace("CORTEX_DB_PAHT", "")
    answer = odd.run("status", "--json", status=0)
    assert "CORTEX_DB_PAHT" in answer.envelope["warnings"][0]


def test_type_that_looks_like_a_slip_is_kept_with_a_warning(shell: Shell) -> None:
    """Types are an open set, so the fact is kept and the doubt is told."""
    spoken = shell.run("commit", "--type", "contraint", "Never push to main directly", status=0)
    assert "did you mean 'constraint'?" in spoken.err


def test_damaged_store_is_reported_and_not_touched(shell: Shell) -> None:
    """A file that is no store is status 6 with a remedy for every verb (case 20)."""
    path = shell.home / "bad.db"
    path.write_bytes(b"this is no database at all " * 100)
    for words in (("query", "port"), ("commit", "The port is 8443"), ("status",), ("doctor",)):
        ended = shell.run(*words, "--db", str(path), status=6)
        assert "Traceback" not in ended.err
        assert ended.out + ended.err
    assert b"this is no database" == path.read_bytes()[:19]


def test_empty_answer_succeeds_and_says_so(shell: Shell) -> None:
    """CQR A12: nothing recorded is a success with an honest sentence."""
    shell.commit("The office snack policy allows fruit only")
    ended = shell.run("query", "how are webhooks retried?", status=0)
    assert ended.out.startswith("Nothing recorded answers this.")
