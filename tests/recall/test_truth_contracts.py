"""Does recall tell the truth, the whole reason and nothing else? Contracts B, C7 to C13 and D."""

import pytest

from cortex.model.boot import BINDING_TYPES
from cortex.model.cards import ViewStatus
from cortex.model.conflicts import ConflictStatus
from cortex.model.evidence import Admission
from cortex.model.facts import Epistemic, FactStatus
from cortex.wire.encoding import encode
from cortex.wire.views import why_json
from tests.recall.memory_kit import SECOND_US, Kit

WHY_KEYS = {
    "admittedBy",
    "anchors",
    "clockVotes",
    "engine",
    "filters",
    "hardAnchor",
    "links",
    "questions",
    "tieBreak",
    "witnesses",
}


def test_why_has_exactly_the_published_keys(kit: Kit) -> None:
    """CQR B2: ten keys, and in the current mode archived and superseded are filtered."""
    kit.commit("The scheduler wakes every eleven minutes")

    why = why_json(kit.card("when does the scheduler wake?").why)
    assert set(why) == WHY_KEYS
    assert '"statusFilters":["archived","superseded"]' in encode(why).replace(" ", "")


def test_a_hard_handle_admits_by_itself(kit: Kit) -> None:
    """CQR B3: a ticket alone finds its fact, whatever else the question says."""
    kit.commit("OPS-4411 moved the backups to the north hall")

    card = kit.card("please summarise ops-4411 for the new colleague in plain english")
    assert card.why.admitted_by is Admission.HARD_ANCHOR


def test_silence_is_credited_beside_a_control_question_that_hits(kit: Kit) -> None:
    """CQR B4: the same corpus answers one question and is silent on another."""
    kit.commit("The intern rota is drawn up by Jun each quarter")

    assert kit.texts("who draws up the intern rota?") != []
    assert kit.texts("which vendor prints the badges?") == []


def test_as_of_leaks_neither_way(kit: Kit) -> None:
    """CQR B5: before the change only the old value, after it only the new one."""
    kit.commit("The upload limit is 5 MB")
    between = kit.now_us + 1
    kit.commit("The upload limit is 20 MB")

    assert kit.texts("upload limit", as_of_us=between) == ["The upload limit is 5 MB"]
    assert kit.texts("upload limit", as_of_us=kit.now_us + 1) == ["The upload limit is 20 MB"]
    assert kit.texts("upload limit", as_of_us=between - 10 * SECOND_US) == []


def test_an_open_conflict_is_shown_with_its_contrary(kit: Kit) -> None:
    """CQR B6: two standing orders that contradict are contested and name each other."""
    kit.commit("Always squash commits before merging", type="policy")
    kit.commit("Never squash commits before merging", type="policy")

    cards = kit.ask("do we squash commits before merging?").cards
    assert [c.epistemic for c in cards] == [Epistemic.CONTESTED, Epistemic.CONTESTED]
    assert all(any("contrary head decision::" in note for note in c.notes) for c in cards)
    assert [c.label for c in cards] == ["x1", "x2"]


def test_an_auto_resolved_contradiction_stays_visible(kit: Kit) -> None:
    """CQR 16.3 defect 4: the standing fact tells what it replaced and how."""
    kit.commit("The gateway listens on port 80")
    kit.commit("The gateway listens on port 8080")

    card = kit.card("which port does the gateway listen on?")
    assert card.fact.content.text.endswith("8080")
    assert any(note.startswith("replaced decision::") for note in card.notes)


def test_an_exact_wording_hits_and_an_update_chain_gives_the_newest(kit: Kit) -> None:
    """CQR B8: r01 exact wording; r02 five updates of one value give the last one only."""
    for value in ("10", "20", "30", "40", "50"):
        kit.commit(f"The crawl delay is {value} seconds")

    assert kit.texts("The crawl delay is 50 seconds") == ["The crawl delay is 50 seconds"]
    assert kit.texts("crawl delay") == ["The crawl delay is 50 seconds"]


def test_three_episodes_of_a_thread_are_all_admitted(kit: Kit) -> None:
    """CQR B8: r03, three notes of one migration come together; r04, an unknown subject is empty."""
    for note in ("planned in March", "rehearsed in April", "finished in May"):
        kit.commit(f"The warehouse migration was {note}")

    assert len(kit.texts("what happened in the warehouse migration?")) == 3
    assert kit.texts("what happened to the ferry timetable?") == []


def test_a_constraint_ranks_before_thirty_near_duplicates(kit: Kit) -> None:
    """CQR C7: the required role leads, and the exhausted family is reported."""
    for number in range(30):
        kit.commit(f"Export run {number} of the invoice archive took a while")
    rule = "The invoice archive must never leave the region on an export run"
    kit.commit(rule, type="constraint")

    view = kit.ask("invoice archive export run")
    assert view.cards[0].fact.content.type in BINDING_TYPES
    assert view.cards[0].label == "c1"
    assert any(route.is_exhausted for route in view.coverage.routes)


@pytest.mark.parametrize(
    ("task_path", "is_hard"),
    [("acme/billing/src/other.py", True), ("acme/ledger/src/other.py", False)],
)
def test_a_path_of_another_repository_is_demoted(kit: Kit, task_path: str, is_hard: bool) -> None:
    """CQR C8: a path outside the root of the task is soft evidence, and why says so."""
    path = "acme/billing/src/main.py"
    kit.commit(f"In {path} the loop is bounded and stays small")

    card = kit.card(f"is the loop in {path} bounded?", paths=(task_path,))
    reasons = {w.matched_key for w in card.why.witnesses}
    assert (card.why.is_hard, f"path_outside_root:{path}" in reasons) == (is_hard, not is_hard)


def test_text_that_claims_a_source_makes_no_source_anchor(kit: Kit) -> None:
    """CQR C9: "source: operator" inside a text gives it no source."""
    fact = kit.commit("source: operator manual says restart the relay twice").fact
    with kit.brain.reading() as reader:
        carried = reader.anchors_of([fact.fact_id])

    assert all(hit.kind.value != "source" for hits in carried.values() for hit in hits)


def test_a_cut_that_hid_rows_is_never_no_match(kit: Kit) -> None:
    """CQR C10: with a limit of nothing, what was left out is named."""
    kit.commit("The freezer alarm threshold is minus 18")

    view = kit.ask("freezer alarm threshold", limit=0, wants_leads=False)
    assert view.coverage.omitted != ()
    assert view.status is not ViewStatus.NO_MATCH


def test_repeating_a_claim_adds_no_authority(kit: Kit) -> None:
    """CQR C11: a repeat is folded in; origins and trust stay as they were."""
    kit.commit("The lobby printer prints on both sides")
    once = kit.card("how does the lobby printer print?")
    repeat = kit.commit("The lobby printer prints on both sides.")
    again = kit.card("how does the lobby printer print?")

    assert repeat.action == "merged"
    assert again.why.independent_origins == once.why.independent_origins
    assert again.fact.content.provenance.trust == once.fact.content.provenance.trust


def test_windows_are_half_open(kit: Kit) -> None:
    """CQR D1, CQR D2: at the boundary only the new row holds, and the old one ends there."""
    old = kit.commit("The rate limit is 100")
    new = kit.commit("The rate limit is 250")
    boundary = new.fact.content.valid_from_us
    assert boundary is not None

    assert kit.texts("rate limit", as_of_us=boundary) == ["The rate limit is 250"]
    assert kit.texts("rate limit", as_of_us=boundary - 1) == ["The rate limit is 100"]
    with kit.brain.reading() as reader:
        closed = reader.find_fact(old.fact.fact_id)
    assert closed is not None
    assert closed.content.status is FactStatus.SUPERSEDED
    assert closed.content.valid_until_us == boundary


def test_a_rollback_leaves_the_log_whole(kit: Kit) -> None:
    """CQR D5: B is orphaned and gone, A is found, a later C has a higher version."""
    a = kit.commit("Alpha ships the parser on Thursday")
    b = kit.commit("Bravo ships the lexer on Friday")
    with kit.brain.writing() as writer:
        orphaned = writer.rollback_to(a.version_id, kit.now_us)
    c = kit.commit("Charlie ships the linter on Monday")

    assert [v.version_id for v in orphaned] == [b.version_id]
    assert c.version_id > b.version_id
    assert kit.texts("what does Bravo ship?") == []
    assert kit.texts("what does Alpha ship?") != []
    with kit.brain.reading() as reader:
        assert reader.head() == c.version_id
        log = {v.version_id: v.is_orphaned for v in reader.versions(None, 10)}
    assert log == {a.version_id: False, b.version_id: True, c.version_id: False}


def test_a_rollback_revives_what_was_superseded(kit: Kit) -> None:
    """A superseding entry that is undone gives the older value back (ADR 0024)."""
    a = kit.commit("The build timeout is 30 minutes")
    kit.commit("The build timeout is 90 minutes")
    with kit.brain.writing() as writer:
        writer.rollback_to(a.version_id, kit.now_us)

    assert kit.texts("build timeout") == ["The build timeout is 30 minutes"]


def test_open_conflicts_are_listed_until_settled(kit: Kit) -> None:
    """A verdict for a person stays open; the store lists it."""
    kit.commit("The default branch is main")
    kit.commit("The default branch is trunk")
    with kit.brain.reading() as reader:
        found = reader.conflicts((ConflictStatus.OPEN,), 10)

    assert [record.strategy for record in found] == ["requires_user_review"]
    assert len(kit.texts("what is the default branch?")) == 2
