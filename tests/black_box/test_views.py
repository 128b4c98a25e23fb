"""Does a person at the terminal see what an agent sees: the same cards, limits and omissions?"""

import json
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.questions import Question
from cortex.wire.views import card_json
from cortex.wiring.house import open_house
from cortex.wiring.settings import Settings
from tests.black_box.shell import Shell
from tests.edges.mcp.conversation import call, converse

CLAIM = "The billing gateway deploys with make ship and takes five minutes"
LIMIT = "Deployments are frozen on Fridays after noon"
RULE = "The billing gateway never deploys without a backup of the ledger"
QUESTION = "how does the billing gateway deploy?"


def filled(shell: Shell) -> Shell:
    """Keep a claim with its qualifier, a rule, and evidence against the claim."""
    limit = shell.commit(LIMIT)
    claim = shell.commit(CLAIM, "--relation", f"required_qualifier={limit}")
    shell.commit(RULE, "--type", "constraint")
    shell.commit(
        "A billing gateway deploy took forty minutes while the cache was cold",
        *("--relation-of", f"counterevidence={claim}"),
    )
    return shell


def plain(card: dict[str, Any]) -> dict[str, Any]:
    """Give a card without what only an answer with a receipt adds."""
    return {k: v for k, v in card.items() if k not in ("expand", "representation")}


@pytest.mark.parametrize("profile", ["answer", "history", "orient", "conflicts"])
@pytest.mark.parametrize("budget", [None, 200, 20])
def test_terminal_operation_server_and_library_agree(
    shell: Shell, profile: str, budget: int | None
) -> None:
    """CQR F14: the same question gives the same cards whoever asks it, in a budget too."""
    filled(shell)
    asked: dict[str, Any] = {"need": QUESTION, "profile": profile, "evidence": "exact"}
    words = ["query", QUESTION, "--profile", profile]
    if budget is not None:
        asked["budget"] = budget
        words += ["--budget", str(budget)]
    typed = shell.ask(*words)
    operated = shell.ask("op", "query", "--args", json.dumps(asked))
    same = ("brief", "budget", "cards", "coverage", "labels", "profile", "receipt", "status")
    assert [operated[key] for key in same] == [typed[key] for key in same]
    assert operated.get("required_plan_bytes") == typed.get("required_plan_bytes")
    heard = converse(shell.home, [call(1, "cortex_query", **asked, cwd=str(shell.folder))])
    assert operated["cards"] == heard.result(1)["cards"]
    if budget is None:
        store = str(shell.home / ".cortex" / "cortex.db")
        settings = Settings(
            home=str(shell.home / ".cortex"),
            db_path=store,
            cwd=str(shell.folder),
            user_home=str(shell.home),
        )
        with open_house(settings) as house:
            question = Question(QUESTION, wants_history=profile == "history")
            view = house.query(question, Place(), Caller())
        assert [card_json(card) for card in view.cards] == [plain(c) for c in typed["cards"]]


def test_limits_are_read_below_the_claim(shell: Shell) -> None:
    """A person reads what a claim needs and what speaks against it, in words."""
    out = filled(shell).run("query", QUESTION, status=0).out
    assert f"    but: {LIMIT} (decision::1)" in out
    assert "    against it: A billing gateway deploy took forty minutes" in out
    story = shell.run("why", "decision::2", status=0).out
    assert "Depends on" in story
    assert "(required_qualifier)" in story
    assert "Needed by" in shell.run("why", "decision::1", status=0).out


def test_a_brief_names_what_limits_its_facts(shell: Shell) -> None:
    """CQR F7: a session that starts is not told a qualified claim as a plain one."""
    brief = filled(shell).run("boot", status=0).out
    (line,) = [one for one in brief.splitlines() if CLAIM in one]
    assert "{limited by d1, d4}" in line


def test_budget_needs_and_omissions_are_said(shell: Shell) -> None:
    """What does not fit, what is not covered and what nobody knows is told, not left out."""
    filled(shell)
    words = ("query", QUESTION, "--need", "procedures", "--need", "tarot", "--budget")
    out = shell.run(*words, "260", status=0).out
    assert "Constraint c1: " in out
    assert "Left out for the budget: decision::2" in out
    assert "Not covered: procedures" in out
    assert "Nobody knows the need: tarot" in out
    small = shell.run(*words, "20", status=0).out
    assert "Nothing is shown" in small
    enough = small.split("--budget ")[1].split(".")[0]
    assert RULE in shell.run(*words, enough, status=0).out


def test_a_budget_of_nothing_is_a_list_of_names(shell: Shell) -> None:
    """Zero asks which facts would answer; what they say is not shown."""
    out = filled(shell).run("query", QUESTION, "--budget", "0", status=0).out
    assert "decision::3" in out
    assert "constraint" in out
    assert RULE not in out


def test_a_profile_may_need_no_question(shell: Shell) -> None:
    """Lists, open conflicts and changes are told without words; other profiles ask for some."""
    assert "No facts are kept here yet." in shell.run("query", "--profile", "map", status=0).out
    cursor = shell.ask("query", "--profile", "changes")["change_cursor"]
    filled(shell)
    shell.commit("The billing gateway deploys on Mondays only", "--disputes", "decision::2")
    assert RULE in shell.run("query", "--profile", "orient", status=0).out
    told = shell.run("query", "--profile", "uncertainty", status=0).out
    assert "against decision::2" in told
    asked = ("query", QUESTION, "--profile", "conflicts")
    assert "against decision::2" in shell.run(*asked, status=0).out
    assert ["conflicts"] == shell.ask(*asked)["coverage"]["covered"]
    listed = shell.run("query", "--profile", "map", "--since", cursor, status=3)
    assert "change cursor" in listed.err
    feed = shell.run("query", "--profile", "changes", "--since", cursor, status=0).out
    assert f"created decision::1: {LIMIT}" in feed
    again = feed.splitlines()[-1].split("--since ")[1].strip("'")
    still = shell.run("query", "--profile", "changes", "--since", again, status=0).out
    assert "Nothing changed." in still
    view = shell.run("query", QUESTION, "--profile", "changes", "--since", cursor, status=0).out
    assert "Changed since:" in view


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        (("query",), "invalid_request", 2),
        (("query", "--profile", "history"), "invalid_request", 2),
        (("query", "x", "--profile", "histori"), "unknown_name", 2),
        (("query", "x", "--budget", "-1"), "invalid_request", 2),
        (("query", "x", "--since", "nonsense"), "invalid_request", 2),
        (("query", "x", "--since", "9|solo:answer:all|0|changes/1"), "resnapshot_required", 3),
        (("commit", "--relation", "policy", CLAIM), "invalid_request", 2),
        (("commit", "--relation", "policie=1", CLAIM), "unknown_name", 2),
        (("commit", "--relation-of", "policy=77", CLAIM), "no_match", 3),
    ],
)
def test_mistakes_are_named(shell: Shell, words: tuple[str, ...], code: str, status: int) -> None:
    """A slip ends with its documented status and says what to write; nothing is kept."""
    failed = shell.run("--json", *words, status=status)
    assert code == failed.error["code"]
    assert failed.error["remedy"]
    assert [] == shell.ask("list")["facts"]
