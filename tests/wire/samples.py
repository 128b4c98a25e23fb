"""Which values do the tests of rendering share? One of each, every field set to something."""

from cortex.model.anchors import AnchorKind
from cortex.model.cards import (
    Applicability,
    Card,
    Coverage,
    Lead,
    NearScope,
    RouteReport,
    View,
    ViewStatus,
)
from cortex.model.commits import CommitAction, CommitOutcome, Related
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.evidence import (
    Admission,
    Arm,
    Domain,
    MatchedAnchor,
    MatchedLink,
    TieBreak,
    Votes,
    Why,
    Witness,
)
from cortex.model.facts import (
    Epistemic,
    Fact,
    FactStatus,
    Naming,
    Provenance,
)
from cortex.model.gates import TemporalMode
from cortex.model.receipts import AckProfile
from cortex.model.stories import CarriedAnchor, ConflictStory, FactStory, LinkedFact
from cortex.model.text import CleanText
from cortex.model.versions import Version
from tests.contracts import deposits

DAY_US = 86_400_000_000
MAY_US = 1_777_593_600_000_000  # 2026-05-01T00:00:00Z
SCOPE = "project:/srv/acme/.git"


def a_fact(
    fact_id: int = 12,
    text: str = "The gateway listens on port 8443",
    *,
    status: FactStatus = FactStatus.ACTIVE,
    scope_id: str = SCOPE,
    valid_until_us: int | None = None,
) -> Fact:
    """Give a fact with its author's names and a window that starts on the first of May."""
    content = deposits.content(
        text,
        context=CleanText("443 needs root"),
        naming=Naming(subject="gateway", attribute="port", aliases=("edge",), paths=("src/gw",)),
        provenance=Provenance(source_agent="claude-code", branch="main", worktree="/srv/acme"),
        scope_id=scope_id,
        status=status,
        quality=90,
        surprise=0.75,
        valid_from_us=MAY_US,
        valid_until_us=valid_until_us,
        observed_us=MAY_US,
        created_us=MAY_US,
    )
    return Fact(fact_id, content, version_id=7, updated_us=MAY_US + 1)


def a_why() -> Why:
    """Give a reason with one entry in every list."""
    return Why(
        admitted_by=Admission.CLOCK_QUORUM,
        is_hard=False,
        votes=Votes(write=2, truth=1),
        arms=(Arm.LEXICAL, Arm.ANCHOR),
        anchors=(MatchedAnchor("term", "gateway", 2),),
        links=(MatchedLink("used_with", "decision::12", "decision::9"),),
        acl="solo",
        head=7,
        as_of_us=None,
        status_filters=("archived", "superseded"),
        tie_break=TieBreak(2, 3, 0, 2, 200, 1_777_593_600_000, "decision", 12),
        witnesses=(Witness(Domain.LEXICAL, "lexical:decision::12", "gateway", 2),),
        independent_origins=2,
        epistemic="asserted",
        coverage_permille=720,
        matched=("gateway", "port"),
        unmatched=("nightly",),
    )


def a_card(fact: Fact | None = None, *, notes: tuple[str, ...] = ()) -> Card:
    """Give a card of a fact, admitted by ``a_why``."""
    return Card(
        alias="m1",
        label="k1",
        fact=a_fact() if fact is None else fact,
        epistemic=Epistemic.ASSERTED,
        applicability=Applicability.APPLICABLE,
        is_required=False,
        relevance=0.3421,
        notes=notes,
        why=a_why(),
    )


def a_view(
    *cards: Card, near_scopes: tuple[NearScope, ...] = (), leads: tuple[Lead, ...] = ()
) -> View:
    """Give an answer with these cards, all of them admitted on evidence."""
    return View(
        status=ViewStatus.OK if cards else ViewStatus.NO_MATCH,
        question="which port?",
        mode=TemporalMode.CURRENT,
        at_us=MAY_US + DAY_US,
        is_as_of=False,
        scope_id=SCOPE,
        cards=cards,
        leads=leads,
        near_scopes=near_scopes,
        coverage=Coverage(
            searched_scopes=(SCOPE, "user"),
            corpus_size=41,
            routes=(RouteReport("lexical", 30, 24),),
            omitted=(("decision::3", "budget"),),
            cold_searched=False,
            unmatched_words=("nightly",),
        ),
        admitted_count=len(cards),
    )


def an_outcome(
    *, action: CommitAction = CommitAction.INSERTED, redacted: tuple[tuple[str, int], ...] = ()
) -> CommitOutcome:
    """Give the outcome of a commit that met one fact it contradicts."""
    return CommitOutcome(
        fact=a_fact(),
        action=action,
        version_id=7,
        sequence=19,
        request_id="req-1",
        ack_profile=AckProfile.POWER_LOSS_ASSUMED,
        related=(
            Related(
                reference="decision::9",
                classification=ConflictClass.CONTRADICTS,
                similarity=0.51239,
                strategy="trust_score_source_wins",
                conflict_id=3,
                conflict_status=ConflictStatus.AUTO_RESOLVED,
            ),
        ),
        superseded=("decision::9",),
        redacted=redacted,
        offered_bytes=40,
        retained_bytes=32,
    )


def a_version(version_id: int = 7, *, is_orphaned: bool = False) -> Version:
    """Give a log entry about fact 12."""
    return Version(version_id, "commit", "inserted: The gateway listens", 12, is_orphaned, MAY_US)


def a_conflict() -> ConflictStory:
    """Give an open conflict between facts 12 and 9."""
    record = ConflictRecord(
        conflict_id=3,
        source_fact_id=12,
        target_fact_id=9,
        classification=ConflictClass.CONTRADICTS,
        similarity=0.5,
        status=ConflictStatus.OPEN,
        strategy="requires_user_review",
        created_us=MAY_US,
    )
    return ConflictStory(record, a_fact(12), a_fact(9, "The gateway listens on port 443"))


def a_story(fact: Fact | None = None, *, superseded_by: tuple[Fact, ...] = ()) -> FactStory:
    """Give a fact's story with one entry in every list."""
    return FactStory(
        fact=a_fact() if fact is None else fact,
        versions=(a_version(),),
        conflicts=(a_conflict(),),
        links=(LinkedFact(a_fact(9), "same_path", 2),),
        anchors=(CarriedAnchor(AnchorKind.PATH, "src/gw", 3, is_explicit=True),),
        superseded_by=superseded_by,
    )
