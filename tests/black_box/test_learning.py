"""Can a person tell what helped, see what was learned, and take it back?"""

from concurrent.futures import ThreadPoolExecutor

from tests.black_box.shell import Answer, Shell

ASKED = "how do we ship the gateway"


def commit_two(shell: Shell) -> None:
    """Keep two facts about one thing."""
    for text in (
        "The billing gateway release train leaves on Tuesday",
        "The billing gateway certificate is renewed in March",
    ):
        assert 0 == shell.run("commit", text).status


def report(shell: Shell, *words: str) -> Answer:
    """Report a success of the first fact."""
    return shell.run("feedback", "success", "decision::1", "--query", ASKED, *words)


def cards(shell: Shell, *words: str) -> list[str]:
    """Give the references of the cards of one question."""
    found = shell.run("query", ASKED, "--json", *words).data["cards"]
    return [card["reference"] for card in found]


def test_reports_teach_and_a_reset_takes_it_back(shell: Shell) -> None:
    """CQR G15: two reports widen the question; off and reset give the answer from before."""
    commit_two(shell)
    before = cards(shell)
    assert "recorded: success, about fact:1" in report(shell, "--task-class", "release").out
    assert "does not count again" in report(shell).out
    assert before == cards(shell)
    receipt = shell.run("op", "query", "--args", '{"need": "billing gateway release"}', "--json")
    given = receipt.data["receipt"]
    again = report(shell, "--receipt", given, "--json").data
    assert (True, 1) == (again["counted"], again["signals"])
    assert ["decision::1"] == cards(shell)
    shown = shell.run("learned", "--json").data
    assert ("on", 2) == (shown["learning"], shown["signals"][0]["helped"])
    assert "train" in shell.run("learned").out
    assert 0 == shell.run("learned", "off").status
    assert before == cards(shell)
    assert 0 == shell.run("learned", "on").status
    assert ["decision::1"] == cards(shell)
    preview = shell.run("learned", "reset", "--json").data
    assert (False, 1) == (preview["applied"], preview["dropped"]["signals"])
    assert ["decision::1"] == cards(shell)
    assert shell.run("learned", "reset", "--apply", "--json").data["applied"]
    assert before == cards(shell)
    assert [] == shell.run("learned", "--json").data["bridges"]


def test_agents_are_judged_by_their_reports(shell: Shell) -> None:
    """Each agent has its own line; a reset of what was learned leaves the reports."""
    commit_two(shell)
    shell.run("feedback", "success", "1", "--agent", "ada")
    shell.run("feedback", "failure", "--agent", "bob", "--task-class", "Release")
    shell.run("learned", "reset", "--apply")
    rows = shell.run("learned", "agents", "--json").data["agents"]
    assert [("ada", 0.88, 1.0), ("bob", 0.28, 0.0)] == [
        (row["agent"], row["reliability"], row["source_coverage"]) for row in rows
    ]
    assert "release" == rows[1]["task_classes"][0]["name"]
    assert "check its answers" in shell.run("learned", "agents").out


def test_mistakes_are_answered_with_the_remedy(shell: Shell) -> None:
    """A wrong word is a usage error; a fact that is not there is named and not counted."""
    assert (2, 2) == (shell.run("feedback", "grand").status, shell.run("learned", "forget").status)
    commit_two(shell)
    told = shell.run("feedback", "success", "77")
    assert 0 == told.status
    assert "no such fact here: 77" in told.out
    borrowed = shell.run("feedback", "success", "m1", "--receipt", "view-1-00000000-0.k-1")
    assert 3 == borrowed.status


def test_nothing_kept_and_nothing_made(shell: Shell) -> None:
    """Looking in an empty home shows nothing learned and leaves no store."""
    assert 0 == shell.run("learned", "--json").data["counts"]["lessons"]
    assert "No agent" in shell.run("learned", "agents").out
    assert 0 == shell.run("learned", "reset", "--apply").status
    assert not list(shell.home.rglob("cortex.db"))


def test_two_processes_report_at_once_and_both_count(shell: Shell) -> None:
    """Reports of different keys add up, whoever comes first."""
    commit_two(shell)
    asked = '{"outcome": "success", "memory_sources": ["1"], "query": "ship it", '
    with ThreadPoolExecutor(2) as pool:
        answers = list(
            pool.map(
                lambda key: shell.run(
                    "op", "feedback", "--args", f'{asked}"idempotency_key": "{key}"}}'
                ),
                ("one", "two"),
            )
        )
    assert [0, 0] == [answer.status for answer in answers]
    assert 2 == shell.run("learned", "--json").data["signals"][0]["helped"]
