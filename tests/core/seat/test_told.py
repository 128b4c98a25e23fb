"""Does a text hold the words somebody looks for, and when is a promise due?"""

import pytest

from cortex.core.seat.told import agent_words, due_us, held, wanted
from cortex.model.durations import SECOND_US

DAY = 1_779_926_400  # 2026-05-28T00:00:00Z


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("invoice date", "I told Mara the dates of both invoices."),
        ("rechnung versendet", "Die Rechnung ist versendet."),
        ("端口 8443", "网关的端口是 8443。"),
        ("did I tell them about the invoice", "The invoice is out; I will tell them about it."),
    ],
)
def test_a_text_with_every_word_holds_all(words: str, text: str) -> None:
    """Endings, order, script and words that only join make no difference."""
    looked_for = wanted(words)
    assert looked_for.words == held(looked_for, text)


def test_a_text_with_most_words_holds_most() -> None:
    """Three words of five are most, two are nothing."""
    looked_for = wanted("gateway port invoice friday mara")
    assert 3 == held(looked_for, "The gateway invoice is for Mara.")
    assert 0 == held(looked_for, "The gateway is for Mara.")


def test_signs_are_looked_for_as_they_are() -> None:
    """What has no word in it is looked for letter by letter; nothing is found by nothing."""
    assert 1 == held(wanted("->"), "old -> new")
    assert 0 == held(wanted("  "), "anything")


def test_only_the_agent_told_somebody() -> None:
    """Of a raw record the agent's words count, not the person's and not what tools gave."""
    record = (
        "# Checkpoint\n\n### user 2026-05-28T00:00:00Z\nsend the invoice\n"
        "### agent 2026-05-28T00:00:01Z\nI sent it.\n\\# not a heading\n- tool: Bash ls\n"
        "### agent\n- tool: Read x\n"
    )
    assert [(5, (DAY + 1) * SECOND_US, "I sent it.\n# not a heading")] == agent_words(record)


@pytest.mark.parametrize(
    ("promise", "seconds"),
    [
        ("send it (made 2026-05-01, due 2026-05-28, source m-1)", DAY + 86_399),
        ("send it (due: 2026-05-28T12:00:00Z)", DAY + 43_200),
        ("send it (DUE 2026-05-28 14:00:00+02:00)", DAY + 43_200),
        ("send it (made 2026-05-28)", None),
        ("send it (due soon)", None),
        ("send it (due 2026-13-41)", None),
        ("residue 2026-05-28", None),
    ],
)
def test_a_promise_is_due_by_its_own_words(promise: str, seconds: int | None) -> None:
    """A day lasts to its last second, an instant is one, and what was made is not due."""
    assert (None if seconds is None else seconds * SECOND_US) == due_us(promise)
