"""Is a view honest: whole, or a labelled part, or empty with the reason?"""

from itertools import pairwise
from pathlib import Path

import apsw
import pytest

from cortex.model.capture_policy import STOPPED, CapturePolicy, Word
from cortex.model.errors import NotFound
from cortex.model.limits import (
    CLOSURE_MAX,
)
from cortex.model.needs import Overflow, Route, ViewStatus
from cortex.model.observations import Grant, Role
from cortex.model.refusals import CaptureRefused
from cortex.ports.brain import Brain
from cortex.services import needs, observe
from cortex.wire.needs import prepared_json
from tests.contracts.brains import NOW_US, sqlite_brain
from tests.services.factory import stored
from tests.services.needs.conftest import (
    HERE,
    ME,
    OTHER,
    SPEC,
    VIEWER,
    Put,
    prepared,
    putting,
    refs,
    subscribed,
)


def test_disabled_source_empties_the_view(brain: Brain, put: Put) -> None:
    """A closed source of the scope closes its views, and names itself. CQR H12"""
    put("failed")
    put("failed", "other")
    subscribed(brain)
    observe.set_enabled(brain, "log", ME, is_enabled=False)
    view = prepared(brain)
    assert (ViewStatus.PERMISSION_REQUIRED, (), ("log",)) == (
        view.status,
        view.evidence,
        view.blocked,
    )
    assert view.delivery_id is None
    observe.set_enabled(brain, "log", ME, is_enabled=True)
    assert ViewStatus.READY is prepared(brain).status


def test_stopped_capture_empties_the_view(brain: Brain, put: Put) -> None:
    """Where the operator stopped capture, nothing is read; of another scope it says nothing."""
    put("failed")
    subscribed(brain)
    stopped = CapturePolicy({HERE: Word(STOPPED, 7)})
    view = needs.prepare(brain, "ci", "c", VIEWER._replace(policy=stopped))
    assert (ViewStatus.PERMISSION_REQUIRED, (), 7) == (
        view.status,
        view.evidence,
        view.policy_epoch,
    )
    elsewhere = CapturePolicy({"user": Word(STOPPED, 7)})
    assert ["obs:1"] == refs(needs.prepare(brain, "ci", "c", VIEWER._replace(policy=elsewhere)))


def test_over_limit_is_refused_whole_when_asked(brain: Brain, put: Put) -> None:
    """All or nothing: one more than fits gives nothing, and says how much there is. CQR H13"""
    for number in range(6):
        put(f"failed {number}")
    view = subscribed(brain, SPEC._replace(overflow=Overflow.REFUSE))
    assert (ViewStatus.QUOTA_BLOCKED, (), 0) == (view.status, view.evidence, view.payload_bytes)
    assert (6, None) == (view.omitted.total, view.omitted.next_rank)
    assert [] == prepared_json(view)["source_refs"]
    whole = SPEC._replace(overflow=Overflow.REFUSE, results_max=6)
    assert ViewStatus.READY is subscribed(brain, whole).status
    size = prepared(brain).payload_bytes
    exact = subscribed(brain, whole._replace(bytes_max=size))
    assert (ViewStatus.READY, size) == (exact.status, exact.payload_bytes)
    less = subscribed(brain, whole._replace(bytes_max=size - 1))
    assert (ViewStatus.QUOTA_BLOCKED, 6) == (less.status, less.omitted.total)


def test_an_over_full_view_gives_its_best(brain: Brain, put: Put) -> None:
    """Too much gives the best that fits, says what is missing, and goes on until all was given."""
    put("failed with a timeout")
    for number in range(6):
        put(f"failed {number}")
    view = subscribed(brain, SPEC._replace(results_max=3))
    assert (ViewStatus.PARTIAL, ["obs:1", "obs:7", "obs:6"]) == (view.status, refs(view))
    assert (4, 4 * len("failed 0")) == (view.omitted.total, view.omitted.text_bytes)
    second = prepared(brain, after=view.omitted.next_rank)
    third = prepared(brain, after=second.omitted.next_rank)
    assert ["obs:5", "obs:4", "obs:3", "obs:2"] == refs(second) + refs(third)
    assert (0, None) == (third.omitted.total, third.omitted.next_rank)
    assert ViewStatus.PARTIAL is third.status


def test_what_is_too_large_keeps_nothing_else_out(brain: Brain, put: Put) -> None:
    """An observation that fits in no view is passed over by name; alone it blocks."""
    small = put("failed")
    large = put("failed timeout " + "x" * 5000)
    view = subscribed(brain)
    assert (ViewStatus.PARTIAL, [small]) == (view.status, refs(view))
    assert [(2, 5015)] == [tuple(one) for one in view.omitted.too_large]
    assert (1, None) == (view.omitted.total, view.omitted.next_rank)
    observe.retract(brain, small, "enough", ME, NOW_US)
    alone = prepared(brain)
    assert (ViewStatus.QUOTA_BLOCKED, ()) == (alone.status, alone.evidence)
    assert large == f"obs:{alone.omitted.too_large[0].observation_id}"


def test_what_is_required_comes_along(brain: Brain, put: Put) -> None:
    """A required observation is in the view whenever its parent is, through others too."""
    parent, child, grandchild = put("failed"), put("an exception"), put("another")
    needs.require(brain, (parent, child), ME, NOW_US)
    needs.require(brain, (child, grandchild), ME, NOW_US)
    needs.require(brain, (grandchild, parent), ME, NOW_US)  # A circle is no trouble.
    view = subscribed(brain)
    routes = {one.observation.reference: one.route for one in view.evidence}
    assert {parent: Route.LITERAL, child: Route.REQUIRED, grandchild: Route.REQUIRED} == routes
    assert [grandchild, child, parent] == refs(view)


def test_a_prefix_never_parts_what_belongs_together(brain: Brain, put: Put) -> None:
    """Where parent and child do not both fit, neither is given, and the next view has both."""
    child = put("an exception " + "x" * 300)
    parent = put("failed once")
    newer = put("failed " + "y" * 300)
    needs.require(brain, (parent, child), ME, NOW_US)
    first = subscribed(brain, SPEC._replace(bytes_max=750))
    assert (ViewStatus.PARTIAL, [newer]) == (first.status, refs(first))
    second = prepared(brain, after=first.omitted.next_rank)
    assert [parent, child] == refs(second)


@pytest.mark.parametrize("overflow", list(Overflow))
def test_a_view_without_what_it_requires_is_empty(
    brain: Brain, put: Put, overflow: Overflow
) -> None:
    """A required observation that was taken back, or closed, empties the view and is named."""
    parent, child = put("failed"), put("an exception", "other")
    needs.require(brain, (parent, child), ME, NOW_US)
    subscribed(brain, SPEC._replace(overflow=overflow))
    observe.set_enabled(brain, "other", ME, is_enabled=False)
    view = prepared(brain)
    assert (ViewStatus.QUALIFICATION_UNAVAILABLE, (child,)) == (view.status, view.blocked)
    observe.set_enabled(brain, "other", ME, is_enabled=True)
    observe.retract(brain, child, "wrong", ME, NOW_US)
    view = prepared(brain)
    assert (ViewStatus.QUALIFICATION_UNAVAILABLE, ()) == (view.status, view.evidence)


def test_closure_ends_at_its_limit(brain: Brain, put: Put) -> None:
    """One observation may pull in 127 others; with one more the view is empty."""
    chain = [put("failed"), *(put(f"link {number}") for number in range(CLOSURE_MAX))]
    for first, second in pairwise(chain[:CLOSURE_MAX]):
        needs.require(brain, (first, second), ME, NOW_US)
    view = subscribed(brain, SPEC._replace(bytes_max=65_536))
    assert (ViewStatus.READY, CLOSURE_MAX) == (view.status, len(view.evidence))
    needs.require(brain, (chain[CLOSURE_MAX - 1], chain[CLOSURE_MAX]), ME, NOW_US)
    assert (ViewStatus.CLOSURE_LIMIT, ()) == (prepared(brain).status, prepared(brain).evidence)


def test_only_two_of_one_scope_require_each_other(brain: Brain, put: Put) -> None:
    """Itself, another scope, a stranger's or a missing observation cannot be required."""
    here, there = put("a"), put("b", "other", "user")
    with pytest.raises(CaptureRefused, match=r"^requirement_scope_mismatch"):
        needs.require(brain, (here, there), ME, NOW_US)
    with pytest.raises(CaptureRefused, match="itself"):
        needs.require(brain, (here, here), ME, NOW_US)
    for first, second, caller in ((here, "obs:9", ME), (here, put("c"), OTHER)):
        with pytest.raises(NotFound):
            needs.require(brain, (first, second), caller, NOW_US)
    assert [] == refs(subscribed(brain, SPEC._replace(cues=("zebra",))))


def test_an_altered_text_is_never_handed_over(tmp_path: Path) -> None:
    """A text that is not what was captured empties the view and is named."""
    store = sqlite_brain(tmp_path / "own.db")
    putting(store)("failed")
    needs.subscribe(store, SPEC, VIEWER)
    shell = apsw.Connection(str(tmp_path / "own.db"))
    shell.execute("UPDATE observations SET text = 'failed not'")
    shell.close()
    view = needs.prepare(store, "ci", "c", VIEWER)
    store.close()
    assert (ViewStatus.SOURCE_UNAVAILABLE, (), ("obs:1",)) == (
        view.status,
        view.evidence,
        view.blocked,
    )


def test_a_registered_file_that_was_never_read_is_awaited(brain: Brain, put: Put) -> None:
    """A view that cannot be whole says what is missing."""
    put("failed")
    observe.register(brain, Grant("file:/srv/a.log", HERE, Role.DOCUMENT, 1000), ME, NOW_US)
    view = subscribed(brain)
    assert (ViewStatus.PROJECTION_PENDING, ("file:/srv/a.log",)) == (view.status, view.blocked)
    assert view.is_pending


def test_what_waits_is_made_findable_by_reading(brain: Brain, put: Put) -> None:
    """A read projects 32 at a time, says that more wait, and answers when none does."""
    for number in range(40):
        put(f"failed {number}")
    with brain.writing() as writer:
        writer.search_index.clear()
    first = subscribed(brain, SPEC._replace(results_max=128, bytes_max=65_536))
    assert (ViewStatus.PROJECTION_PENDING, ()) == (first.status, first.evidence)
    assert 40 == len(prepared(brain).evidence)


def test_rebuilding_changes_no_view(brain: Brain, put: Put) -> None:
    """The words made anew find the same, in one scope and for one principal."""
    for number in range(33):
        put(f"failed {number}")
    put("failed", "other", "user")
    before = subscribed(brain, SPEC._replace(results_max=128, bytes_max=65_536))
    assert 33 == needs.rebuild(brain, HERE, "solo")
    assert 0 == needs.rebuild(brain, HERE, "user:2")
    after = prepared(brain)
    assert (before.evidence, before.fingerprint) == (after.evidence, after.fingerprint)


def test_what_a_forgetting_altered_is_in_no_view(brain: Brain, put: Put) -> None:
    """An observation that quoted a forgotten fact is left out; the others are handed over."""
    stored(brain, "Gateways listen on port 8080")
    put("failed: zanzibar said so")
    put("failed")
    subscribed(brain)
    with brain.writing() as writer:
        writer.erasure.erase([1], ["zanzibar"], writer.erasure.open_erasure("t", 1, NOW_US))
    view = prepared(brain)
    assert (ViewStatus.READY, ["obs:2"]) == (view.status, refs(view))
