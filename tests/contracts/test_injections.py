"""Do both stores keep what was put beside a prompt, and whether it was used?"""

import pytest

from cortex.model.injections import USE_WINDOW_US, CapturedDay, Injection, Use
from cortex.model.observations import Event, Grant, Role
from cortex.model.text import CleanText
from cortex.ports.brain import Brain

DAY_US = 86_400_000_000


def seen(at_us: int, *fact_ids: int, process_id: int = 1, session: str = "s") -> Injection:
    """Give a prompt beside which facts were told."""
    return Injection(
        at_us, process_id, 0, "claude-code", session, "injected", 300, 900, fact_ids, ()
    )


def test_prompt_counts_once(brain: Brain) -> None:
    """Instant and process name it; a second time nothing is stored, and the first word stands."""
    with brain.writing() as writer:
        rows = writer.injections
        assert rows.add(seen(5, 3, 2))
        assert not rows.add(seen(5, 9)._replace(size_bytes=1))
        assert rows.add(seen(5, process_id=2))
        assert rows.add(seen(6)._replace(owner_id=7))
        assert [seen(5, 2, 3), seen(5, process_id=2)] == rows.since(0, 0)
        assert [6] == [one.seen_us for one in rows.since(7, 6)]
        assert [] == rows.since(0, 6)


def test_use_is_marked_in_its_session_only(brain: Brain) -> None:
    """What a session comes back to is marked where it was told before, once."""
    with brain.writing() as writer:
        rows = writer.injections
        rows.add(seen(10, 2, 3))
        rows.add(seen(20, 2))
        rows.add(seen(10, 2, process_id=2, session="other"))
        assert 1 == rows.mark_used(Use("claude-code", "s", (2, 9), 15))
        assert 1 == rows.mark_used(Use("claude-code", "s", (2,), 30))
        assert 0 == rows.mark_used(Use("claude-code", "s", (2,), 40))
        assert 0 == rows.mark_used(Use("claude-code", "s", (), 40))
        assert [(2,), (), (2,)] == [one.used_ids for one in rows.since(0, 0)]


@pytest.mark.parametrize(
    ("agent", "at_us", "marked"),
    [
        ("claude-code", USE_WINDOW_US + 10, 1),
        ("claude-code", USE_WINDOW_US + 11, 0),
        ("claude-code", 10, 0),
        ("claude-code-agent", 20, 1),
        ("codex", 20, 0),
        ("claude", 20, 0),
    ],
)
def test_use_without_a_session_counts_for_the_host(
    brain: Brain, agent: str, at_us: int, marked: int
) -> None:
    """An agent that names no session used what its host was told before, within the window."""
    with brain.writing() as writer:
        writer.injections.add(seen(10, 2))
        assert marked == writer.injections.mark_used(Use(agent, "", (2,), at_us))


def test_pruning_keeps_the_newest(brain: Brain) -> None:
    """Prompts beyond the number go with what was told beside them; none is a valid number."""
    with brain.writing() as writer:
        rows = writer.injections
        for at_us in (3, 1, 2):
            rows.add(seen(at_us, at_us))
        rows.prune(3)
        assert 3 == len(rows.since(0, 0))
        rows.prune(1)
        assert [seen(3, 3)] == rows.since(0, 0)
        assert 0 == rows.mark_used(Use("claude-code", "s", (1, 2), 9))
        rows.prune(0)
        assert [] == rows.since(0, 0)


def test_captured_counts_host_sources_by_day(brain: Brain) -> None:
    """Events of ``host:`` sources count by host and day, for their principal, from an instant."""
    with brain.writing() as writer:
        keep = writer.observations
        for principal, key in (
            ("solo", "host:codex:user"),
            ("solo", "host:codex:tool"),
            ("solo", "hosting"),
            ("user:2", "host:codex:user"),
        ):
            source = keep.register(principal, Grant(key, "user", Role.USER_STATEMENT, 100), 1)
            for number in (1, 2):
                event = Event(f"e{number}", CleanText("said"), None)
                keep.add(source, "g", event, "00" * 32, number * DAY_US)
        assert [
            CapturedDay("codex", "1970-01-02", 2),
            CapturedDay("codex", "1970-01-03", 2),
        ] == writer.injections.captured("solo", 0)
        assert [CapturedDay("codex", "1970-01-03", 2)] == writer.injections.captured(
            "solo", 2 * DAY_US
        )
        assert [] == writer.injections.captured("user:3", 0)
