"""Does the doctor find each fault it is for, name the cure, and stay calm about healthy stores?"""

import pytest

from cortex.model.errors import StoreUnreadable
from cortex.model.housekeeping import ATTEMPTS_MAX, Debt
from cortex.model.limits import DEBT_HARD_JOBS, DEBT_SOFT_JOBS
from cortex.model.outcomes import Finding, Level
from cortex.ports.brain import Brain
from cortex.ports.health import Examination
from cortex.services.doctor import (
    FAULTS_READ_MAX,
    FREE_BYTES_FAIL,
    FREE_BYTES_WARN,
    WAL_BYTES_WARN,
    Expected,
    doctor,
)
from cortex.services.rollback import rollback
from cortex.wire.instants import format_instant
from tests.contracts.deposits import commit_of
from tests.services.factory import DAY_US, SOLO, START_US, stored
from tests.services.sites import LentBrain, ToldExaminer, ToldSite

INSIDE = ["schema", "integrity", "references", "handles", "head", "clock", "analysis", "jobs"]
INSIDE.append("forgetting")
AROUND = ["permissions", "log", "space", "leftovers", "copies", "capture", "hooks", "spool"]


def expected(brain: Brain) -> Expected:
    """Give what this brain has, as what this code writes."""
    with brain.reading() as reader:
        figures = reader.figures()
    return Expected(figures.schema_version, figures.analysis_version)


def examined(
    brain: Brain,
    site: ToldSite | None = None,
    found: Examination | None = None,
    wanted: Expected | None = None,
    warnings: tuple[str, ...] = (),
) -> dict[str, Finding]:
    """Run the doctor and give its findings by check."""
    findings = doctor(
        site or ToldSite(),
        lambda: LentBrain(brain),
        ToldExaminer(found),
        wanted or expected(brain),
        warnings,
        START_US,
    )
    assert len(findings) == len({finding.check for finding in findings})
    return {finding.check: finding for finding in findings}


def worst(findings: dict[str, Finding]) -> list[tuple[str, str]]:
    """Give (check, level) of everything that is not in order; each must name a cure."""
    amiss = [finding for finding in findings.values() if finding.level != Level.PASS]
    assert all(finding.remedy for finding in amiss)
    return [(finding.check, finding.level) for finding in amiss]


def test_healthy_brain_passes_every_check_in_a_fixed_order(brain: Brain) -> None:
    """Case 143: on a sound store nothing is raised, and two runs say the same."""
    stored(brain, "Deploys run on Mondays")
    first, second = examined(brain), examined(brain)
    assert ["runtime", "settings", "store", *INSIDE, *AROUND] == list(first)
    assert [] == worst(first)
    assert first == second


@pytest.mark.parametrize(
    "site",
    [
        ToldSite(wal_bytes=4_200_000),
        ToldSite(is_writable=False, file_mode=0o400, folder_mode=0o500),
        ToldSite(path="/tmp/link.db"),
        ToldSite(path="/mnt/moved.db", real_path="/mnt/moved.db", folder_mode=0o755),
        ToldSite(path="/tmp/b.db", real_path="/tmp/b.db", folder_mode=0o1777),
        ToldSite(file_mode=None, folder_mode=None, home_mode=None, free_bytes=None),
    ],
    ids=["log-present", "read-only", "symlinked", "moved", "in-tmp", "no-modes-known"],
)
def test_unusual_but_healthy_stores_raise_nothing(brain: Brain, site: ToldSite) -> None:
    """Case 143: what is merely unusual is not a fault."""
    assert [] == worst(examined(brain, site))


def test_store_that_is_not_there_yet_is_in_order() -> None:
    """Case 143: a fresh installation passes, and nothing is opened or examined."""
    examiner = ToldExaminer()
    findings = doctor(
        ToldSite(is_present=False, store_bytes=0, file_mode=None),
        lambda: pytest.fail("opened"),
        examiner,
        Expected(1, 1),
        (),
        START_US,
    )
    assert {Level.PASS} == {finding.level for finding in findings}
    assert 0 == examiner.asked


def test_store_that_cannot_be_opened_fails_with_its_own_cure() -> None:
    """Case 20: the doctor reports a damaged store instead of falling over it."""
    error = StoreUnreadable("another program made it", remedy="choose another with --db")

    def refuse() -> Brain:
        raise error

    findings = doctor(ToldSite(), refuse, ToldExaminer(), Expected(1, 1), (), START_US)
    assert [Finding("store", Level.FAIL, error.message, error.remedy)] == [
        finding for finding in findings if finding.level != Level.PASS
    ]
    assert ["runtime", "settings", "store", *AROUND] == [finding.check for finding in findings]


def test_unreadable_word_on_capture_is_a_stop_that_is_told() -> None:
    """Whoever wonders why nothing is captured hears it here, and how to end it."""
    site = ToldSite(is_present=False, capture_fault="its line 2 is not understood")
    findings = doctor(site, _never, ToldExaminer(), Expected(1, 1), (), START_US)
    [found] = [one for one in findings if one.level is Level.FAIL]
    assert ("capture", True) == (found.check, "line 2" in found.detail)
    assert "cortex capture resume" in found.remedy


def _never() -> Brain:
    raise AssertionError


def test_no_finding_sends_people_back_to_the_doctor() -> None:
    """An error whose cure is to run the doctor gets one that leads on."""
    error = StoreUnreadable("the file is damaged")

    def refuse() -> Brain:
        raise error

    findings = doctor(ToldSite(), refuse, ToldExaminer(), Expected(1, 1), (), START_US)
    assert [] == [finding for finding in findings if "cortex doctor" in finding.remedy]


@pytest.mark.parametrize(
    ("found", "check", "level"),
    [
        (Examination(integrity=("row 4 missing from index",)), "integrity", Level.FAIL),
        (Examination(references=("facts row 3",)), "references", Level.FAIL),
        (Examination(derived=("fact 7 has no terms",)), "handles", Level.WARN),
    ],
)
def test_fault_inside_the_store_is_named(
    brain: Brain, found: Examination, check: str, level: str
) -> None:
    """Damage to canonical rows fails; a fault of derived rows warns and a rebuild cures it."""
    findings = examined(brain, found=found)
    assert [(check, level)] == worst(findings)
    assert ("rebuild-anchors" in findings[check].remedy) is (level == Level.WARN)


@pytest.mark.parametrize(
    ("site", "check", "level"),
    [
        (ToldSite(file_mode=0o644), "permissions", Level.WARN),
        (ToldSite(home_mode=0o755), "permissions", Level.WARN),
        (ToldSite(folder_mode=0o777), "permissions", Level.WARN),
        (ToldSite(wal_bytes=WAL_BYTES_WARN + 1), "log", Level.WARN),
        (ToldSite(free_bytes=FREE_BYTES_WARN - 1), "space", Level.WARN),
        (ToldSite(free_bytes=FREE_BYTES_FAIL - 1), "space", Level.FAIL),
        (ToldSite(leftovers=("cortex.db.tmp-1",)), "leftovers", Level.WARN),
        (
            ToldSite(faults=(f"{format_instant(START_US - DAY_US)} boot: locked",)),
            "hooks",
            Level.WARN,
        ),
    ],
)
def test_fault_around_the_store_is_named(
    brain: Brain, site: ToldSite, check: str, level: str
) -> None:
    """Each surrounding that can go wrong has one check that says so."""
    assert [(check, level)] == worst(examined(brain, site))


@pytest.mark.parametrize(
    "site",
    [
        ToldSite(wal_bytes=WAL_BYTES_WARN),
        ToldSite(wal_bytes=WAL_BYTES_WARN + 1, store_bytes=WAL_BYTES_WARN + 1),
        ToldSite(free_bytes=FREE_BYTES_WARN),
        ToldSite(faults=(f"{format_instant(START_US - 8 * DAY_US)} boot: locked",)),
        ToldSite(faults=("a line without an instant",)),
    ],
)
def test_limit_itself_raises_nothing(brain: Brain, site: ToldSite) -> None:
    """Exactly at a limit, or older than a week, is still in order."""
    assert [] == worst(examined(brain, site))


def test_faults_of_hooks_are_counted_and_the_last_is_shown(brain: Brain) -> None:
    """What hooks may not tell their host is told here, bounded however long the journal is."""
    lines = [f"{format_instant(START_US - 10_000_000 + n)} boot: n{n}" for n in range(500)]
    finding = examined(brain, ToldSite(faults=tuple(lines)))["hooks"]
    assert finding.detail.startswith(f"{FAULTS_READ_MAX} faults of hooks within a week")
    assert finding.detail.endswith("boot: n499")


def test_misspelt_variable_is_a_warning(brain: Brain) -> None:
    """Case 125: what the settings reader noticed is repeated by the doctor."""
    findings = examined(brain, warnings=("CORTEX_HOEM is not a setting of Cortex",))
    assert [("settings", Level.WARN)] == worst(findings)
    assert "CORTEX_HOEM" in findings["settings"].detail


def test_other_analysis_or_schema_is_a_warning_with_the_verb_that_helps(brain: Brain) -> None:
    """Handles of other rules are rebuilt; an older schema is migrated by the next write."""
    now = expected(brain)
    wanted = Expected(now.schema_version + 1, now.analysis_version + 1)
    findings = examined(brain, wanted=wanted)
    assert [("schema", Level.WARN), ("analysis", Level.WARN)] == worst(findings)
    assert "run `cortex rebuild-anchors`" == findings["analysis"].remedy


def test_head_after_a_long_rollback_is_in_order(brain: Brain) -> None:
    """HEAD is judged by the newest active entry, however many orphaned ones lie above it."""
    for number in range(70):
        stored(brain, f"Rule {number}")
    rollback(brain, 1, SOLO, START_US, is_applied=True)
    findings = examined(brain)
    assert [] == worst(findings)
    assert "version 1" == findings["head"].detail


def test_housekeeping_that_was_given_up_is_told(brain: Brain) -> None:
    """A job that failed five times is a warning with its reason; one that waits is none."""
    fact = stored(brain, "Deploys run on Mondays")
    with brain.writing() as writer:
        writer.append_commit(commit_of(fact, jobs=("age",)))
    assert [] == worst(examined(brain))
    with brain.writing() as writer:
        for _ in range(ATTEMPTS_MAX):
            job = writer.outbox.claim("w", ("age",), START_US)
            assert job is not None
            writer.outbox.give_back(job, "the disk failed")
    found = examined(brain)
    assert [("jobs", Level.WARN)] == worst(found)
    assert "age failed 5 times: the disk failed" in found["jobs"].detail
    assert "cortex maintain" in found["jobs"].remedy


@pytest.mark.parametrize(
    ("waiting", "level"),
    [(DEBT_SOFT_JOBS - 1, Level.PASS), (DEBT_SOFT_JOBS, Level.WARN), (DEBT_HARD_JOBS, Level.FAIL)],
)
def test_debt_is_told_from_its_limit(
    brain: Brain, monkeypatch: pytest.MonkeyPatch, waiting: int, level: Level
) -> None:
    """Calm below five thousand jobs, a warning from there, a failure when nothing is taken in."""
    stored(brain, "Deploys run on Mondays")
    with brain.reading() as reader:
        outbox = type(reader.outbox)
    monkeypatch.setattr(outbox, "debt", lambda _: Debt(waiting, 0, 0))
    found = examined(brain)
    assert level is found["jobs"].level
    assert ([] if level is Level.PASS else [("jobs", level)]) == worst(found)
