"""Does use teach which assembly a question leads to, once a unit, and only while it stands?"""

import pytest

from cortex.model.assemblies import EventKind, EventSpec, Member, MemberRole
from cortex.model.callers import Caller
from cortex.model.capture_policy import STOPPED, CapturePolicy, Word
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.limits import BUNDLES_MAX, LEARNING_CUES_MAX, LEARNING_SOURCES_MAX
from cortex.model.refusals import CaptureRefused
from cortex.ports.brain import Brain
from cortex.services import assemblies, observe, routes
from cortex.services.assemblies import Sight
from cortex.services.routes import Recorded
from tests.services.factory import SCOPE_ID, START_US, stored
from tests.services.test_assemblies import ME, OTHER, heard, make

SIGHT = Sight(ME, START_US)
FAR = "project:/srv/far/.git"
EVENT = EventSpec("ci", "1", "u1", "asm:release", EventKind.EXPLICIT, 1, ("deploy",))


def ready(brain: Brain) -> str:
    """Put one record together, use routes, and give the record."""
    reference = heard(brain, "a", "one")
    make(brain, Member(reference, MemberRole.SUPPORT))
    routes.rebuild(brain, SCOPE_ID, SIGHT)
    return reference


def record(
    brain: Brain, told: EventSpec = EVENT, caller: Caller = ME, **changes: object
) -> Recorded:
    """Hand over a report."""
    told = told._replace(**changes)  # type: ignore[arg-type]  # The fields are given by name.
    return routes.record(brain, told, None, caller, START_US)


def led(brain: Brain, text: str | None = "deploy", scope: str = SCOPE_ID) -> list[str] | None:
    """Give the assemblies a text leads to; None where routes are off."""
    found = routes.why(brain, scope, text, SIGHT)
    return None if found is None else [bundle.opened.assembly.assembly_id for bundle in found]


def test_off_until_rebuilt_and_reset_stays(brain: Brain) -> None:
    """Nothing is led anywhere before somebody lets it, nor after it was reset (CQR H16)."""
    make(brain, Member(heard(brain, "a", "one"), MemberRole.SUPPORT))
    assert Recorded(is_recorded=True, status="recorded") == record(brain)
    assert led(brain) is None
    assert 1 == routes.rebuild(brain, SCOPE_ID, SIGHT)
    assert ["release"] == led(brain)
    assert [] == led(brain, "nothing of the kind")
    assert ["release"] == led(brain, None)
    routes.reset(brain, SCOPE_ID, ME)
    record(brain, event_id="2", unit="u2")
    assert led(brain) is None
    assert 1 == routes.rebuild(brain, SCOPE_ID, SIGHT)
    with brain.reading() as reader:
        assert routes.bundles(reader, None, "deploy", Sight(OTHER, START_US)) is None
        assert routes.bundles(reader, ["scope:far"], "deploy", SIGHT) is None
        assert 1 == len(routes.bundles(reader, None, "deploy", SIGHT) or [])


def test_report_is_kept_once(brain: Brain) -> None:
    """The same again changes nothing; the same name with anything else is a conflict (CQR H16)."""
    ready(brain)
    record(brain)
    assert Recorded(is_recorded=False, status="duplicate") == record(brain)
    for changes in ({"reward": -1}, {"unit": "u2"}, {"cues": ("friday",)}, {"observed_us": 5}):
        with pytest.raises(CaptureRefused, match=r"^learning_event_identity_conflict"):
            record(brain, **changes)
    assert record(brain, origin="other").is_recorded


def test_report_taken_back_counts_nothing_and_stays_out(brain: Brain) -> None:
    """From that moment on, and however often it is handed over again (CQR H16)."""
    ready(brain)
    record(brain)
    for _ in range(2):
        assert "retracted" == routes.retract(brain, ("ci", "1"), "flaky", ME, START_US).status
    assert [] == led(brain)
    assert Recorded(is_recorded=False, status="retracted") == record(brain)
    assert [] == led(brain)
    with pytest.raises(NotFound):
        routes.retract(brain, ("ci", "2"), "flaky", ME, START_US)
    with pytest.raises(NotFound):
        routes.retract(brain, ("ci", "1"), "flaky", OTHER, START_US)
    with pytest.raises(InvalidRequest):
        routes.retract(brain, ("ci", "1"), " ", ME, START_US)


def test_erased_source_takes_its_reports_along(brain: Brain) -> None:
    """What rests on it counts nothing, now and later, in whichever form it is named (CQR H16)."""
    reference = ready(brain)
    fact = stored(brain, "The gateway listens on 8443")
    record(brain, sources=(reference.upper(),))
    record(brain, event_id="2", sources=(f"decision::{fact.fact_id}",), unit="u2")
    assert 1 == routes.erase(brain, reference, ME, START_US)
    assert 0 == routes.erase(brain, reference, ME, START_US)
    assert ["release"] == led(brain)
    assert 1 == routes.erase(brain, str(fact.fact_id), ME, START_US)
    assert [] == led(brain)
    ignored = Recorded(is_recorded=False, status="source_erased")
    assert ignored == record(brain, sources=(reference,))
    assert ignored == record(brain, event_id="3", sources=(reference,))
    assert 0 == routes.erase(brain, reference, OTHER, START_US)
    with pytest.raises(InvalidRequest):
        routes.erase(brain, "a source", ME, START_US)


@pytest.mark.parametrize("how", ["retracted", "disabled", "forgotten"])
def test_source_that_goes_silences_its_reports(brain: Brain, how: str) -> None:
    """A report counts as long as all that it rests on stands, without a rebuild."""
    ready(brain)
    other = heard(brain, "b", "run 7 was green")
    fact = stored(brain, "zanzibar is open")
    record(brain, sources=(other, f"fact:{fact.fact_id}"))
    assert ["release"] == led(brain)
    if how == "retracted":
        observe.retract(brain, other, "wrong run", ME, START_US)
    elif how == "disabled":
        observe.set_enabled(brain, "b", ME, is_enabled=False)
    else:
        with brain.writing() as writer:
            erasure_id = writer.erasure.open_erasure("t", 1, START_US)
            writer.erasure.erase([fact.fact_id], ["zanzibar is open"], erasure_id)
    assert [] == led(brain)
    assert 0 == routes.rebuild(brain, SCOPE_ID, SIGHT)


def test_stopped_capture_silences_reports_and_members(brain: Brain) -> None:
    """While the operator stops a scope nothing of its sources speaks or is told; then it is."""
    reference = ready(brain)
    record(brain, sources=(reference,))
    record(brain, event_id="2", unit="u2")
    stopped = SIGHT._replace(policy=CapturePolicy({SCOPE_ID: Word(STOPPED)}))
    found = routes.why(brain, SCOPE_ID, "deploy", stopped) or []
    assert [("u2",)] == [bundle.weight.units for bundle in found]
    assert [None] == [one.text for one in found[0].opened.members]
    assert [("u1", "u2")] == [
        bundle.weight.units for bundle in routes.why(brain, SCOPE_ID, "deploy", SIGHT) or []
    ]


def test_units_count_once_and_mixed_ones_not(brain: Brain) -> None:
    """However many reports one piece of work makes, it speaks once or not at all (CQR H16)."""
    ready(brain)
    record(brain)
    once = routes.why(brain, SCOPE_ID, "deploy", SIGHT)
    record(brain, event_id="2")
    assert once == routes.why(brain, SCOPE_ID, "deploy", SIGHT)
    record(brain, event_id="3", reward=-1, cues=("friday",))
    assert [] == led(brain)
    routes.retract(brain, ("ci", "3"), "mistaken", ME, START_US)
    assert ["release"] == led(brain)


def test_what_nobody_vouches_for_is_kept_and_teaches_nothing(brain: Brain) -> None:
    """Exposure, doubt, structure and a reward of nothing are recorded and lead nowhere."""
    ready(brain)
    for number, kind in enumerate(EventKind):
        teaches = kind in (EventKind.EXPLICIT, EventKind.VERIFIED_USE)
        reward = 0 if teaches else 1
        assert record(brain, event_id=str(number), kind=kind, reward=reward).is_recorded
    assert [] == led(brain)
    assert 0 == routes.rebuild(brain, SCOPE_ID, SIGHT)


def test_assembly_that_moves_leaves_its_old_routes(brain: Brain) -> None:
    """In another scope it is found from there only, by what is reported there (CQR H16)."""
    reference = heard(brain, "mine", "one", scope_id="user")
    member = Member(reference, MemberRole.SUPPORT)
    make(brain, member)
    record(brain)
    for scope in (SCOPE_ID, FAR):
        routes.rebuild(brain, scope, SIGHT)
    assert (["release"], []) == (led(brain), led(brain, scope=FAR))
    make(brain, member, scope=FAR)
    assert ([], []) == (led(brain), led(brain, scope=FAR))
    assert 0 == routes.rebuild(brain, SCOPE_ID, SIGHT)
    record(brain, event_id="2")
    assert ([], ["release"]) == (led(brain), led(brain, scope=FAR))


def test_not_told_bundle_keeps_its_place_without_words(brain: Brain) -> None:
    """It is named with the reason; none of its members shows a word (CQR H16)."""
    stays, goes = heard(brain, "a", "one"), heard(brain, "b", "two")
    make(brain, Member(stays, MemberRole.SUPPORT), Member(goes, MemberRole.CONTRADICTION))
    record(brain)
    routes.rebuild(brain, SCOPE_ID, SIGHT)
    observe.retract(brain, goes, "wrong", ME, START_US)
    bundle = (routes.why(brain, SCOPE_ID, "deploy", SIGHT) or [])[0]
    assert assemblies.UNQUALIFIED == bundle.opened.refusal
    assert [(None, "")] * 2 == [(one.text, one.preview) for one in bundle.opened.members]


def test_eight_bundles_at_most(brain: Brain) -> None:
    """The most useful come first, then by name; the rest is left out."""
    member = Member(ready(brain), MemberRole.SUPPORT)
    for number in range(BUNDLES_MAX + 1):
        name = f"a{number}"
        make(brain, member, name=name)
        record(brain, event_id=name, target=name, unit=name)
    record(brain, event_id="more", target="a8", unit="more")
    assert ["a8", *(f"a{number}" for number in range(BUNDLES_MAX - 1))] == led(brain)


def test_bounds_of_a_report(brain: Brain) -> None:
    """Cues and sources at the limit are kept, above they are refused, and so are other scopes."""
    ready(brain)
    cues = tuple(f"word{number}x" for number in range(LEARNING_CUES_MAX + 1))
    assert record(brain, cues=cues[:-1]).is_recorded
    for wrong in (
        cues,
        (),
        ("to", "be"),
        ("deploy", "deploy"),
        ("x" * 129,),
        ("ghp_" + "a1B2" * 9,),
    ):
        with pytest.raises(CaptureRefused, match=r"^invalid_learning_cues"):
            record(brain, event_id="2", cues=wrong)
    too_many = tuple(f"obs:{number}" for number in range(LEARNING_SOURCES_MAX + 1))
    with pytest.raises(CaptureRefused, match=r"^invalid_learning_sources"):
        record(brain, event_id="2", sources=too_many)
    with pytest.raises(CaptureRefused, match=r"^learning_scope_mismatch"):
        routes.record(brain, EVENT._replace(event_id="2"), FAR, ME, START_US)
    with pytest.raises(CaptureRefused, match=r"^invalid_source_identity"):
        record(brain, event_id=" ")
    with pytest.raises(NotFound):
        record(brain, event_id="2", target="nothing")
    for source in ("obs:99", "fact:99"):
        with pytest.raises(NotFound):
            record(brain, event_id="2", sources=(source,))
    with pytest.raises(NotFound):
        record(brain, caller=OTHER)
