"""Does every store keep what a source produced, exactly, and find it again?"""

from cortex.core.text.digests import content_hash
from cortex.model.observations import Event, Grant, Observation, OnSecret, Role, Source
from cortex.model.text import RawText
from cortex.ports.brain import Brain, BrainWriter
from cortex.services.projection import project
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import stored

HERE = "scope:here"
ODD = "  two  spaces, a tab\t and 日本語 \n"


def registered(writer: BrainWriter, key: str = "log", role: Role = Role.DOCUMENT) -> Source:
    """Register a source."""
    return writer.observations.register("solo", Grant(key, HERE, role, 1000), NOW_US)


def captured(writer: BrainWriter, source: Source, text: str, key: str = "e1") -> Observation:
    """Keep one event, and let it be found."""
    event = Event(key, RawText(text), NOW_US - 5)
    kept = writer.observations.add(source, "1", event, content_hash(text), NOW_US)
    project(writer, kept)
    return kept


def test_text_comes_back_byte_for_byte(brain: Brain) -> None:
    """What was kept is read back with every blank, and all that was said of it."""
    with brain.writing() as writer:
        kept = captured(writer, registered(writer), ODD)
    with brain.reading() as reader:
        assert kept == reader.observations.find(kept.observation_id)
        assert kept == reader.observations.find_event(kept.source.source_no, "1", "e1")
        assert reader.observations.find_event(kept.source.source_no, "2", "e1") is None
    assert "obs:1" == kept.reference


def test_sources_are_one_principals_own(brain: Brain) -> None:
    """A key belongs to whoever registered it; another principal sees nothing of it."""
    with brain.writing() as writer:
        second, first = registered(writer, "b"), registered(writer, "a")
        captured(writer, first, "port gateway")
    with brain.reading() as reader:
        assert [first, second] == reader.observations.sources("solo")
        assert [] == reader.observations.sources("user:2")
        assert reader.observations.find_source("user:2", "a") is None
        assert [] == reader.observations.newest("user:2", [HERE], 5)


def test_only_what_may_be_offered_is_given(brain: Brain) -> None:
    """Delivered text, a disabled source and a retracted observation are offered to nobody."""
    with brain.writing() as writer:
        delivered = registered(writer, "ours", Role.DELIVERY_ONLY)
        captured(writer, delivered, "port delivered")
        closed = registered(writer, "closed")
        captured(writer, closed, "port closed")
        writer.observations.set_enabled(closed.source_no, is_enabled=False)
        source = registered(writer)
        gone = captured(writer, source, "port gone")
        captured(writer, source, "port stays", "e2")
        writer.observations.retract(gone.observation_id, "wrong machine", NOW_US)
        writer.observations.retract(gone.observation_id, "later reason", NOW_US + 1)
    with brain.reading() as reader:
        assert ["port stays"] == [
            str(row.event.text) for row in reader.observations.newest("solo", [HERE], 5)
        ]
        kept = reader.observations.find(gone.observation_id)
    assert kept is not None
    assert ("port gone", "wrong machine", NOW_US) == (
        kept.event.text,
        kept.retraction,
        kept.retracted_us,
    )


def test_what_was_taken_out_is_remembered(brain: Brain) -> None:
    """An observation says what was taken out of its text; one that is exact says nothing."""
    with brain.writing() as writer:
        grant = Grant("log", HERE, Role.DOCUMENT, 1000, OnSecret.REDACT)
        source = writer.observations.register("solo", grant, NOW_US, 77)
        event, taken = Event("e1", RawText("[redacted]")), (("api_key", 2), ("password", 1))
        kept = writer.observations.add(
            source, "1", event, content_hash(event.text), NOW_US, redacted=taken
        )
        exact = captured(writer, source, "text", "e2")
    with brain.reading() as reader:
        assert kept == reader.observations.find(kept.observation_id)
        assert [taken, ()] == [one.redacted for one in reader.observations.iter_all()]
        assert exact == reader.observations.find(exact.observation_id)
        again = reader.observations.find_source("solo", "log")
    assert source == again
    assert (OnSecret.REDACT, 77) == (source.on_secret, source.policy_epoch)


def test_source_keeps_the_epoch_it_was_opened_under(brain: Brain) -> None:
    """Opening under an epoch notes it; closing, or opening without one, leaves it."""
    with brain.writing() as writer:
        number = registered(writer).source_no
        writer.observations.set_enabled(number, is_enabled=True, policy_epoch=5)
        writer.observations.set_enabled(number, is_enabled=False)
        found = writer.observations.find_source("solo", "log")
    assert found is not None
    assert (False, 5) == (found.is_enabled, found.policy_epoch)


def test_sources_that_are_closed_are_left_out(brain: Brain) -> None:
    """What a caller says is closed is offered to nobody, whatever the row says."""
    with brain.writing() as writer:
        source, other = registered(writer), registered(writer, "other")
        captured(writer, source, "port here")
        captured(writer, other, "port there")
        closed, rows = [source.source_no], writer.observations
        found = rows.newest("solo", [HERE], 5, closed)
        assert ["port there"] == [str(row.event.text) for row in found]
        assert [] == rows.newest("solo", [HERE], 5, [*closed, other.source_no])


def test_cites_are_kept_once(brain: Brain) -> None:
    """A fact gives what it cites, in id order; citing twice changes nothing."""
    fact = stored(brain)
    with brain.writing() as writer:
        source = registered(writer)
        ids = [captured(writer, source, f"text {n}", f"e{n}").observation_id for n in range(2)]
        writer.observations.cite(fact.fact_id, [ids[1], ids[0]], NOW_US)
        writer.observations.cite(fact.fact_id, ids[:1], NOW_US + 9)
    with brain.reading() as reader:
        cited = reader.observations.cited_by([fact.fact_id, 999])
        assert {} == reader.observations.cited_by([])
    assert [fact.fact_id] == list(cited)
    assert ids == [row.observation_id for row in cited[fact.fact_id]]


def test_events_of_a_generation_are_counted_up_to_a_limit(brain: Brain) -> None:
    """Each source and generation has its own count, which stops at the limit."""
    with brain.writing() as writer:
        source, other = registered(writer, "a"), registered(writer, "b")
        for key in ("e1", "e2", "e3"):
            captured(writer, source, "port", key)
        captured(writer, other, "port")
    with brain.reading() as reader:
        count = reader.observations.count
        assert (3, 0, 1) == (
            count(source.source_no, "1", 10),
            count(source.source_no, "2", 10),
            count(other.source_no, "1", 10),
        )
        assert 2 == count(source.source_no, "1", 2)
