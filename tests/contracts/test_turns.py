"""Does every store keep sessions and the order of their turns?"""

from cortex.core.text.digests import content_hash
from cortex.model.observations import Event, Grant, Role
from cortex.model.text import CleanText
from cortex.model.turns import HostSession, Turn
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US, faults_of

HERE = "scope:here"


def observed(writer: BrainWriter, key: str) -> int:
    """Keep an observation and give its number."""
    source = writer.observations.find_source("solo", "log") or writer.observations.register(
        "solo", Grant("log", HERE, Role.USER_STATEMENT, 100), NOW_US
    )
    event = Event(key, CleanText(key))
    kept = writer.observations.add(source, "1", event, content_hash(key), NOW_US)
    return kept.observation_id


def opened(
    writer: BrainWriter, key: str = "s", scope_id: str = HERE, principal: str = "solo"
) -> int:
    """Open a session."""
    return writer.turns.open_session(principal, "codex", key, scope_id, NOW_US)


def test_session_is_opened_once_in_a_scope(brain: Brain) -> None:
    """The same words give the same session; another scope, principal or host another one."""
    with brain.writing() as writer:
        first = opened(writer)
        assert first == opened(writer)
        elsewhere = opened(writer, scope_id="scope:there")
        theirs = opened(writer, principal="user:2")
        other = writer.turns.open_session("solo", "cursor", "s", HERE, NOW_US + 1)
        assert 4 == len({first, elsewhere, theirs, other})
    with brain.reading() as reader:
        turns = reader.turns
        assert HostSession(first, "solo", "codex", "s", HERE, NOW_US) == turns.find_session(first)
        assert turns.find_session(999) is None
        named = [one.session_no for one in turns.sessions_named("solo", "s")]
        assert sorted([first, elsewhere, other]) == named
        assert [] == turns.sessions_named("solo", "unheard")
    assert [] == faults_of(brain)


def test_turns_are_in_order_of_instant_then_number(brain: Brain) -> None:
    """What is read later from a transcript takes its place between what came live."""
    with brain.writing() as writer:
        session = opened(writer)
        late, early, same = (observed(writer, key) for key in ("late", "early", "same"))
        writer.turns.add(session, late, "user", 30)
        writer.turns.add(session, early, "assistant", 10)
        writer.turns.add(session, same, "tool", 30)
    with brain.reading() as reader:
        order = [turn.observation_id for turn in reader.turns.turns_of(session)]
        assert [early, late, same] == order
        assert Turn(early, session, "assistant", 10) == reader.turns.turn_of(early)
        assert reader.turns.turn_of(999) is None


def test_a_place_once_given_is_kept(brain: Brain) -> None:
    """Adding again changes neither session, speaker nor instant."""
    with brain.writing() as writer:
        first, second = opened(writer), opened(writer, "t")
        number = observed(writer, "a")
        writer.turns.add(first, number, "user", 10)
        writer.turns.add(second, number, "tool", 20)
        assert Turn(number, first, "user", 10) == writer.turns.turn_of(number)


def test_neighbours_are_of_the_same_session_and_in_order(brain: Brain) -> None:
    """A turn is given with those right before and after it, fewer at the ends."""
    with brain.writing() as writer:
        session, other = opened(writer), opened(writer, "t")
        numbers = [observed(writer, f"k{place}") for place in range(5)]
        for place, number in enumerate(numbers):
            writer.turns.add(session, number, "user", 10 * place)
        stranger, alone = observed(writer, "stranger"), observed(writer, "alone")
        writer.turns.add(other, stranger, "user", 15)
    with brain.reading() as reader:
        around = reader.turns.around([numbers[0], numbers[2], stranger, alone, 999], 1)
        assert {} == reader.turns.around([], 2)
    found = {key: [turn.observation_id for turn in turns] for key, turns in around.items()}
    assert {numbers[0]: numbers[:2], numbers[2]: numbers[1:4], stranger: [stranger]} == found
