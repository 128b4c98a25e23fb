"""Is an observation found by its words, its speaker and its day?"""

import pytest

from cortex.core.search.entries import entry_of, is_time
from cortex.model.limits import SEARCH_TERMS_MAX
from cortex.model.observations import Event, Observation, Role, Source
from cortex.model.search import LeadKind
from cortex.model.text import CleanText
from cortex.model.turns import Turn

DAY_US = 1_683_504_000_000_000  # 2023-05-08.


def seen(text: str, role: Role = Role.USER_STATEMENT) -> Observation:
    """Give an observation with a text."""
    source = Source(1, "solo", "log", "user", role, 100, 0)
    return Observation(1, source, "1", Event("e", CleanText(text), 7), 9, "00")


def test_turn_is_found_by_who_spoke_and_when() -> None:
    """Name and day are among the terms; a part somebody plays is no name."""
    entry = entry_of(seen("the port"), Turn(1, 3, "Mara", DAY_US))
    assert {"port", "mara", "8", "2023", "2023-05-08"} <= {term for term, _ in entry.terms}
    assert (LeadKind.TURN, "Mara", DAY_US, 3) == (
        entry.kind,
        entry.speaker,
        entry.at_us,
        entry.session_no,
    )
    assert "user" not in dict(entry_of(seen("the port"), Turn(1, 3, "user", DAY_US)).terms)


def test_document_is_found_by_its_text_alone() -> None:
    """Outside a session nothing is added; its instant is when it was observed, else captured."""
    entry = entry_of(seen("the port", Role.DOCUMENT), None)
    assert ((("port", 1),), 1, 7, None) == (
        entry.terms,
        entry.length,
        entry.at_us,
        entry.session_no,
    )
    assert (("port", "port"),) == entry.words
    late = seen("x")
    assert 9 == entry_of(late._replace(event=late.event._replace(observed_us=None)), None).at_us


def test_kinds_follow_role_and_place() -> None:
    """What a tool reports is a tool's, in a session or not."""
    place = Turn(1, 3, "tool", DAY_US)
    assert LeadKind.TOOL is entry_of(seen("x", Role.TOOL_REPORT), place).kind
    assert LeadKind.TOOL is entry_of(seen("x", Role.TOOL_REPORT), None).kind
    assert LeadKind.DOCUMENT is entry_of(seen("x"), None).kind


@pytest.mark.parametrize("text", ["really?", "really?  \n", "本当ですか？"])
def test_question_is_known_by_its_end(text: str) -> None:
    """In other scripts too, and whatever white space follows."""
    assert entry_of(seen(text), None).is_question
    assert not entry_of(seen(text + " Yes."), None).is_question


def test_times_are_words_years_and_dates() -> None:
    """Numbers that are no year are no time."""
    assert all(map(is_time, ("yesterday", "2023", "2023-05-08", "monday")))
    assert not any(map(is_time, ("port", "8443", "443", "2023-05", "")))


def test_text_of_very_many_terms_is_found_by_the_first() -> None:
    """A dump of ids does not fill the index."""
    text = " ".join(f"x{place:06d}y" for place in range(SEARCH_TERMS_MAX + 10))
    assert SEARCH_TERMS_MAX == len(entry_of(seen(text), None).terms)
