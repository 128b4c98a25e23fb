"""Is a sentence found that the seat's own memory contradicted when it was said, and no other?"""

import pytest

from cortex.core.seat.candidates import candidates
from cortex.core.seat.entities import read_entities
from cortex.core.seat.ledger import is_slug
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.seat_records import Told

DAY = 1_767_225_600 * SECOND_US  # 2026-01-01
ENTITIES = read_entities(
    "## Acme GmbH  kind: company\naliases: ACME Inc\n"
    "- billing day: the 15th. superseded 2026-01-01 by billing day: the 1st. (source: user/m-1)\n"
    "- billing day: the 1st. (source: user/m-9; as of 2026-01-01; verified: yes)\n"
    "- portal: old.example. superseded 2026-01-01 by nothing. (source: user/m-1)\n"
    "## 网关  kind: system\n"
    "- 端口: 8080. superseded 2026-01-01 by 端口: 8443. (source: user/m-1)\n"
    "- 端口: 8443. (source: user/m-9; as of 2026-01-01T12:00:00Z; verified: yes)\n"
)


def found(text: str, at_us: int = DAY + 9 * DAY_US) -> list[str]:
    """Give the sentences that are found in a message."""
    said = Told("logs/outbound-messages.jsonl:1", at_us, "sent", "42", text, 0)
    return [one.claim for one in candidates(ENTITIES, [said])]


@pytest.mark.parametrize(
    "sentence",
    [
        "The billing day of Acme GmbH is the 15th.",
        "Billing days at ACME Inc: always the 15th.",
        "网关的端口是8080，请记住这个端口。",
    ],
)
def test_the_old_value_is_found_after_it_was_replaced(sentence: str) -> None:
    """Noun, what of it and the old value in one sentence are a place to look."""
    assert [sentence] == found(f"Good morning. {sentence} See you!")


@pytest.mark.parametrize(
    "text",
    [
        "The billing day of Acme GmbH is the 1st.",
        "The billing day of Acme GmbH is no longer the 15th but the 1st.",
        "The billing day of Umbrella is the 15th.",
        "Acme GmbH visits us on the 15th.",
        "The billing day is here. Acme GmbH called on the 15th.",
        "The portal of Acme GmbH is old.example.",
        "```\nThe billing day of Acme GmbH is the 15th.\n```",
        "",
    ],
)
def test_what_says_no_such_thing_is_left_alone(text: str) -> None:
    """The new value, another noun, another matter, and code are nothing to look at."""
    assert [] == found(text)


def test_what_was_said_before_is_superseded_and_not_owed() -> None:
    """A day counts from its end on, an instant from itself."""
    text = "The billing day of Acme GmbH is the 15th."
    assert [] == found(text, DAY + DAY_US)
    assert [text] == found(text, DAY + DAY_US + 1)
    port = "网关的端口是8080，请记住这个端口。"
    assert [] == found(port, DAY + DAY_US // 2)
    assert [port] == found(port, DAY + DAY_US // 2 + 1)


def test_a_candidate_fills_in_a_correction() -> None:
    """It says what was known, where, since when, and under which name."""
    text = "Acme GmbH billing day: the 15th."
    said = [
        Told("live.jsonl:2", DAY + 3 * DAY_US, "session", "", text, 0),
        Told("live.jsonl:9", DAY + 5 * DAY_US, "session", "", text, 0),
    ]
    (one,) = candidates(ENTITIES, said)
    assert ("Acme GmbH: billing day: the 1st", "live.jsonl:2") == (one.correction, one.where)
    assert ("ENTITIES.md: Acme GmbH (user:m-9)", "acme-gmbh-billing-day") == (
        one.evidence,
        one.slug,
    )
    assert one.contradicting_us < one.claim_us


def test_every_candidate_has_a_name_the_ledger_takes() -> None:
    """A matter in another script is named by a digest."""
    said = Told("live.jsonl:2", DAY + 3 * DAY_US, "session", "", "网关的端口是8080，请记住。", 0)
    assert is_slug(candidates(ENTITIES, [said])[0].slug)
