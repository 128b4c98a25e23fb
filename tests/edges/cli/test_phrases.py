"""Are codes said in words to a person, and does a card say how it stands to the asked instant?"""

import pytest

from cortex.edges.cli.cards import show_card
from cortex.edges.cli.phrases import (
    filed_words,
    note_words,
    relation_words,
    standing_words,
    strategy_words,
)
from cortex.edges.cli.screen import Screen
from cortex.model.cards import Applicability
from cortex.model.conflicts import ConflictClass
from cortex.model.facts import FactStatus
from cortex.wiring.terminal import Terminal
from tests.wire.samples import DAY_US, MAY_US, a_card, a_fact

PLAIN = Terminal(has_colour=False, columns=None, is_debug=False)
OLD = a_fact(status=FactStatus.SUPERSEDED, valid_until_us=MAY_US + DAY_US)
REPLACED = "contradicted by decision::14 (explicit_supersede)"


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (
            "contrary head decision::17",
            "decision::17 says otherwise, and nobody has decided (see `cortex conflicts`)",
        ),
        (
            "replaced decision::2 (subject_attribute)",
            "replaces decision::2: same subject and attribute",
        ),
        (REPLACED, "replaced by decision::14: its author named it"),
        (
            "contradicted by decision::3 (trust_score_target_wins)",
            "contradicted by decision::3: the older one is trusted more",
        ),
        (
            "replaced decision::3 (subject_attribute_backdated)",
            "held before decision::3: same subject and attribute; it is about an earlier time",
        ),
        (
            "replaced decision::3 (user_merge)",
            "says otherwise than decision::3: a person let both stand",
        ),
        ("src/gw no longer exists", "src/gw no longer exists"),
        ("replaced decision::3 (a new code)", "replaces decision::3: a new code"),
    ],
)
def test_a_note_is_said_in_words(note: str, words: str) -> None:
    """Codes are for programs; what is no code, or no known one, is shown as it is."""
    assert words == note_words(note)


def test_what_its_author_disputes_is_not_replaced() -> None:
    """`--disputes` leaves both standing, so nothing says that one gave way; `--refines` refines."""
    assert "contradicts" == relation_words(ConflictClass.CONTRADICTS, "explicit_dispute")
    assert "nobody has decided" in strategy_words("explicit_dispute")
    assert "refines" == relation_words(ConflictClass.REFINES, "explicit_refine")
    assert "its author named it" == strategy_words("explicit_refine")


def test_an_ordinary_replacement_is_no_contradiction() -> None:
    """Superseding on purpose reads as replacing, an undecided verdict as contradicting."""
    contradicts = ConflictClass.CONTRADICTS
    assert "replaces" == relation_words(contradicts, "explicit_supersede")
    assert "contradicts" == relation_words(contradicts, "requires_user_review")
    assert "contradicts" == relation_words(contradicts, "trust_score_target_wins")
    assert "is close to" == relation_words(ConflictClass.REFINES, "kept_beside")


@pytest.mark.parametrize("strategy", ["user_keep", "user_keep_over_policy"])
def test_a_persons_decision_reads_the_same_over_a_rule(strategy: str) -> None:
    """Whether a rule had decided before is for the log."""
    assert "a person decided" == strategy_words(strategy)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (FactStatus.ACTIVE, "held then"),
        (FactStatus.SUPERSEDED, "held then, replaced since"),
        (FactStatus.ARCHIVED, "held then, taken back since"),
    ],
)
def test_a_past_answer_held_then(status: FactStatus, words: str) -> None:
    """A fact shown for an instant held at that instant, whatever became of it."""
    card = a_card(a_fact(status=status))._replace(applicability=Applicability.OUTSIDE_VALIDITY)
    assert words == standing_words(card, is_as_of=True)


def test_a_replaced_fact_names_its_replacement_once(capsys: pytest.CaptureFixture[str]) -> None:
    """With --history an old fact says what replaced it and when, and no note repeats it."""
    card = a_card(OLD, notes=(REPLACED,))._replace(applicability=Applicability.OUT_OF_SCOPE)
    show_card(Screen(PLAIN), card)
    printed = capsys.readouterr().out
    assert "replaced by decision::14 since 2026-05-02" in printed
    assert "note:" not in printed


@pytest.mark.parametrize(
    ("scope_id", "words"),
    [
        ("user", "for you, everywhere"),
        ("project:/srv/web/.git", "in project web"),
        ("project:/srv/web.git", "in project web"),
        ("folder:/srv", "in folder srv"),
    ],
)
def test_a_scope_is_said_as_people_call_it(scope_id: str, words: str) -> None:
    """A receipt names the place without its path."""
    assert words == filed_words(scope_id)
