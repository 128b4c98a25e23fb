"""Does each event get the decision its host can bear?"""

import pytest

from cortex.core.observe import decisions as d
from cortex.core.observe.decisions import HOOKED, NATIVE, TOOLS_ONLY, Manifest, decide
from cortex.model.host_events import KINDS

READ_ONLY = Manifest(*d.FLAGS)


@pytest.mark.parametrize("kind", ["", "party", d.KIND_OF_EVENT["tool-before"]])
@pytest.mark.parametrize("manifest", [NATIVE, HOOKED, TOOLS_ONLY])
def test_unknown_event_asks_for_nothing(kind: str, manifest: Manifest) -> None:
    """Rule 1: nobody guesses what an event means."""
    assert (d.NOOP, "unknown_event") == told(decide(kind, manifest))


@pytest.mark.parametrize("kind", [d.PROMPT_DELTA, d.TOOL_RESULT, d.COMPACTION, d.HANDOFF])
def test_client_of_tools_never_claims_to_have_seen(kind: str) -> None:
    """CQR I9: of what a host does not hand over nothing is captured, delivered or counted."""
    made = decide(kind, TOOLS_ONLY)
    assert (d.NOOP, "not_observed") == told(made)
    assert (False, False, False) == (made.captures, made.checkpoints, made.is_counted)


def test_tool_result_is_captured_at_no_cost_to_the_model() -> None:
    """A result is delivered to the memory: kept, and not counted."""
    made = decide(d.TOOL_RESULT, HOOKED)
    assert ((d.DELIVER, "capture"), True, False) == (told(made), made.captures, made.is_counted)
    assert (d.NOOP, "read_only") == told(decide(d.TOOL_RESULT, READ_ONLY))


def test_compaction_writes_a_checkpoint_and_ends_presence() -> None:
    """CQR I9: what was delivered is gone after it, and where the work stands is kept."""
    made = decide(d.COMPACTION, HOOKED, is_present=True)
    assert ((d.DELIVER, "checkpoint"), True, d.ABSENT) == (
        told(made),
        made.checkpoints,
        made.presence,
    )
    assert (d.NOOP, "no_checkpoint") == told(decide(d.COMPACTION, READ_ONLY))


def test_end_of_a_session_asks_for_nothing() -> None:
    """Nobody listens any more."""
    assert (d.NOOP, "session_end") == told(decide(d.END, NATIVE))


@pytest.mark.parametrize(
    ("snapshot", "expected", "is_counted"),
    [
        (d.MISSING, d.UNAVAILABLE, False),
        (d.PENDING, d.PROJECTION_PENDING, False),
        (d.EXPIRED, d.QUERY_REQUIRED, True),
        (d.FRESH, d.DELIVER, True),
    ],
)
def test_answer_depends_on_what_the_store_can_say(
    snapshot: str,
    expected: str,
    is_counted: bool,  # A column.
) -> None:
    """CQR I9: what is delivered, or has to be asked for, is counted."""
    made = decide(d.PROMPT_DELTA, HOOKED, snapshot=snapshot)
    assert (expected, is_counted) == (made.decision, made.is_counted)


def test_prompt_that_needs_nothing_is_left_alone() -> None:
    """A start is always answered; a prompt only when something may be said about it."""
    assert (d.NOOP, "no_needs") == told(decide(d.PROMPT_DELTA, HOOKED, has_needs=False))
    assert d.DELIVER == decide(d.SESSION, HOOKED, has_needs=False).decision


def test_host_that_cannot_be_told_is_asked_to_ask() -> None:
    """Without a way in, the model has to query, which is counted."""
    made = decide(d.PROMPT_DELTA, d.HOOKED_SILENTLY)
    assert ((d.QUERY_REQUIRED, "no_injection"), True) == (told(made), made.is_counted)


def test_presence_is_the_hosts_word() -> None:
    """Only a host that attests what is in its context is believed."""
    assert d.PRESENT == decide(d.SESSION, NATIVE, is_present=True).presence
    assert d.UNKNOWN == decide(d.SESSION, HOOKED, is_present=True).presence


def test_overflow_is_said() -> None:
    """An event above the promised size is marked, at the byte."""
    sizes = (d.INPUT_BYTES_MAX, d.INPUT_BYTES_MAX + 1)
    assert [False, True] == [
        decide(d.SESSION, HOOKED, input_bytes=size).is_overflow for size in sizes
    ]


def test_every_kind_of_event_has_a_word() -> None:
    """No event of a host falls out of the table."""
    assert set(KINDS) == set(d.KIND_OF_EVENT)


def told(made: d.Decision) -> tuple[str, str]:
    """Give decision and reason."""
    return made.decision, made.reason
