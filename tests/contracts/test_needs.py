"""Does every store keep what is asked for, and find what holds it?"""

from cortex.core.observe.cues import cues_of
from cortex.core.text.digests import content_hash
from cortex.model.durations import SECOND_US
from cortex.model.needs import Asked, Hits, NeedSpec, Overflow, Rank, Sized
from cortex.model.observations import Event, Grant, Observation, Role, Source
from cortex.model.text import RawText
from cortex.ports.brain import Brain, BrainWriter
from cortex.services.projection import project
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import stored

HERE = "project:/srv/here/.git"
SPEC = NeedSpec(
    "ci",
    HERE,
    ("failed", "日本"),
    ("flaky",),
    5,
    1000,
    60,
    is_learned=True,
    overflow=Overflow.REFUSE,
)


def registered(
    writer: BrainWriter, key: str = "log", role: Role = Role.DOCUMENT, scope: str = HERE
) -> Source:
    """Register a source."""
    return writer.observations.register("solo", Grant(key, scope, role, 1000), NOW_US)


def captured(writer: BrainWriter, source: Source, text: str) -> Observation:
    """Keep one event, found by its words."""
    number = sum(1 for _ in writer.observations.iter_all()) + 1
    event = Event(f"e{number}", RawText(text))
    seen = writer.observations.add(source, "1", event, content_hash(text), NOW_US)
    project(writer, seen)
    return seen


def asked(*cues: str, excluded: tuple[str, ...] = (), after: Rank | None = None) -> Asked:
    """Ask for words in the one scope."""
    return Asked("solo", (HERE,), tuple(cues_of(cues)), tuple(cues_of(excluded)), after)


def hits(brain: Brain, question: Asked, limit: int = 10) -> Hits:
    """Give what is found."""
    with brain.reading() as reader:
        return reader.needs.hits(question, limit)


def ids(found: Hits) -> list[int]:
    """Give the ids of the first hits."""
    return [hit.rank.observation_id for hit in found.first]


def test_a_need_comes_back_as_it_was_kept(brain: Brain) -> None:
    """Every part of a need is read back; the same id replaces it; each is a principal's own."""
    with brain.writing() as writer:
        first = writer.needs.keep("solo", SPEC, NOW_US)
        assert first == writer.needs.find("solo", "ci")
        other = SPEC._replace(cues=("port",), exclude_cues=(), is_learned=False)
        second = writer.needs.keep("solo", other, NOW_US + 5)
    with brain.reading() as reader:
        assert second == reader.needs.find("solo", "ci")
        assert NOW_US + 5 + 60 * SECOND_US == second.expires_us
        assert reader.needs.find("user:2", "ci") is None
        assert reader.needs.find("solo", "cd") is None


def test_a_need_ends_at_its_instant(brain: Brain) -> None:
    """One that ends now does not stand any more, and is what is dropped."""
    with brain.writing() as writer:
        end_us = writer.needs.keep("solo", SPEC, NOW_US).expires_us
        writer.needs.keep("solo", SPEC._replace(need_id="b", ttl_seconds=61), NOW_US)
        writer.needs.keep("user:2", SPEC, NOW_US)
    with brain.writing() as writer:
        standing = [need.spec.need_id for need in writer.needs.active("solo", end_us - 1)]
        assert ["b", "ci"] == standing
        assert ["b"] == [need.spec.need_id for need in writer.needs.active("solo", end_us)]
        assert 1 == writer.needs.drop_expired("solo", end_us)
        assert writer.needs.find("solo", "ci") is None
        assert writer.needs.find("user:2", "ci") is not None


def test_any_cue_is_enough_and_more_of_them_rank_higher(brain: Brain) -> None:
    """Most cues first, then the newest; counts are of all that was found."""
    with brain.writing() as writer:
        source = registered(writer)
        for text in ("port", "the port of the gateway", "ports", "nothing of it"):
            captured(writer, source, text)
    found = hits(brain, asked("port", "gateway"), 2)
    assert [(2, 2), (1, 3)] == [tuple(hit.rank) for hit in found.first]
    assert (3, 4 + 23 + 5) == (found.total, found.text_bytes)
    assert [23, 5] == [hit.text_bytes for hit in found.first]
    assert Hits((), 0, 0) == hits(brain, asked("absent"))


def test_a_cue_needs_every_term_of_its_word(brain: Brain) -> None:
    """A word of several terms is held by whoever has them all: a name, a Japanese word."""
    with brain.writing() as writer:
        source = registered(writer)
        for text in ("def get_user(name)", "get the name", "検索結果が空", "検索する", "getUser()"):
            captured(writer, source, text)
    assert [5, 1] == ids(hits(brain, asked("get_user")))
    assert [3] == ids(hits(brain, asked("検索結果")))
    assert [4, 3] == ids(hits(brain, asked("検索")))


def test_excluded_cues_remove(brain: Brain) -> None:
    """What holds an excluded cue is not found, whatever else it holds."""
    with brain.writing() as writer:
        source = registered(writer)
        captured(writer, source, "tests failed")
        captured(writer, source, "tests failed, they are flaky")
    assert [1] == ids(hits(brain, asked("failed", excluded=("flaky",))))
    assert [1] == ids(hits(brain, asked(excluded=("flaky",))))


def test_without_cues_everything_is_found_newest_first(brain: Brain) -> None:
    """No cue means the newest, and no scope means nothing."""
    with brain.writing() as writer:
        source = registered(writer)
        for text in ("one", "---", "three"):
            captured(writer, source, text)
    found = hits(brain, asked(), 2)
    assert [(0, 3), (0, 2)] == [tuple(hit.rank) for hit in found.first]
    assert 3 == found.total
    assert Hits((), 0, 0) == hits(brain, asked()._replace(scope_ids=()))


def test_a_page_goes_on_where_the_last_one_ended(brain: Brain) -> None:
    """After a rank come exactly those below it; what was captured meanwhile moves nothing."""
    with brain.writing() as writer:
        source = registered(writer)
        for text in ("port gateway", "port", "gateway port", "gateway"):
            captured(writer, source, text)
    first = hits(brain, asked("port", "gateway"), 2)
    assert [3, 1] == ids(first)
    with brain.writing() as writer:
        captured(writer, source, "port gateway again")
    rest = hits(brain, asked("port", "gateway", after=first.first[-1].rank), 5)
    assert ([4, 2], 2) == (ids(rest), rest.total)


def test_only_what_may_be_offered_is_found(brain: Brain) -> None:
    """Another scope, principal or role, a closed source, what was taken back: out. CQR H10"""
    with brain.writing() as writer:
        for key, role, scope in (
            ("a", Role.DELIVERY_ONLY, HERE),
            ("b", Role.DOCUMENT, "user"),
            ("c", Role.DOCUMENT, HERE),
        ):
            captured(writer, registered(writer, key, role, scope), "port")
        closed = writer.observations.find_source("solo", "c")
        assert closed is not None
        writer.observations.set_enabled(closed.source_no, is_enabled=False)
        source = registered(writer, "d")
        gone = captured(writer, source, "port")
        writer.observations.retract(gone.observation_id, "wrong", NOW_US)
        stays = captured(writer, source, "port")
    assert [stays.observation_id] == ids(hits(brain, asked("port")))
    assert [] == ids(hits(brain, asked("port")._replace(principal="user:2")))


def test_requirements_are_kept_once(brain: Brain) -> None:
    """Each parent gives its children by id with their size; noting one twice changes nothing."""
    with brain.writing() as writer:
        source = registered(writer)
        one, two, three = (
            captured(writer, source, text).observation_id for text in ("a", "é", "c")
        )
        for child in (three, two, three):
            writer.needs.require(one, child, NOW_US)
        writer.needs.require(two, three, NOW_US)
    with brain.reading() as reader:
        assert {
            one: (Sized(two, 2), Sized(three, 1)),
            two: (Sized(three, 1),),
        } == reader.needs.required_by([one, two, three])
        assert {} == reader.needs.required_by([])
        assert {} == reader.needs.required_by([three])


def test_what_waits_to_be_findable_is_told(brain: Brain) -> None:
    """Whatever is not indexed waits, newest first, in the scopes named."""
    with brain.writing() as writer:
        source = registered(writer)
        for text in ("a", "---", "c"):
            captured(writer, source, text)
        numbers = []
        for key in "xy":
            event = Event(key, RawText("failed"))
            kept = writer.observations.add(source, "1", event, content_hash("failed"), NOW_US)
            numbers.append(kept.observation_id)
        assert Hits((), 0, 0) == writer.needs.hits(asked("failed"), 5)
    with brain.reading() as reader:
        assert numbers[::-1] == reader.needs.waiting("solo", (HERE,), 5)
        assert numbers[1:] == reader.needs.waiting("solo", (HERE,), 1)
        assert [] == reader.needs.waiting("solo", ("user",), 5)
        assert [] == reader.needs.waiting("solo", (), 5)


def test_files_never_captured_are_told(brain: Brain) -> None:
    """A registered file that handed over nothing is named until it does, unless it is closed."""
    with brain.writing() as writer:
        registered(writer, "log")
        heard = registered(writer, "file:/b")
        captured(writer, heard, "text")
        closed = registered(writer, "file:/c")
        writer.observations.set_enabled(closed.source_no, is_enabled=False)
        registered(writer, "file:/a")
        registered(writer, "file:/d", scope="user")
    with brain.reading() as reader:
        assert ["file:/a"] == reader.needs.never_captured("solo", (HERE,))
        assert ["file:/a", "file:/d"] == reader.needs.never_captured("solo", (HERE, "user"))
        assert [] == reader.needs.never_captured("solo", ())


def test_forgotten_words_leave_a_need(brain: Brain) -> None:
    """The words of a forgotten fact are cut out of cues, whatever JSON makes of them."""
    stored(brain)
    said = 'Anna said "zanzibar" \\ 日本'
    with brain.writing() as writer:
        writer.needs.keep("solo", SPEC._replace(cues=(said, "port"), exclude_cues=(said,)), NOW_US)
        writer.erasure.erase([1], [said], writer.erasure.open_erasure("t", 1, NOW_US))
        need = writer.needs.find("solo", "ci")
    assert need is not None
    assert (("", "port"), ("",)) == (need.spec.cues, need.spec.exclude_cues)
