"""Does every store find observations by the same words, and only those that may be offered?"""

from cortex.core.text.digests import content_hash
from cortex.model.observations import Event, Grant, Observation, Role, Source
from cortex.model.text import CleanText
from cortex.ports.brain import Brain, BrainWriter
from cortex.services.projection import project, project_all, project_pending
from tests.contracts.brains import NOW_US, faults_of

HERE = "scope:here"


def registered(writer: BrainWriter, key: str = "log", role: Role = Role.DOCUMENT) -> Source:
    """Register a source."""
    return writer.observations.register("solo", Grant(key, HERE, role, 1000), NOW_US)


def kept(writer: BrainWriter, source: Source, text: str, key: str) -> Observation:
    """Keep an observation that is not indexed yet."""
    event = Event(key, CleanText(text), NOW_US)
    return writer.observations.add(source, "1", event, content_hash(text), NOW_US)


def found(brain: Brain, term: str, principal: str = "solo") -> list[int]:
    """Give the numbers of the documents that hold a term and may be offered."""
    with brain.reading() as reader:
        index = reader.search_index
        spaces = [space.space_no for space in index.spaces(principal, None)]
        numbers = [number for _, number, _, _ in index.postings(spaces, term)]
        return [one.observation_id for one in index.documents(numbers)]


def test_postings_tell_how_often_and_how_long(brain: Brain) -> None:
    """Each document that holds a term is given with its count and its length; spaces add up."""
    with brain.writing() as writer:
        source = registered(writer)
        for key, text in (("a", "port port gateway"), ("b", "gateway")):
            project(writer, kept(writer, source, text, key))
    with brain.reading() as reader:
        index = reader.search_index
        (space,) = index.spaces("solo", [HERE])
        assert (HERE, 2, 4) == (space.scope_id, space.documents, space.length)
        assert [(0, 1, 2, 3)] == index.postings([space.space_no], "port")
        assert {"port": 1, "gateway": 2} == index.frequencies(
            [space.space_no], ["port", "gateway", "absent"]
        )
        assert {1: 1, 2: 1} == index.occurrences("gateway", [1, 2, 999])
        assert [] == index.spaces("solo", []) == index.spaces("solo", ["scope:there"])
        assert [] == index.spaces("user:2", None)
        assert [] == index.postings([], "port")
        assert {} == index.frequencies([], ["port"])
        assert {} == index.occurrences("absent", [1])
    assert [] == faults_of(brain)


def test_only_what_may_be_offered_is_given(brain: Brain) -> None:
    """Delivered text, a closed source and a retracted observation are given to nobody."""
    with brain.writing() as writer:
        delivered = registered(writer, "ours", Role.DELIVERY_ONLY)
        closed, source = registered(writer, "closed"), registered(writer)
        numbers = [
            kept(writer, one, "port", str(place))
            for place, one in enumerate((delivered, closed, source, source))
        ]
        for one in numbers:
            project(writer, one)
        writer.observations.set_enabled(closed.source_no, is_enabled=False)
        writer.observations.retract(numbers[2].observation_id, "wrong", NOW_US)
        assert 0 == writer.search_index.pending()
    assert [4] == found(brain, "port")


def test_turns_are_found_by_speaker_and_day_and_counted_by_session(brain: Brain) -> None:
    """A turn's terms hold who spoke and when; its session's size is known."""
    with brain.writing() as writer:
        source = registered(writer, role=Role.USER_STATEMENT)
        session = writer.turns.open_session("solo", "codex", "s", HERE, NOW_US)
        seen = kept(writer, source, "port", "a")
        writer.turns.add(session, seen.observation_id, "Mara", 1_683_504_000_000_000)
        project(writer, seen)
        index = writer.search_index
        assert 1 == index.session_sizes([session, 99])[session].documents
        assert {} == index.session_sizes([])
        count, length = index.session_total([index.spaces("solo", None)[0].space_no])
        assert (1, index.session_sizes([session])[session].length) == (count, length)
        assert (0, 0) == index.session_total([])
    for term in ("port", "mara", "2023", "2023-05-08"):
        assert [1] == found(brain, term), term


def test_putting_again_replaces_and_clearing_drops(brain: Brain) -> None:
    """An observation is found by its latest entry alone; a rebuild finds it as before."""
    with brain.writing() as writer:
        seen = kept(writer, registered(writer), "port gateway", "a")
        project(writer, seen)
        project(writer, seen._replace(event=Event("a", CleanText("ledger"), NOW_US)))
        writer.search_index.forget_unused()
        assert [] == writer.search_index.words_near("g", 1, 20)
    assert ([], [1]) == (found(brain, "gateway"), found(brain, "ledger"))
    with brain.writing() as writer:
        project_all(writer)
        (space,) = writer.search_index.spaces("solo", None)
        assert (1, 2) == (space.documents, space.length)
        assert [("gateway", "gateway")] == writer.search_index.words_near("g", 7, 7)
        assert [] == writer.search_index.words_near("g", 8, 9)
        writer.search_index.clear()
        assert ([], 1) == (writer.search_index.spaces("solo", None), writer.search_index.pending())


def test_what_waits_is_indexed_newest_first_in_slices(brain: Brain) -> None:
    """A slice takes as many as it may, and tells how many are left."""
    with brain.writing() as writer:
        source = registered(writer)
        for place in range(3):
            kept(writer, source, f"port {place}", str(place))
        assert [3, 2] == writer.search_index.unindexed(2)
        assert 1 == project_pending(writer, 2)
    assert [2, 3] == found(brain, "port")
    with brain.writing() as writer:
        assert 0 == project_pending(writer, 2) == project_pending(writer, 2)
    assert [1, 2, 3] == found(brain, "port")
