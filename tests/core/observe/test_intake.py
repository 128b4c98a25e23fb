"""May a text be kept, and what does the operator's word close?"""

import pytest

from cortex.core.observe.intake import is_closed, kept_text, without_forgotten
from cortex.core.observe.standing import is_stale
from cortex.model.capture_policy import (
    ACTIVE,
    EVERY_SCOPE,
    EVERYTHING_ALLOWED,
    PAUSED,
    STOPPED,
    CapturePolicy,
    Word,
)
from cortex.model.observations import OnSecret, Role, Source
from cortex.model.refusals import CaptureRefused

EXACT = Source(1, "solo", "log", "project:/p", Role.DOCUMENT, 10_000, 0)
CLEANED = EXACT._replace(on_secret=OnSecret.REDACT)
KEY = "sk-abcdefghijklmnop1234"
BENIGN = (
    "key: value\ntoken: 12\nsecret santa is on friday",
    "password: required\nPassword must be at least 12 characters",
    'the "api_key" field is documented below; key = primary',
    "commit 3f786850e387550fdab836ed7e6dc881de23001b\nuuid 6fa459ea-ee8a-3ca4-894e-db77e160355e",
    "  tokens=42 key=id\r\nauthorization is checked\r\n",
    "鍵: 値\nトークン: 12 🎉",
    "\ufeffa file with a mark",
)


@pytest.mark.parametrize("text", BENIGN)
def test_ordinary_text_is_no_secret(text: str) -> None:
    """Names, counts, hashes and headings with a colon are kept byte for byte (CQR 16.3, 15)."""
    assert (text, ()) == kept_text(text, EXACT)
    assert (text, ()) == kept_text(text, CLEANED)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"token = {KEY}", "api_key"),
        ("a <private>b</private> c", "private_span"),
        ("half a character \ud83d", "unstorable_character"),
        ("a NUL \0 inside", "unstorable_character"),
    ],
)
def test_what_may_not_be_kept_is_refused_or_taken_out(text: str, kind: str) -> None:
    """A source that is exact refuses it; one that is redacted keeps the rest and says what went."""
    with pytest.raises(CaptureRefused, match=r"^capture_secret_rejected"):
        kept_text(text, EXACT)
    kept = kept_text(text, CLEANED)
    assert KEY not in kept.text
    assert 1 == sum(count for _, count in kept.redacted)
    assert kind in {name for name, _ in kept.redacted} or kind == "api_key"
    kept.text.encode("utf-8")


def test_text_that_is_secret_from_end_to_end_leaves_an_empty_one() -> None:
    """That something happened is kept even when none of its words may be."""
    kept = kept_text("<private>all of it</private>", CLEANED)
    assert ("", (("private_span", 1),)) == kept


def test_forgotten_statement_leaves_an_empty_text_or_none() -> None:
    """Nobody knows which words were forgotten, so none of them are kept."""
    kept = kept_text("a statement", CLEANED)
    assert ("", (("forgotten_statement", 1),)) == without_forgotten(kept, CLEANED)
    assert without_forgotten(kept, EXACT) is None


def policy(*words: tuple[str, str, int]) -> CapturePolicy:
    """Give a policy of (scope, state, epoch)."""
    return CapturePolicy({scope: Word(state, epoch) for scope, state, epoch in words})


def told(found: CapturePolicy) -> dict[str, tuple[str, int]]:
    """Give what a policy says, by scope."""
    return {scope: (word.state, word.epoch) for scope, word in found.words.items()}


def test_own_word_of_a_scope_wins() -> None:
    """A scope's own word holds for it, and the word for every scope for all others."""
    found = policy((EVERY_SCOPE, STOPPED, 5), ("a", PAUSED, 0))
    assert (PAUSED, STOPPED) == (found.state("a"), found.state("b"))
    assert (0, 5) == (found.epoch("a"), found.epoch("b"))
    assert ("a",) == found.readable(("b", "a"))
    assert ACTIVE == CapturePolicy().state("a")


def test_stop_begins_an_epoch_and_a_pause_does_not() -> None:
    """What was open before a stop stays closed after it; a pause changes nothing for later."""
    paused = CapturePolicy().changed(PAUSED, "a", 10)
    assert {"a": (PAUSED, 0)} == told(paused)
    stopped = paused.changed(STOPPED, "a", 20)
    assert {"a": (STOPPED, 20)} == told(stopped)
    assert {"a": (STOPPED, 20)} == told(stopped.changed(STOPPED, "a", 30))
    resumed = stopped.changed(ACTIVE, "a", 40)
    assert {"a": (ACTIVE, 20)} == told(resumed)
    assert {"a": (STOPPED, 21)} == told(resumed.changed(STOPPED, "a", 3))


def test_word_for_every_scope_is_one_for_each() -> None:
    """Whoever stops everything leaves no scope open that had a word of its own."""
    before = policy(("a", ACTIVE, 5), ("b", STOPPED, 7))
    stopped = before.changed(STOPPED, EVERY_SCOPE, 9)
    assert {"a": (STOPPED, 9), "b": (STOPPED, 7), EVERY_SCOPE: (STOPPED, 9)} == told(stopped)
    assert {ACTIVE} == {
        state for state, _ in told(stopped.changed(ACTIVE, EVERY_SCOPE, 9)).values()
    }


def test_unreadable_word_is_a_stop_that_a_new_word_ends() -> None:
    """A fault closes every scope; the next word replaces it and leaves sources closed."""
    broken = CapturePolicy({"a": Word()}, fault="line 2")
    assert STOPPED == broken.state("a")
    assert is_closed(EXACT, broken)
    mended = broken.changed(ACTIVE, "a", 50)
    assert {EVERY_SCOPE: (ACTIVE, 50)} == told(mended)
    assert is_stale(EXACT, mended)


@pytest.mark.parametrize(
    ("source", "found", "is_shut"),
    [
        (EXACT, CapturePolicy(), False),
        (EXACT, policy((EXACT.scope_id, PAUSED, 0)), False),
        (EXACT, policy((EXACT.scope_id, STOPPED, 0)), True),
        (EXACT, policy((EXACT.scope_id, ACTIVE, 3)), True),
        (EXACT._replace(policy_epoch=3), policy((EXACT.scope_id, ACTIVE, 3)), False),
        (EXACT._replace(policy_epoch=3), CapturePolicy(), True),
        (EXACT._replace(policy_epoch=3), EVERYTHING_ALLOWED, False),
        (EXACT._replace(is_enabled=False), EVERYTHING_ALLOWED, True),
        (EXACT._replace(key="host:codex:tool_report"), policy((EXACT.scope_id, ACTIVE, 3)), False),
        (EXACT._replace(key="host:codex:tool_report"), policy(("*", STOPPED, 3)), True),
    ],
)
def test_what_closes_a_source(source: Source, found: CapturePolicy, is_shut: bool) -> None:
    """Disabled, stopped, or opened under another word; a host's source has the host's grant."""
    assert is_shut is is_closed(source, found)
