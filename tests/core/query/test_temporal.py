"""Is a question's tense read only from unmistakable cues?"""

import pytest

from cortex.core.query.temporal import read_tense, without_tense
from cortex.model.gates import TemporalMode

MAY_FIRST_US = 1_714_521_600_000_000


@pytest.mark.parametrize(
    "text",
    [
        "what port did we use on 2024-05-01",
        "what held before the migration",
        "what changed after 2024-05-01",
        "as of now",
        "browser history settings",
        "as of 2024-13-40",
        "has of 2024-05-01",
    ],
)
def test_a_bare_date_or_loose_word_changes_nothing(text: str) -> None:
    """Dates, before, after and a plain "history" speak of the subject, not of the memory."""
    assert read_tense(text, None, wants_history=False) == (TemporalMode.CURRENT, None)


@pytest.mark.parametrize("cue", ["as of", "as-of", "AS OF"])
def test_as_of_with_a_date_reads_that_day(cue: str) -> None:
    """ "as of" with an ISO date means the start of that day."""
    assert read_tense(f"the port {cue} 2024-05-01?", None, wants_history=False) == (
        TemporalMode.EXPLICIT_AS_OF,
        MAY_FIRST_US,
    )


def test_an_argument_wins_over_the_text() -> None:
    """An explicit instant is never overruled by words."""
    assert read_tense("as of 2024-05-01", 5, wants_history=False) == (
        TemporalMode.EXPLICIT_AS_OF,
        5,
    )


@pytest.mark.parametrize(
    "text",
    ["the previous version", "what was rolled back", "history of the port", "historical ports"],
)
def test_cues_of_history_show_every_status(text: str) -> None:
    """Unmistakable words about the memory's past switch to the historical mode."""
    assert read_tense(text, None, wants_history=False) == (TemporalMode.HISTORICAL, None)


def test_the_date_of_an_as_of_clause_is_no_evidence() -> None:
    """The clause is taken out before words are looked up."""
    assert without_tense("port as of 2024-05-01").split() == ["port"]
