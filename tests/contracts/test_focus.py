"""Do both stores add a fact to the newest open focus session, and to no other?"""

from cortex.model.focus import FocusSession
from cortex.ports.brain import Brain

NOW = 1_750_000_000_000_000
ME, OTHER = 0, 2


def session(label: str, agent: str = "ann") -> FocusSession:
    """Give a session nobody stored yet."""
    return FocusSession(0, agent, label, "user", NOW)


def test_fact_goes_to_the_newest_open_session(brain: Brain) -> None:
    """Only the agent's own newest open session gets it, and once."""
    with brain.writing() as writer:
        rows = writer.focus
        older = rows.start(ME, session("older"))
        newer = rows.start(ME, session("newer"))
        foreign = rows.start(ME, session("theirs", "bob"))
        elsewhere = rows.start(OTHER, session("other owner"))
        for fact_id in (7, 5, 7):
            rows.note(ME, "ann", fact_id)
        assert [5, 7] == rows.entries(newer.focus_id, 10)
        assert [7] == rows.entries(newer.focus_id, 1)
        for untouched in (older, foreign, elsewhere):
            assert [] == rows.entries(untouched.focus_id, 10)


def test_ended_session_takes_nothing_more(brain: Brain) -> None:
    """After its end the next older open one is the newest; without any nothing happens."""
    with brain.writing() as writer:
        rows = writer.focus
        older = rows.start(ME, session("older"))
        newer = rows.start(ME, session("newer"))
        rows.end(newer._replace(ended_us=NOW + 1, chars_before=9, chars_after=3))
        rows.note(ME, "ann", 4)
        assert [4] == rows.entries(older.focus_id, 10)
        assert [older] == rows.open_sessions(ME, "ann")
        rows.end(older._replace(ended_us=NOW + 1))
        rows.note(ME, "ann", 6)
        assert [4] == rows.entries(older.focus_id, 10)
        assert [] == rows.open_sessions(ME, "ann")


def test_open_sessions_are_newest_first(brain: Brain) -> None:
    """They come by id, downwards, of one agent and owner."""
    with brain.writing() as writer:
        for label in ("a", "b", "c"):
            writer.focus.start(ME, session(label))
        assert ["c", "b", "a"] == [one.label for one in writer.focus.open_sessions(ME, "ann")]
        assert [] == writer.focus.open_sessions(OTHER, "ann")
