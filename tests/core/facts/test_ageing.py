"""Does a fact age by the calendar, and does only what nobody needs leave current answers?"""

import pytest

from cortex.core.facts.ageing import (
    KEY_POINTS_CHARS_MAX,
    ONE_LINE_CHARS_MAX,
    SALIENCE_MIN,
    display_form,
    is_archivable,
    is_due,
    key_points,
    one_line,
    salience,
    tier_of,
)
from cortex.model.ages import AgeRow, AgeTier
from cortex.model.facts import FactStatus, RetentionClass

DAY_US = 86_400_000_000
NOW_US = 1_750_000_000_000_000


def row(days: float = 0, **changes: object) -> AgeRow:
    """Give an active operational fact that was changed some days ago and never used."""
    plain = AgeRow(
        fact_id=1,
        status=FactStatus.ACTIVE,
        retention=RetentionClass.OPERATIONAL,
        is_pinned=False,
        quality=30,
        updated_us=NOW_US - int(days * DAY_US),
        expires_us=None,
        retrievals=0,
        last_accessed_us=None,
        tier=None,
        aged_us=None,
    )
    return plain._replace(**changes)  # type: ignore[arg-type]  # Tests name fields of any type.


@pytest.mark.parametrize(
    ("days", "tier"),
    [
        (-1, AgeTier.FRESH),
        (3, AgeTier.FRESH),
        (3.01, AgeTier.RECENT),
        (14, AgeTier.RECENT),
        (14.01, AgeTier.OLD),
        (60, AgeTier.OLD),
        (60.01, AgeTier.ANCIENT),
    ],
)
def test_tier_follows_the_days_since_the_last_change(days: float, tier: AgeTier) -> None:
    """More than 3, 14 and 60 days; a fact from the future is fresh."""
    assert tier is tier_of(row(days), NOW_US)


@pytest.mark.parametrize("kept", [{"is_pinned": True}, {"retention": RetentionClass.DURABLE}])
def test_pinned_and_durable_facts_do_not_age(kept: dict[str, object]) -> None:
    """They stay fresh for ever, and nothing is kept for them."""
    old = row(1000, **kept)
    assert AgeTier.FRESH is tier_of(old, NOW_US)
    assert not is_due(old, NOW_US)
    assert not is_archivable(old._replace(quality=0), NOW_US)


def test_fact_is_due_when_its_kept_form_lags() -> None:
    """Until it is aged, and again after a change that made the kept form wrong."""
    old = row(20)
    assert is_due(old, NOW_US)
    aged = old._replace(tier=AgeTier.OLD, aged_us=NOW_US)
    assert not is_due(aged, NOW_US)
    assert is_due(aged, NOW_US + 60 * DAY_US)
    changed = aged._replace(updated_us=NOW_US + DAY_US)
    assert not is_due(changed, NOW_US + 2 * DAY_US)  # Fresh, and so is a fact without a form.
    assert is_due(changed, NOW_US + 6 * DAY_US)


@pytest.mark.parametrize(
    ("changes", "leaves"),
    [
        ({}, True),
        ({"quality": 100}, True),
        ({"status": FactStatus.DISPUTED}, False),
        ({"status": FactStatus.SUPERSEDED}, False),
        ({"is_pinned": True}, False),
        ({"retention": RetentionClass.DURABLE, "quality": 0}, False),
        ({"retention": RetentionClass.AUDIT}, False),
        ({"retention": RetentionClass.AUDIT, "expires_us": NOW_US}, True),
        ({"retention": RetentionClass.DURABLE, "expires_us": NOW_US}, False),
        ({"retention": RetentionClass.EPHEMERAL}, True),
        ({"last_accessed_us": NOW_US - DAY_US}, False),
        ({"retrievals": 10, "last_accessed_us": NOW_US - 90 * DAY_US}, False),
    ],
)
def test_only_what_nobody_needs_is_archived(changes: dict[str, object], leaves: bool) -> None:
    """Operational chatter of low score goes; durable, pinned, used or contested facts never do."""
    assert leaves is is_archivable(row(100, **changes), NOW_US)


@pytest.mark.parametrize(("days", "leaves"), [(3, False), (3.01, True)])
def test_expired_fact_has_three_days_left(days: float, leaves: bool) -> None:
    """It is out of current answers at once, and archived when nobody touched it since."""
    assert leaves is is_archivable(row(days, quality=100, expires_us=NOW_US), NOW_US)


def test_salience_halves_with_idleness_and_use_stretches_it() -> None:
    """After a half-life one half; ten uses make the half-life six times as long, more no longer."""
    assert 0.3 == salience(row(0), NOW_US)
    assert 0.15 == salience(row(30), NOW_US)
    assert 0.15 == pytest.approx(salience(row(180, retrievals=10), NOW_US))
    assert salience(row(90, retrievals=10), NOW_US) == salience(row(90, retrievals=99), NOW_US)
    assert not is_archivable(row(30), NOW_US)  # At the limit itself it stays.
    assert is_archivable(row(30.1), NOW_US)
    assert SALIENCE_MIN == 0.15


def test_clock_set_back_lets_nothing_fade() -> None:
    """A last use in the future counts as now."""
    assert 0.3 == salience(row(-400), NOW_US)
    assert not is_archivable(row(-400, quality=0), NOW_US)


LONG = (
    "The gateway of v3.11 listens on 8443. It was moved there in May. Nobody liked it much. "
    "It must never listen on 443. The file gate.py holds the port. A bug in the loader was fixed."
)


def test_key_points_keep_the_first_and_the_telling_sentences() -> None:
    """A dot inside a number or name ends no sentence; order stays as written."""
    expected = (
        "The gateway of v3.11 listens on 8443. It must never listen on 443. "
        "A bug in the loader was fixed."
    )
    assert expected == key_points(LONG)
    assert expected == display_form(LONG, AgeTier.RECENT)


def test_one_line_is_the_first_sentence() -> None:
    """Line breaks end it as well; what is too long ends in dots at a word."""
    assert "The gateway of v3.11 listens on 8443." == one_line(LONG)
    assert "A first line" == one_line("A first line\nand a second one")
    cut = one_line("word " * 100)
    assert len(cut) <= ONE_LINE_CHARS_MAX
    assert cut.endswith("word...")


@pytest.mark.parametrize(
    "text", ["", ".", "x", "日" * 500, "word" * 200, "a. b. c. d.", "\n\n", "!?" * 400]
)
def test_forms_are_bounded_for_any_text(text: str) -> None:
    """Odd texts neither fail nor grow."""
    assert len(key_points(text)) <= KEY_POINTS_CHARS_MAX
    assert len(one_line(text)) <= ONE_LINE_CHARS_MAX


def test_short_statement_needs_no_form() -> None:
    """What fits is shown as it stands, in every tier."""
    assert [None] * 4 == [display_form("Port 80 is open.", tier) for tier in AgeTier]
    assert display_form(LONG, AgeTier.FRESH) is None


def test_other_scripts_end_their_sentences_too() -> None:
    """A full stop of CJK text ends a sentence without a space behind it."""
    assert "网关在端口上监听连接。" == one_line("网关在端口上监听连接。第二句话在这里说明。")
