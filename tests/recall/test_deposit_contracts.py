"""Does a deposit keep the published contracts E2 to E8, and lose nothing?"""

import pytest

from cortex.core.facts.trust import TrustTable
from cortex.model.conflicts import ConflictClass
from cortex.model.errors import IdempotencyConflict, InvalidRequest, NotFound, TextRejected
from cortex.model.facts import FactStatus, RetentionClass
from cortex.model.receipts import AckProfile
from cortex.model.scopes import Scope
from cortex.ports.brain import Brain
from tests.recall.memory_kit import SECOND_US, START_US, USER, Kit


def test_a_repeated_key_replays_the_first_outcome(kit: Kit) -> None:
    """CQR E2: same principal, key and payload give an equal outcome and one row."""
    first = kit.commit("Keys are rotated on the first of the month", idempotency_key="k1")
    again = kit.commit(
        "Keys are rotated on the first of the month", idempotency_key="k1", agent="other"
    )

    assert again.is_replay is True
    assert (again.fact, again.version_id, again.sequence) == (
        first.fact,
        first.version_id,
        first.sequence,
    )
    with kit.brain.reading() as reader:
        assert reader.corpus_size() == 1


def test_a_key_with_another_payload_conflicts_and_writes_nothing(kit: Kit) -> None:
    """CQR E2: the message starts with the code, and the row count stays."""
    kit.commit("Keys are rotated on the first of the month", idempotency_key="k1")
    with pytest.raises(IdempotencyConflict, match=r"^idempotency_conflict"):
        kit.commit("Keys are never rotated at all here", idempotency_key="k1")
    kit.commit("Locks are changed by the janitor", idempotency_key="k1", principal="user:2")

    with kit.brain.reading() as reader:
        assert reader.corpus_size() == 2


def test_a_key_of_an_old_hash_epoch_fails_closed(kit: Kit) -> None:
    """CQR E8: a 16-digit digest cannot be verified, so the key is refused and no row is added."""
    from cortex.model.records import LedgerEntry

    with kit.brain.writing() as writer:
        writer.remember(LedgerEntry("solo", "old", "r", "0123456789abcdef", "{}", START_US))
    with pytest.raises(IdempotencyConflict, match="previous hash epoch"):
        kit.commit("Anything worth keeping for long", idempotency_key="old")
    with kit.brain.reading() as reader:
        assert reader.corpus_size() == 0


def test_one_deposit_leaves_row_version_and_evidence(kit: Kit) -> None:
    """CQR E3: the row, one version and at least one anchor exist; the next transaction opens."""
    fact = kit.commit("The cron table lives in infra/cron.yaml on the bastion").fact
    with kit.brain.reading() as reader:
        assert reader.head() == fact.version_id
        assert reader.anchors_of([fact.fact_id])[fact.fact_id] != ()
    with kit.brain.writing() as writer:
        assert writer.find_fact(fact.fact_id) is not None


def test_the_receipt_says_what_the_connection_gives(kit: Kit) -> None:
    """CQR E4: every outcome carries its sequence and an ack profile."""
    outcome = kit.commit("Snapshots are taken before each upgrade")

    assert outcome.sequence >= 1
    assert outcome.ack_profile in tuple(AckProfile)


def test_counters_wait_for_the_next_writer(kit: Kit) -> None:
    """CQR E5: what was served is counted by the next deposit, not by the read."""
    fact = kit.commit("The kiosk reboots itself at dawn").fact
    kit.served.add([fact.fact_id])
    assert len(kit.served) == 1

    kit.commit("The turnstile reboots itself at dusk")
    with kit.brain.reading() as reader:
        counted = reader.find_fact(fact.fact_id)
    assert len(kit.served) == 0
    assert counted is not None
    assert counted.retrievals == 1


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "ok", "\u2026", "<private>x</private>"])
def test_nothing_to_keep_is_refused(kit: Kit, text: str) -> None:
    """CQR E6, case 124: empty, blank, invisible, private-only and vague texts are refused."""
    with pytest.raises(TextRejected):
        kit.commit(text)


def test_one_bad_entry_of_a_batch_keeps_the_whole_batch_out(kit: Kit) -> None:
    """CQR 5.6: all or nothing, and the error names the position."""
    with pytest.raises(TextRejected) as refused:
        kit.commit_all(["Lamps are checked weekly by Ivo", "", "Doors are checked daily by Ivo"])
    assert refused.value.entry == 1
    with kit.brain.reading() as reader:
        assert reader.corpus_size() == 0


def test_secrets_leave_no_trace(kit: Kit) -> None:
    """CQR E7: keys are gone from text, context, names and handles; harmless words stay."""
    key = "sk-" + "abcd1234" * 4
    token = "ghp_" + "A1b2C3d4" * 5
    outcome = kit.commit(
        f"The risk-free mask-1234 deploy uses {key} for billing",
        context=f"rotated from {token}",
        subject=f"deploy {key}",
        aliases=(token,),
    )

    stored = repr(outcome.fact)
    assert key not in stored
    assert token not in stored
    assert "[redacted]" in outcome.fact.content.text
    assert "risk-free mask-1234" in outcome.fact.content.text
    assert outcome.redacted != ()


def test_private_spans_are_never_stored(kit: Kit) -> None:
    """Case 103: what stands between private tags is removed before anything is derived."""
    outcome = kit.commit("The gate code is <private>4711 blue</private> known to reception")

    assert "4711" not in repr(outcome.fact)


def test_a_recalled_block_is_not_stored_again(kit: Kit) -> None:
    """Case 26: our own injected block inside a text is recognised and left out."""
    from cortex.core.text.fence import fence

    block = fence("The moon base opens in May", "brain")
    outcome = kit.commit(f"{block}\nThe dock is repainted every spring")

    assert outcome.fact.content.text == "The dock is repainted every spring"
    with pytest.raises(TextRejected):
        kit.commit(block)


def test_text_over_the_cap_is_refused_whole(kit: Kit) -> None:
    """CQR 16.3 defect 16: nothing is cut; 4,096 characters are kept, one more is refused."""
    whole = "word " * 819 + "x"
    assert len(whole) == 4096
    assert kit.commit(whole).fact.content.text == whole
    with pytest.raises(TextRejected, match="4097"):
        kit.commit(whole + "y")


def test_characters_no_store_keeps_get_a_defined_result(kit: Kit) -> None:
    """Case 76: a lone surrogate and NUL are replaced, and the fact is readable."""
    fact = kit.commit("The note \ud83d holds \x00 odd bytes inside").fact

    assert fact.content.text.encode("utf-8").decode("utf-8") == fact.content.text
    assert kit.texts("which note holds odd bytes?") == [fact.content.text]


def test_an_explicit_supersede_is_deterministic_for_any_wording(kit: Kit) -> None:
    """Case 86: naming the old fact replaces it whatever both say."""
    old = kit.commit("Dana is assigned to the harbour project")
    new = kit.commit("Zurich office got the crane work", supersedes=old.fact.reference)

    assert new.superseded == (old.fact.reference,)
    assert kit.texts("who is assigned to the harbour project?") == []


def test_a_named_fact_must_exist(kit: Kit) -> None:
    """A reference to nothing is refused, and nothing is written."""
    with pytest.raises(NotFound):
        kit.commit("Something that replaces nothing at all", supersedes="decision::99")
    old = kit.commit("The ferry leaves at nine in the morning").fact.reference
    with pytest.raises(InvalidRequest):
        kit.commit("The ferry leaves at ten", supersedes=old, disputes=old)


def test_a_subject_with_an_attribute_is_a_key(kit: Kit) -> None:
    """Case 88: 60 revised facts give no stale answer, 60 near-duplicates are all kept."""
    for number in range(20):
        for city in ("Bern", "Lyon", "Graz"):
            kit.commit(
                f"Person number {number} moved to {city}",
                subject=f"person {number}",
                attribute="city",
            )
    for number in range(20):
        assert kit.texts(f"where does person {number} live, which city?") == [
            f"Person number {number} moved to Graz"
        ]
    for number in range(60):
        kit.commit(f"Sensor {number} reports to hub north every minute")
    with kit.brain.reading() as reader:
        live = [f for f in reader.iter_facts() if "Sensor" in f.content.text]
    assert [f.content.status for f in live] == [FactStatus.ACTIVE] * 60


def test_a_fact_told_late_about_an_earlier_time_does_not_end_the_present(kit: Kit) -> None:
    """Case 85: coffee since 2023-09-23; tea until the day before, told afterwards."""
    september_23 = 1_695_427_200 * SECOND_US
    kit.commit("Noor drinks coffee", subject="noor", attribute="drink", valid_from_us=september_23)
    kit.commit("Noor drank tea", subject="noor", attribute="drink", valid_until_us=september_23)

    assert kit.texts("what does Noor drink?") == ["Noor drinks coffee"]
    day_before = september_23 - 86_400 * SECOND_US
    assert kit.texts("what does Noor drink?", as_of_us=day_before) == ["Noor drank tea"]


def test_the_same_text_in_two_windows_lives_twice(kit: Kit) -> None:
    """Disjoint validity intervals of one statement are two facts."""
    day = 86_400 * SECOND_US
    first = kit.commit(
        "The museum is closed", valid_from_us=START_US - 9 * day, valid_until_us=START_US - 8 * day
    )
    second = kit.commit("The museum is closed", valid_from_us=START_US + 5 * day)

    assert (first.action, second.action) == ("inserted", "inserted")
    assert kit.texts("is the museum closed?", as_of_us=START_US - 8 * day - 1) != []
    assert kit.texts("is the museum closed?", as_of_us=START_US) == []


def test_the_operator_decides_whom_to_trust(brain: Brain) -> None:
    """CQR 16.3 defect 3: a capped agent does not win, whatever its model is called."""
    kit = Kit(brain, TrustTable((("scratch*", 0.2),)))
    kit.commit("The pool temperature limit is 24", agent="operator")
    new = kit.commit(
        "The pool temperature limit is 31",
        agent="scratch-bot",
        source_model="opus",
        confidence=1.0,
    )

    assert new.fact.content.status is FactStatus.DISPUTED
    assert kit.texts("pool temperature limit") == ["The pool temperature limit is 24"]
    assert new.related[0].classification is ConflictClass.CONTRADICTS
    assert new.related[0].strategy == "trust_score_target_wins"


def test_an_old_contradiction_is_met_through_the_index(kit: Kit) -> None:
    """CQR 16.3 defect 13: seventy facts later the contradicted one is still found."""
    kit.commit("The mooring fee is 12 per night")
    for number in range(70):
        kit.commit(f"Berth {number} was painted by crew {number}")
    newer = kit.commit("The mooring fee is 19 per night")

    assert len(newer.superseded) == 1
    assert kit.texts("mooring fee") == ["The mooring fee is 19 per night"]


def test_unscoped_never_meets_scoped(kit: Kit) -> None:
    """CQR 3.4: the same statement about two places is two facts."""
    kit.commit("The lint limit is 80", paths=("app/legacy",))
    other = kit.commit("The lint limit is 100")

    assert other.superseded == ()


def test_retention_follows_type_then_words(kit: Kit) -> None:
    """CQR 3.3: a decision is durable, a note operational, an explicit class wins."""
    assert kit.commit("Ship from the main branch").fact.content.retention is RetentionClass.DURABLE
    note = kit.commit("The build took nine minutes", type="note").fact
    assert note.content.retention is RetentionClass.OPERATIONAL
    assert note.reference == f"memory::{note.fact_id}"
    audit = kit.commit("Access was granted to Kim", retention=RetentionClass.AUDIT).fact
    assert audit.content.expires_us == audit.content.created_us + 365 * 86_400 * SECOND_US


@pytest.mark.parametrize("ttl", [0, -1, 31_536_001])
def test_a_time_to_live_has_bounds(kit: Kit, ttl: int) -> None:
    """CQR 3.3: one second to one year."""
    with pytest.raises(InvalidRequest, match="ttl_seconds must be"):
        kit.commit("This one is short lived", ttl_seconds=ttl)


def test_a_merge_keeps_the_other_wording(kit: Kit) -> None:
    """Nobody's line is lost: the repeat's own words are in the context, and are searched."""
    kit.commit("We use Postgres for storage")
    merged = kit.commit("We use Postgres for the storage.")

    assert merged.action == "merged"
    assert merged.fact.content.context == "We use Postgres for the storage."
    assert merged.fact.merged_count == 1


def test_a_repeat_that_says_more_is_a_statement_of_its_own(kit: Kit) -> None:
    """A window, another type or a longer life is never lost in a merge."""
    day = 86_400 * SECOND_US
    kit.commit("The office is in Berlin", ttl_seconds=3600)
    durable = kit.commit("The office is in Berlin")
    assert durable.action == "inserted"
    assert durable.fact.content.expires_us is None
    earlier = kit.commit("The office is in Berlin", valid_from_us=START_US - 400 * day)
    assert earlier.action == "inserted"
    assert kit.texts("where is the office?", as_of_us=START_US - 300 * day) != []
    ruled = kit.commit("The office is in Berlin", type="constraint")
    assert ruled.fact.content.type == "constraint"
    assert [c.fact.content.type for c in kit.ask("where is the office?").cards] == ["constraint"]


def test_an_exception_with_an_end_gives_way_again(kit: Kit) -> None:
    """A value for a bounded time does not end the standing one for ever."""
    day = 86_400 * SECOND_US
    kit.commit("The helpdesk port is 9090", valid_from_us=START_US - 100 * day)
    kit.commit(
        "The helpdesk port is 8080",
        valid_from_us=START_US - 50 * day,
        valid_until_us=START_US - 40 * day,
    )

    def at(days_ago: int) -> list[str]:
        return kit.texts("helpdesk port", as_of_us=START_US - days_ago * day)

    assert at(60) == ["The helpdesk port is 9090"]
    assert at(45) == ["The helpdesk port is 8080"]
    assert at(10) == ["The helpdesk port is 9090"]
    assert kit.texts("helpdesk port") == ["The helpdesk port is 9090"]


def test_a_fact_to_come_is_replaced_from_its_start(kit: Kit) -> None:
    """Superseding by reference is final, also for a fact that only starts later."""
    year = 365 * 86_400 * SECOND_US
    old = kit.commit("The office moves to Hamburg", valid_from_us=START_US + year)
    kit.commit("The office moves to Bremen", supersedes=old.fact.reference)

    assert kit.texts("office moves", as_of_us=START_US + 2 * year) == ["The office moves to Bremen"]


def test_a_backdated_replacement_wins_today_too(kit: Kit) -> None:
    """ "It has been 9090 since March, I only noted it today" replaces what was noted before."""
    day = 86_400 * SECOND_US
    old = kit.commit("Staging listens on port 8080")
    kit.commit(
        "Staging listens on port 9090",
        supersedes=old.fact.reference,
        valid_from_us=START_US - 30 * day,
    )

    assert kit.texts("staging port") == ["Staging listens on port 9090"]


def test_a_replacement_takes_over_what_it_leaves_unsaid(kit: Kit) -> None:
    """A new wording of a constraint stays a constraint, with its names, paths, thread and scope."""
    web = Scope("project:/code/web/.git", "web", root="/code/web", ancestors=("user",))
    kit.scope = web
    old = kit.commit(
        "Never deploy on Friday",
        type="constraint",
        subject="deploys",
        attribute="days",
        paths=("src/deploy",),
        thread="rollout",
    )
    kit.scope = USER
    new = kit.commit("Never deploy on Friday or Saturday", supersedes=old.fact.reference)

    before, after = old.fact.content, new.fact.content
    assert after.type == "constraint"
    assert after.naming == before.naming
    assert (after.scope_id, after.retention) == (before.scope_id, before.retention)


def test_a_superseded_fact_has_one_heir(kit: Kit) -> None:
    """Superseding it again is refused, and the remedy names what stands in its place."""
    old = kit.commit("The door code is 80").fact.reference
    heir = kit.commit("The door code is 81", supersedes=old).fact.reference
    with pytest.raises(InvalidRequest) as refused:
        kit.commit("The door code is 82", supersedes=old)

    assert heir in refused.value.remedy


def test_a_pin_passes_on(kit: Kit) -> None:
    """What replaces a pinned fact is pinned."""
    old = kit.commit("Answer in French", is_pinned=True).fact.reference
    new = kit.commit("Answer in Dutch", supersedes=old)

    assert new.fact.content.is_pinned is True
