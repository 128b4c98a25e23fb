"""Is what agents tell each other read once, cleaned, and bounded?"""

import pytest

from cortex.model.coordination import (
    FEED_TTL_SECONDS,
    MESSAGES_KEPT,
    TEXT_CHARS_MAX,
    FeedEntry,
)
from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest, NotFound
from cortex.ports.brain import Brain
from cortex.services.coordination.feed import (
    acknowledge,
    activities,
    feed,
    find_entry,
    inbox,
    log_activity,
    post,
    send,
)
from tests.services.coordination.conftest import actor

ANN, BOB = actor("ann"), actor("bob")
SECRET = "ghp_" + "a1B2c3D4" * 5


def entry(summary: str, content: str | None = None) -> FeedEntry:
    """Give an entry as an agent asks for it."""
    return FeedEntry(0, "", "", summary, 0, content=content)


def told(brain: Brain, who: str, summary: str, after_us: int = 0) -> FeedEntry:
    """Let an agent tell everybody something."""
    return post(brain, actor(who, after_us), entry(summary))


def test_message_reaches_a_known_agent_in_any_case(brain: Brain) -> None:
    """An agent spells itself; nobody else has to. With two spellings, or none, none is guessed."""
    assert "Nobody-Yet" == send(brain, ANN, "Nobody-Yet", "wait").recipient
    told(brain, "Claude-Code", "here I am")
    assert "Claude-Code" == send(brain, ANN, "claude-code", "hello").recipient
    assert ["hello"] == [one.text for one in inbox(brain, actor("Claude-Code"))]
    told(brain, "claude-code", "me too")
    assert "CLAUDE-CODE" == send(brain, ANN, "CLAUDE-CODE", "which?").recipient
    assert "claude-code" == send(brain, ANN, "claude-code", "you").recipient


def test_messages_are_unread_until_acknowledged(brain: Brain) -> None:
    """Reading changes nothing; an acknowledgement does, and never goes back."""
    first, second = (send(brain, BOB, "ann", text) for text in ("one", "two"))
    assert ["one", "two"] == [one.text for one in inbox(brain, ANN)]
    acknowledge(brain, ANN, inbox_id=first.message_id)
    assert ["two"] == [one.text for one in inbox(brain, ANN)]
    acknowledge(brain, ANN, inbox_id=second.message_id)
    acknowledge(brain, ANN, inbox_id=first.message_id)
    assert [] == inbox(brain, ANN)
    assert 2 == len(inbox(brain, ANN, includes_read=True))
    assert [] == inbox(brain, BOB, includes_read=True)


def test_secrets_and_private_spans_are_not_passed_on(brain: Brain) -> None:
    """Every text is cleaned as a statement is (case 103)."""
    send(brain, BOB, "ann", f"the token is {SECRET} <private>at home</private> thanks")
    post(brain, BOB, entry(f"token {SECRET}", f"body {SECRET}"))
    log_activity(brain, BOB, f"used {SECRET}", (f"{SECRET}.txt",))
    posted = feed(brain, ANN, None, unread=False)
    assert 1 == len(posted)
    whole = find_entry(brain, ANN, posted[0].reference)
    seen = f"{inbox(brain, ANN)}{posted}{whole}{activities(brain, ANN, 60, None)}"
    assert SECRET not in seen
    assert "at home" not in seen


def test_empty_and_oversized_texts_are_refused(brain: Brain) -> None:
    """Nothing said, nobody named, or one character too many is refused by the field's name."""
    for recipient, text, field in (
        ("", "x", "recipient"),
        ("ann", " ", "text"),
        ("ann", "<private>x</private>", "text"),
        ("ann", "a" * (TEXT_CHARS_MAX + 1), "text"),
    ):
        with pytest.raises(InvalidRequest) as refused:
            send(brain, BOB, recipient, text)
        assert field == refused.value.field
    assert TEXT_CHARS_MAX == len(send(brain, BOB, "ann", "a" * TEXT_CHARS_MAX).text)


def test_oldest_messages_go_first(brain: Brain) -> None:
    """One more than is kept pushes the oldest out."""
    for n in range(MESSAGES_KEPT + 1):
        send(brain, BOB, "ann", f"m{n}")
    kept = inbox(brain, ANN)
    assert (MESSAGES_KEPT, "m1") == (len(kept), kept[0].text)


def test_unread_is_what_others_told_after_the_acknowledged_entry(brain: Brain) -> None:
    """One's own entries are never unread."""
    first = told(brain, "bob", "one")
    told(brain, "ann", "mine")
    told(brain, "bob", "two")
    assert ["one", "two"] == [one.summary for one in feed(brain, ANN, None, unread=True)]
    acknowledge(brain, ANN, feed_id=first.entry_id)
    assert ["two"] == [one.summary for one in feed(brain, ANN, None, unread=True)]
    assert ["one", "mine", "two"] == [one.summary for one in feed(brain, ANN, None, unread=False)]


def test_pruned_anchor_falls_back_to_all_that_is_kept(brain: Brain) -> None:
    """When the acknowledged entry is gone by age, everything kept was told after it."""
    first = told(brain, "bob", "old")
    acknowledge(brain, ANN, feed_id=first.entry_id)
    told(brain, "bob", "new", FEED_TTL_SECONDS * SECOND_US + 1)
    with pytest.raises(NotFound):
        find_entry(brain, ANN, first.reference)
    assert ["new"] == [one.summary for one in feed(brain, ANN, None, unread=True)]


def test_content_is_given_by_id_only(brain: Brain) -> None:
    """A list is short; one entry has all of it."""
    posted = post(brain, BOB, entry("short", "long text"))
    (listed,) = feed(brain, ANN, None, unread=False)
    assert None is listed.content
    assert "long text" == find_entry(brain, ANN, posted.reference).content
    for unknown in ("feed::99", "x", "task::1"):
        with pytest.raises(NotFound):
            find_entry(brain, ANN, unknown)


def test_activities_go_back_an_hour_unless_asked(brain: Brain) -> None:
    """The window begins so long ago, the instant inside."""
    log_activity(brain, BOB, "early", ())
    hour_us = 3600 * SECOND_US
    assert 1 == len(activities(brain, actor("ann", hour_us), None, None))
    assert [] == activities(brain, actor("ann", hour_us + 1), None, None)
    assert 1 == len(activities(brain, actor("ann", hour_us + 1), 7200, None))
