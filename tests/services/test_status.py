"""Does status answer for every store there can be, the broken ones first?"""

import pytest

from cortex.model.errors import (
    EXIT_BUSY,
    EXIT_OK,
    EXIT_STORE,
    CortexError,
    StoreBusy,
    StoreNewer,
    StoreReadOnly,
    StoreUnreadable,
)
from cortex.model.scopes import Scope
from cortex.model.stories import StoreState
from cortex.ports.brain import Brain
from cortex.services.rebuild import rebuild_anchors
from cortex.services.rollback import rollback
from cortex.services.status import Circumstances, status
from tests.services.factory import SCOPE_ID, SOLO, START_US, disagreed, replaced, stored
from tests.services.sites import LentBrain, ToldSite

HERE = Circumstances(
    scope=Scope(SCOPE_ID, "demo", root="/srv/demo", ancestors=("user",)),
    durability="power_loss_assumed",
    analysis_version=0,
    warnings=("CORTEX_DB_PAHT is not a setting of Cortex and was ignored",),
)


def never() -> Brain:
    """Fail: a store that is not there must not be opened, since opening could create it."""
    pytest.fail("opened")


def test_brain_that_does_not_exist_yet_is_ready() -> None:
    """A first run is no error: the first commit creates the store, and status does not."""
    report = status(ToldSite(is_present=False, store_bytes=0), never, HERE)
    assert (StoreState.READY, EXIT_OK, None) == (report.state, report.exit_status, report.counts)


def test_place_where_no_brain_can_be_made_is_said() -> None:
    """A missing store in a folder nobody may write is not ready for anything."""
    report = status(ToldSite(is_present=False, is_writable=False), never, HERE)
    assert (StoreState.UNREADABLE, EXIT_STORE) == (report.state, report.exit_status)
    assert report.remedy


@pytest.mark.parametrize(
    ("error", "state", "exit_status"),
    [
        (StoreUnreadable("the file is damaged"), StoreState.UNREADABLE, EXIT_STORE),
        (StoreNewer("schema 9, this Cortex knows 1"), StoreState.NEWER, EXIT_STORE),
        (StoreBusy("somebody is migrating it"), StoreState.BUSY, EXIT_BUSY),
        (
            StoreReadOnly("an older format that cannot be migrated"),
            StoreState.UNREADABLE,
            EXIT_STORE,
        ),
    ],
)
def test_store_that_cannot_serve_is_reported_not_raised(
    error: CortexError, state: StoreState, exit_status: int
) -> None:
    """Case 20: the tool people reach for when the store is broken works on a broken store."""

    def refuse() -> Brain:
        raise error

    report = status(ToldSite(), refuse, HERE)
    assert (state, exit_status) == (report.state, report.exit_status)
    assert (error.message, error.remedy) == (report.detail, report.remedy)
    assert "/home/anna/.cortex/cortex.db" == report.path


def test_counts_say_what_is_in_it(brain: Brain) -> None:
    """Facts by standing and by type, where the brain stands, and what waits for a person."""
    first = stored(brain, "Deploys run on Mondays", type="constraint")
    second = replaced(brain, first, "Deploys run on Tuesdays", START_US + 1)
    third = stored(brain, "Elsewhere", scope_id="project:/srv/other/.git")
    disagreed(brain, third, second, START_US + 2)
    report = status(ToldSite(), lambda: LentBrain(brain), HERE)
    assert report.counts is not None
    assert (3, 3, 1) == (report.counts.facts, report.counts.head, report.counts.open_conflicts)
    assert [("active", 2), ("superseded", 1), ("disputed", 0), ("archived", 0)] == list(
        report.counts.by_status
    )[:4]
    assert {"decision"} <= {name for name, _ in report.counts.by_type}
    assert (SCOPE_ID, "demo", 2) == (report.scope_id, report.scope_name, report.scope_facts)
    assert (StoreState.READY, "") == (report.state, report.detail)


def test_empty_brain_has_zeros_and_no_head(brain: Brain) -> None:
    """A store with nothing in it is as well described as a full one."""
    report = status(ToldSite(), lambda: LentBrain(brain), HERE)
    assert report.counts is not None
    assert (0, None, 0) == (report.counts.facts, report.counts.head, report.scope_facts)


def test_facts_a_rollback_hid_are_counted_apart(brain: Brain) -> None:
    """What no recall shows is not among the facts there are, but it is not lost either."""
    stored(brain, "A stays")
    stored(brain, "B goes")
    rollback(brain, 1, SOLO, START_US, is_applied=True)
    counts = status(ToldSite(), lambda: LentBrain(brain), HERE).counts
    assert counts is not None
    assert (1, ("active", 1), ("rolled_back", 1)) == (
        counts.facts,
        counts.by_status[0],
        counts.by_status[-1],
    )


def test_store_that_cannot_be_written_is_read_only_and_counts(brain: Brain) -> None:
    """Case 131: on a read-only mount everything is told and the exit status is that of success."""
    stored(brain, "Deploys run on Mondays")
    report = status(ToldSite(is_writable=False), lambda: LentBrain(brain), HERE)
    assert (StoreState.READ_ONLY, EXIT_OK) == (report.state, report.exit_status)
    assert report.counts is not None
    assert report.detail


def test_settings_that_mislead_are_repeated(brain: Brain) -> None:
    """Case 125: a misspelt variable and the file that is really open stand in one answer."""
    report = status(ToldSite(path="/tmp/link.db"), lambda: LentBrain(brain), HERE)
    assert HERE.warnings == report.warnings
    assert ("/tmp/link.db", "/home/anna/.cortex/cortex.db") == (report.path, report.real_path)


def test_projection_of_another_analysis_is_not_current(brain: Brain) -> None:
    """Handles made by other rules than questions are read by are said to be so."""
    stored(brain, "Deploys run on Mondays")
    rebuild_anchors(brain, SOLO, START_US)
    with brain.reading() as reader:
        stored_version = reader.figures().analysis_version
    for version in (stored_version, stored_version + 1):
        told = Circumstances(HERE.scope, HERE.durability, version)
        counts = status(ToldSite(), lambda: LentBrain(brain), told).counts
        assert counts is not None
        assert (version == stored_version) is counts.projection_is_current
