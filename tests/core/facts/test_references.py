"""Is every id Cortex prints read back, and is everything else refused in words that help?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.facts.references import ID_MAX, Reference, parse_reference, parse_version
from cortex.model.errors import InvalidRequest
from cortex.model.facts import FactKind

DECISION = Reference(12, FactKind.DECISION)
MEMORY = Reference(3, FactKind.MEMORY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("decision::12", DECISION),
        ("Decision::12", DECISION),
        ("decision:12", DECISION),
        ("decision 12", DECISION),
        ("decision12", DECISION),
        ("d12", DECISION),
        ("[d12]", DECISION),
        ("  `decision::12`, ", DECISION),
        ("(decision::12).", DECISION),
        ("memory::3", MEMORY),
        ("m3", MEMORY),
        ("12", Reference(12)),
        ("#12", Reference(12)),
        ("fact 12", Reference(12)),
        ("fact:12", Reference(12)),
        ("fact::12", Reference(12)),
        ("fact #12", Reference(12)),
        ("0012", Reference(12)),
        (str(ID_MAX), Reference(ID_MAX)),
    ],
)
def test_every_printed_form_is_read_back(text: str, expected: Reference) -> None:
    """A reference is accepted in each form a card, a brief, a receipt or a person writes."""
    assert expected == parse_reference(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "[]", "0", "d0", "decision::", "decision::1x", "12 13", "v12", "note::12"),
        *("-4", "1.5", "d 1 2", str(ID_MAX + 1), "9" * 5000, "१२", "decision::12;drop", "rev:12"),
    ],
)
def test_anything_else_is_refused_with_the_accepted_forms(text: str) -> None:
    """A text that is no reference names itself and what would have been one, never a traceback."""
    with pytest.raises(InvalidRequest) as caught:
        parse_reference(text, field="keep")
    assert "decision::12" in caught.value.remedy
    assert "keep" == caught.value.field


def test_long_text_is_not_repeated() -> None:
    """Whoever pastes a memory where a reference belongs does not find it in an error or a log."""
    with pytest.raises(InvalidRequest) as caught:
        parse_reference("the deploy key lives in the vault of the operations team")
    assert "a text of 56 characters names no fact" == caught.value.message


def test_control_characters_in_a_refused_text_are_made_visible() -> None:
    """A refused text cannot move the cursor of the terminal its error is shown on."""
    with pytest.raises(InvalidRequest) as caught:
        parse_reference("\x1b[2J")
    assert "'\\x1b[2J' names no fact" == caught.value.message


@pytest.mark.parametrize(
    "text", ["version 12", "v12", "V12", "12", "version::12", "[v12]", "#12", 12]
)
def test_every_form_of_a_version_is_read_back(text: str | int) -> None:
    """A version is accepted the way the history prints it and as a bare number."""
    assert 12 == parse_version(text)


@pytest.mark.parametrize("text", ["", "0", "-1", "decision::12", "latest", "v", -3, 0])
def test_a_text_that_is_no_version_is_refused(text: str | int) -> None:
    """A fact's reference or a word is not guessed to be a version."""
    with pytest.raises(InvalidRequest) as caught:
        parse_version(text)
    assert "version 12" in caught.value.remedy


@given(st.integers(1, ID_MAX), st.sampled_from([None, *FactKind]))
def test_printed_reference_round_trips(fact_id: int, kind: FactKind | None) -> None:
    """What a reference prints as names the same fact again."""
    reference = Reference(fact_id, kind)
    assert reference == parse_reference(str(reference))


@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    """Any text is a reference or a refusal, whatever script it is in."""
    try:
        fact_id = parse_reference(text).fact_id
    except InvalidRequest:
        return
    assert 1 <= fact_id <= ID_MAX
