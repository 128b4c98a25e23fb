"""Are values read as people write them, and refused with the form to use?"""

import click
import pytest

from cortex.core.facts.verdict import EVIDENCE_TYPES, STANDING_TYPES
from cortex.edges.cli.options import DURATION, INSTANT, USUAL_TYPES, doubtful_type, option
from cortex.edges.cli.verbs.rollback import version_from
from cortex.model.errors import InvalidRequest
from cortex.services.operations.needs import ATTEMPT_TYPES, PROCEDURE_TYPES
from cortex.services.statements import MEMORY_TYPES
from cortex.wiring.present import read_now_us

TTL = option("--ttl", "how long", type=DURATION)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90", 90), ("90s", 90), ("15m", 900), ("12h", 43_200), ("30d", 2_592_000), ("2W", 1_209_600)],
)
def test_duration_has_units(text: str, seconds: int) -> None:
    """Seconds, or a number with its unit."""
    assert seconds == DURATION.convert(text, TTL, None)


@pytest.mark.parametrize("text", ["", "d", "1.5h", "-3d", "3 days", "٣d"])
def test_duration_that_is_none_names_the_forms(text: str) -> None:
    """A duration that cannot be read is refused, with examples."""
    with pytest.raises(InvalidRequest) as caught:
        DURATION.convert(text, TTL, None)
    assert "ttl" == caught.value.field
    assert "30d" in caught.value.remedy


def test_instant_names_its_option() -> None:
    """The refusal of an instant says which option it came in."""
    parameter = option("--as-of", "when", type=INSTANT)
    assert 1_777_593_600_000_000 == INSTANT.convert("2026-05-01", parameter, None)
    with pytest.raises(InvalidRequest) as caught:
        INSTANT.convert("yesterday", parameter, None)
    assert "as_of" == caught.value.field


@pytest.mark.parametrize(("text", "version"), [("12", 12), ("v12", 12), ("version 12", 12)])
def test_version_is_read_as_printed(text: str, version: int) -> None:
    """Every form that history prints is read back."""
    assert version == version_from(text)


@pytest.mark.parametrize("text", ["decision::12", "", "-1", "v", "9" * 40])
def test_reference_is_no_version(text: str) -> None:
    """A fact's reference where a version is asked for is refused, never guessed."""
    with pytest.raises(InvalidRequest):
        version_from(text)


@pytest.mark.parametrize("name", ["decision", "open-question", "Open_Question", "incident"])
def test_usual_or_new_type_is_no_slip(name: str) -> None:
    """Types are an open set: a new one is fine, and so are both spellings of a usual one."""
    assert None is doubtful_type(name)


def test_type_that_looks_like_a_slip_is_questioned() -> None:
    """A slip would silently lose what the usual type means."""
    assert "'contraint' is no usual type; did you mean 'constraint'?" == doubtful_type("contraint")


def test_option_without_value_keeps_none() -> None:
    """An option that was not given is None, so that the service chooses the default."""
    command = click.Command("x", params=[TTL], callback=lambda ttl: ttl)
    assert None is command.main([], standalone_mode=False)


def test_every_type_a_rule_knows_is_usual() -> None:
    """A type that deposit, recall, brief or packing treats in a way of its own is never doubted."""
    known = EVIDENCE_TYPES | STANDING_TYPES | MEMORY_TYPES | {*ATTEMPT_TYPES, *PROCEDURE_TYPES}
    assert set() == known - set(USUAL_TYPES)
    assert sorted(set(USUAL_TYPES)) == list(USUAL_TYPES)


def test_now_is_an_instant() -> None:
    """An option that takes an instant takes the present one by name."""
    before = read_now_us()
    assert before <= INSTANT.convert(" Now ", None, None) <= read_now_us()
