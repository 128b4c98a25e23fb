"""Does a person find with the installed command what was captured and kept?"""

import pytest

from tests.black_box.shell import Shell


def test_capture_and_facts_are_found_with_exact_spans(shell: Shell) -> None:
    """Leads of both sorts, each with its reference, passage and reason."""
    shell.ask("capture", "register", "--source", "ci", "--role", "tool_report")
    put = ("capture", "put", "--source", "ci", "--event-key", "run-1")
    shell.ask(*put, given=b"the gateway test failed on arm64")
    fact = shell.commit("The gateway listens on port 8443 because 443 needs root")
    found = shell.ask("search", "gateway", "--explain")
    assert {"obs:1": "tool", fact: "fact"} == {
        lead["reference"]: lead["kind"] for lead in found["leads"]
    }
    for lead in found["leads"]:
        why, span = lead["why"], lead["span"]
        assert lead["score"] == why["own"] + why["neighbours"] + why["session"]
        assert len(lead["passage"]) == span["end"] - span["start"] == span["of"]
        assert "lead" == lead["trust"]["kind"]
    assert (1, 1, 0) == tuple(
        found["coverage"][key] for key in ("observations", "facts", "projection_pending")
    )
    only = shell.ask("search", "gateway", "--kind", "tool")
    assert ["obs:1"] == [lead["reference"] for lead in only["leads"]]
    assert "why" not in only["leads"][0]


def test_page_for_people_says_what_was_searched_instead(shell: Shell) -> None:
    """A slip, a word that is nowhere, and the way to the next page."""
    for number in range(3):
        shell.commit(f"The gateway of site {number} listens on port 844{number}")
    out = shell.run("search", "gatewya", "zanzibar", "--limit", "2", "--explain", status=0).out
    for said in (
        "'gatewya' is nowhere; searched 'gateway'",
        "Nowhere: zanzibar",
        "--page 2",
        "why:",
    ):
        assert said in out
    assert "No more leads." in shell.run("search", "gateway", "--page", "9", status=0).out
    assert "Nothing here" in shell.run("search", "zanzibar", status=0).out


@pytest.mark.parametrize(
    "asked",
    ["a-b", "a/b", "current.md", "don't", "AND OR NOT (", "用户", "ab", "", "🎉", '"', "--", "*"],
)
def test_every_shape_answers(shell: Shell, asked: str) -> None:
    """No question is a syntax error, on an empty brain either."""
    assert [] == shell.ask("search", "--", asked)["leads"]


def test_mistakes_are_named(shell: Shell) -> None:
    """An unknown kind, an empty window and a missing question each say what to do."""
    assert "fact" in shell.run("search", "x", "--kind", "facts", status=2).err
    window = ("--since", "2026-02-01", "--until", "2026-01-01")
    assert "--since" in shell.run("search", "x", *window, status=2).err
    assert 2 == shell.run("search").status
    assert 3 == shell.run("search", "x", "--project", "unheard").status
    assert 2 == shell.run("search", "x", "--limit", "101").status
