"""Does every store keep assemblies revision by revision, and reports as they stand?"""

from cortex.core.text.digests import content_hash
from cortex.model.assemblies import Assembly, EventKind, Guard, GuardKind, KeptEvent, RouteEvent
from cortex.model.limits import ASSEMBLY_REVISIONS_MAX, ROUTE_EVENTS_MAX
from cortex.model.observations import Event, Grant, Role
from cortex.model.text import CleanText
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import content, insert

HERE, ME = "scope:here", "solo"
GUARDS = (Guard(GuardKind.FACT, "fact:1", 3), Guard(GuardKind.RESTORE, "brain", 0))


def assembly(name: str = "release", sequence: int = 1, **changes: object) -> Assembly:
    """Give a revision of an assembly."""
    envelope = '{"codec":"raw","rows":[]}'
    digest = content_hash(CleanText(envelope))
    made = Assembly(ME, name, sequence, HERE, "procedure", envelope, GUARDS, digest, NOW_US)
    return made._replace(**changes)  # type: ignore[arg-type]  # The fields are given by name.


def event(event_id: str = "1", **changes: object) -> RouteEvent:
    """Give a report that praises."""
    told = RouteEvent(
        ME, "ci", event_id, HERE, "unit", "release", EventKind.EXPLICIT, 1,
        ("deploy", "端口"), ("fact:1", "obs:12"), NOW_US, "view-1",
    )  # fmt: skip
    return told._replace(**changes)  # type: ignore[arg-type]  # The fields are given by name.


def test_revisions_are_kept_and_the_latest_is_given(brain: Brain) -> None:
    """An assembly comes back as it was added, by number or the latest, to its principal only."""
    first, second = assembly(), assembly(sequence=2, scope_id="scope:far", guards=())
    with brain.writing() as writer:
        writer.assemblies.add(first)
        writer.assemblies.add(second)
        writer.assemblies.add(assembly("other"))
    with brain.reading() as reader:
        assert second == reader.assemblies.find(ME, "release")
        assert first == reader.assemblies.find(ME, "release", 1)
        assert reader.assemblies.find(ME, "release", 3) is None
        assert reader.assemblies.find("user:2", "release") is None
        assert (2, 0) == (reader.assemblies.count(ME), reader.assemblies.count("user:2"))
    assert [] == faults_of(brain)


def test_oldest_revisions_go(brain: Brain) -> None:
    """Of one assembly the newest stay, whatever number of revisions it had."""
    with brain.writing() as writer:
        for sequence in range(1, ASSEMBLY_REVISIONS_MAX + 2):
            writer.assemblies.add(assembly(sequence=sequence))
        assert writer.assemblies.find(ME, "release", 1) is None
        assert writer.assemblies.find(ME, "release", 2) is not None


def test_routes_are_off_until_switched_on(brain: Brain) -> None:
    """A scope is off at first and after it was switched off, for each principal apart."""
    with brain.writing() as writer:
        assert [] == writer.assemblies.where_on(ME)
        for scope in ("scope:z", HERE):
            writer.assemblies.switch(ME, scope, is_on=True)
        assert [HERE, "scope:z"] == writer.assemblies.where_on(ME)
        assert [] == writer.assemblies.where_on("user:2")
        writer.assemblies.switch(ME, HERE, is_on=False)
        writer.assemblies.switch(ME, HERE, is_on=False)
        assert ["scope:z"] == writer.assemblies.where_on(ME)


def test_reports_teach_until_taken_back(brain: Brain) -> None:
    """Given are those that vouch and stand, in their order; a name stays taken (CQR H16)."""
    with brain.writing() as writer:
        kept = writer.assemblies
        for told in (
            event("2", observed_us=None, receipt_ref=None, sources=()),
            event("1", kind=EventKind.VERIFIED_USE, reward=-1),
            event("3", kind=EventKind.EXPOSURE),
            event("4", reward=0),
            event("5", principal="user:2"),
            event("6", scope_id="scope:far"),
        ):
            kept.record(told, NOW_US)
        assert ["2", "1"] == [one.event_id for one in kept.lessons(ME, HERE)]
        assert event("1", kind=EventKind.VERIFIED_USE, reward=-1) == kept.lessons(ME, HERE)[1]
        kept.retract(ME, "ci", "2", "flaky", NOW_US)
        kept.retract(ME, "ci", "2", "later", NOW_US + 1)
        assert ["1"] == [one.event_id for one in kept.lessons(ME, HERE)]
        found = kept.find_event(ME, "ci", "2")
        assert found is not None
        assert ("retracted", "2") == (found.status, found.event.event_id)
        assert kept.find_event("user:3", "ci", "2") is None
    assert [] == faults_of(brain)


def test_erased_source_takes_the_cues_of_its_reports(brain: Brain) -> None:
    """Every report that rests on it loses its cues and counts nothing; a second time is none."""
    with brain.writing() as writer:
        kept = writer.assemblies
        kept.record(event("1", sources=("obs:1", "obs:12")), NOW_US)
        kept.record(event("2", sources=("obs:123",)), NOW_US)
        kept.record(event("3", sources=("obs:12",), principal="user:2"), NOW_US)
        assert 1 == kept.erase_source(ME, "obs:12", NOW_US)
        assert 0 == kept.erase_source(ME, "obs:12", NOW_US)
        assert ["obs:12"] == kept.erased_among(ME, ["obs:1", "obs:12"])
        assert [] == kept.erased_among("user:2", ["obs:12"])
        assert [] == kept.erased_among(ME, [])
        assert ["2"] == [one.event_id for one in kept.lessons(ME, HERE)]
        assert ["3"] == [one.event_id for one in kept.lessons("user:2", HERE)]
        gone = event("1", sources=("obs:1", "obs:12"), cues=())
        assert KeptEvent(gone, is_erased=True) == kept.find_event(ME, "ci", "1")


def test_forgotten_terms_leave_the_cues_of_everybody(brain: Brain) -> None:
    """Whoever's report it is; one without such a term stays as it was."""
    with brain.writing() as writer:
        kept = writer.assemblies
        kept.record(event("1", cues=("deploy", "zanzibar")), NOW_US)
        kept.record(event("2", cues=("zanzibar",), principal="user:2"), NOW_US)
        kept.record(event("3"), NOW_US)
        assert 2 == kept.forget(["absent", "zanzibar"])
        assert 0 == kept.forget(["zanzibar"])
        assert 0 == kept.forget([])
        assert [("deploy",), event().cues] == [one.cues for one in kept.lessons(ME, HERE)]
        assert [()] == [one.cues for one in kept.lessons("user:2", HERE)]


def test_observations_that_stand_are_told_with_their_source(brain: Brain) -> None:
    """Not one that was retracted, altered or never there; a closed source is no matter here."""
    grant = Grant("log", HERE, Role.TOOL_REPORT, 1000)
    with brain.writing() as writer:
        insert(writer, content("Anna said zanzibar"))
        source = writer.observations.register(ME, grant, NOW_US)
        for key in ("stays", "gone", "zanzibar"):
            event_ = Event(key, CleanText(key))
            writer.observations.add(source, "1", event_, content_hash(CleanText(key)), NOW_US)
        writer.observations.retract(2, "wrong", NOW_US)
        writer.observations.set_enabled(source.source_no, is_enabled=False)
        assert {1: 1, 3: 1} == writer.assemblies.unaltered([1, 2, 3, 4])
        writer.erasure.erase([1], ["zanzibar"], writer.erasure.open_erasure("t", 1, NOW_US))
        assert {1: source.source_no} == writer.assemblies.unaltered([1, 2, 3, 4])
        assert {} == writer.assemblies.unaltered([])


def test_reports_that_teach_nothing_go_first(brain: Brain) -> None:
    """Of a full scope the oldest report that teaches nothing goes, then the oldest."""
    with brain.writing() as writer:
        kept = writer.assemblies
        kept.record(event("first"), NOW_US)
        kept.record(event("exposed", kind=EventKind.EXPOSURE), NOW_US)
        for number in range(ROUTE_EVENTS_MAX - 1):
            kept.record(event(str(number), cues=("x",), sources=()), NOW_US)
        assert kept.find_event(ME, "ci", "exposed") is None
        assert kept.find_event(ME, "ci", "first") is not None
        kept.record(event("last"), NOW_US)
        assert kept.find_event(ME, "ci", "first") is None
        assert ROUTE_EVENTS_MAX == len(kept.lessons(ME, HERE))


def test_forgotten_words_leave_assemblies_and_reports(brain: Brain) -> None:
    """They are cut out of notes and cues, and the digest that would confirm a guess goes."""
    noted = '{"codec":"raw","rows":[{"note":"Anna said zanzibar"}]}'
    with brain.writing() as writer:
        insert(writer, content("Anna said zanzibar"))
        writer.assemblies.add(assembly(envelope=noted))
        reported = event(cues=("deploy", "zanzibar"), receipt_ref="zanzibar")
        writer.assemblies.record(reported, NOW_US)
        erasure_id = writer.erasure.open_erasure("t", 1, NOW_US)
        writer.erasure.erase([1], ["Anna said zanzibar", "zanzibar"], erasure_id)
        left = writer.assemblies.find(ME, "release")
        assert left is not None
        assert ('{"codec":"raw","rows":[{"note":""}]}', "00" * 32) == (left.envelope, left.digest)
        assert [("deploy", "")] == [one.cues for one in writer.assemblies.lessons(ME, HERE)]
        kept = writer.assemblies.find_event(ME, "ci", "1")
        assert kept is not None
        assert "" == kept.event.receipt_ref
    assert [] == faults_of(brain)
