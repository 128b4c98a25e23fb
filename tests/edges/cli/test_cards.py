"""Does an answer read truthfully, and can a stored text not fake it?"""

import pytest

from cortex.edges.cli.cards import shell_word, show_view
from cortex.edges.cli.phrases import validity
from cortex.edges.cli.screen import Screen
from cortex.model.cards import Card, Lead, NearScope, View
from cortex.wiring.terminal import Terminal
from tests.wire.samples import DAY_US, MAY_US, a_card, a_fact, a_view

PLAIN = Terminal(has_colour=False, columns=None, is_debug=False)


def shown(view: View, capsys: pytest.CaptureFixture[str], *, is_full: bool = False) -> list[str]:
    """Give the lines an answer prints in a pipe."""
    show_view(Screen(PLAIN), view, "which port?", is_full=is_full)
    return capsys.readouterr().out.splitlines()


def test_card_says_what_where_from_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    """Three lines: the statement, its source, its reason."""
    assert [
        "Known k1: The gateway listens on port 8443",
        "    decision::12, decision, valid since 2026-05-01, said by claude-code, on main",
        "    because independent evidence agrees: gateway, port",
    ] == shown(a_view(a_card()), capsys)


def test_notes_stand_below_their_card(capsys: pytest.CaptureFixture[str]) -> None:
    """What a reader must know with a fact is printed with it (case 89)."""
    view = a_view(a_card(notes=("src/gw no longer exists",)))
    assert "    note: src/gw no longer exists" == shown(view, capsys)[-1]


def test_full_reason_has_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    """With --why the rule, the clocks, the evidence, the gates and the order are all there."""
    lines = shown(a_view(a_card()), capsys, is_full=True)
    names = [line.split()[0] for line in lines[2:]]
    assert [
        "admitted",
        "clocks",
        "evidence",
        "answers",
        "matched",
        "unmatched",
        "anchor",
        "link",
        "witness",
        "gates",
        "order",
    ] == names


def test_nothing_is_honest_and_names_near_scopes(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty answer says so and how to ask where facts are (case 53)."""
    near = (NearScope("project:/o", "other", 2), NearScope("project:/m", "my repo", 1))
    assert [
        "Nothing recorded answers this.",
        "2 facts in other: cortex query 'which port?' --project other",
        "1 fact in my repo: cortex query 'which port?' --project 'my repo'",
    ] == shown(a_view(near_scopes=near), capsys)


def test_lead_is_labelled_as_no_claim(capsys: pytest.CaptureFixture[str]) -> None:
    """A near miss stands under its own heading, with why it is none."""
    view = a_view(leads=(Lead("decision::4", "gateway logs", "one common word"),))
    assert [
        "Nothing recorded answers this.",
        "",
        "Near misses, not claims:",
        "  decision::4  gateway logs",
        "    one common word",
    ] == shown(view, capsys)


def test_pinned_card_comes_after_the_honest_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """A card shown by rule alone does not pass for an answer."""
    lines = shown(a_view(a_card())._replace(admitted_count=0), capsys)
    assert ["Nothing recorded answers this.", ""] == lines[:2]
    assert lines[2].startswith("Known k1: ")


def test_as_of_answer_says_its_instant(capsys: pytest.CaptureFixture[str]) -> None:
    """An answer about the past cannot be taken for one about today."""
    view = a_view(a_card())._replace(is_as_of=True, at_us=MAY_US + DAY_US)
    assert "As of 2026-05-02T00:00:00Z." == shown(view, capsys)[-1]


@pytest.mark.parametrize(
    "text", ["\x1b[2Jgone", "a\rforged", "a\x9b31m", "a\x00b", "\ud83d", "\u202eabc", "\x07\x08"]
)
def test_control_characters_never_reach_the_terminal(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stored escapes are shown, not obeyed, wherever they are stored (cases 76, 106)."""
    fact = a_fact(text=text)
    card: Card = a_card(fact, notes=(text,))
    view = a_view(
        card, leads=(Lead("decision::4", text, text),), near_scopes=(NearScope("s", text, 1),)
    )
    printed = "\n".join(shown(view._replace(admitted_count=0), capsys, is_full=True))
    assert set() == {each for each in printed if not each.isprintable() and each != "\n"}


def test_statement_of_several_lines_is_indented(capsys: pytest.CaptureFixture[str]) -> None:
    """A second line of a fact stands inside its card, so it cannot look like another card."""
    lines = shown(a_view(a_card(a_fact(text="one\nKnown k9: two"))), capsys)
    assert ["Known k1: one", "    Known k9: two"] == lines[:2]


@pytest.mark.parametrize(
    ("window", "words"),
    [
        ((None, None), "always"),
        ((MAY_US, None), "valid since 2026-05-01"),
        ((None, MAY_US), "valid until 2026-05-01"),
        ((MAY_US, MAY_US + DAY_US), "valid since 2026-05-01 until 2026-05-02"),
    ],
)
def test_window_in_words(window: tuple[int | None, int | None], words: str) -> None:
    """An open bound is not given a date."""
    assert words == validity(*window)


def test_shell_word_can_be_pasted() -> None:
    """What is printed as a command is one word for the shell."""
    assert "plain" == shell_word("plain")
    assert "'it'\"'\"'s; rm -rf'" == shell_word("it's; rm -rf")


def test_reason_without_a_word_names_the_handle(capsys: pytest.CaptureFixture[str]) -> None:
    """A card whose evidence is an anchor says which one; no reason ends in nothing."""
    card = a_card()
    view = a_view(card._replace(why=card.why._replace(matched=())))
    assert "    because independent evidence agrees: gateway" == shown(view, capsys)[2]
    view = a_view(card._replace(why=card.why._replace(matched=(), anchors=())))
    assert "agrees: used with fact decision::12" in shown(view, capsys)[2]
