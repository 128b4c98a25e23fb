"""Does what happened in a host become an observation, once, attributed and in its session?"""

import pytest

from cortex.core.text.fence import fence
from cortex.hosts.registry import adapter_of
from cortex.model.host_events import CODEX, HostEvent
from cortex.model.host_grants import HostGrant
from cortex.model.limits import OBSERVATION_BYTES_MAX
from cortex.model.observations import Role
from cortex.model.refusals import CaptureRefused
from cortex.ports.brain import Brain
from cortex.services.host_capture import (
    Keeping,
    KeptEvent,
    default_grant,
    grant_host,
    keep_event,
    source_key,
)
from cortex.services.search import ranked_observations
from tests.services.factory import START_US

HERE = "project:/home/ada/project/.git"
ME = Keeping("solo", HERE, START_US)
SESSION = "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7"


def event(**fields: object) -> HostEvent:
    """Give an event of Claude Code with these fields beside the usual ones."""
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": SESSION,
        "cwd": "/home/ada/project",
        "prompt": "why did we pin the driver?",
        "prompt_id": "p1",
        **fields,
    }
    found = adapter_of("claude-code").read_event(payload)
    assert found is not None
    return found


def keep(brain: Brain, one: HostEvent, keeping: Keeping = ME) -> KeptEvent:
    """Keep one event in a transaction of its own."""
    with brain.writing() as writer:
        return keep_event(writer, one, keeping)


@pytest.fixture
def granted(brain: Brain) -> Brain:
    """Give a brain in which Claude Code may hand over."""
    grant_host(brain, default_grant("claude-code", "user"), "solo", START_US)
    return brain


def test_nothing_is_kept_without_a_grant(brain: Brain) -> None:
    """CQR H3: a host that nobody let in is refused, and so is one let in for its other way only."""
    with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
        keep(brain, event())
    past = HostGrant("past", "claude-code", "user", is_live=False)
    grant_host(brain, past, "solo", START_US)
    with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
        keep(brain, event())
    assert keep(brain, event(), ME._replace(is_history=True)).observation is not None
    with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
        keep(brain, event(), ME._replace(principal="user:2"))


def test_prompt_is_kept_exactly_and_has_its_place(granted: Brain) -> None:
    """CQR I7: a prompt is the person's words byte for byte, in the session's scope and order."""
    kept = keep(granted, event(prompt="  why?\n")).observation
    assert kept is not None
    assert "  why?\n" == kept.event.text
    assert (Role.USER_STATEMENT, HERE, SESSION, "p1") == (
        kept.source.role,
        kept.source.scope_id,
        kept.generation,
        kept.event.key,
    )
    with granted.reading() as reader:
        turn = reader.turns.turn_of(kept.observation_id)
        assert turn is not None
        assert ("user", START_US) == (turn.speaker, turn.at_us)


def test_same_event_again_is_a_duplicate(granted: Brain) -> None:
    """CQR I2: the second telling of an event gives the first observation, whatever its words."""
    first = keep(granted, event())
    again = keep(granted, event(), ME._replace(is_history=True, now_us=START_US + 5))
    other = keep(granted, event(prompt="why?"))
    assert (True, False) == (again.is_duplicate, again.differs)
    assert (True, True) == (other.is_duplicate, other.differs)
    assert first.observation == again.observation == other.observation


def test_event_told_from_another_folder_is_the_same(granted: Brain) -> None:
    """Case 91: a session whose folder changed, or a transcript read elsewhere, adds no second."""
    first = keep(granted, event())
    moved = keep(granted, event(), ME._replace(scope_id="project:/other/.git"))
    assert moved.is_duplicate
    assert first.observation == moved.observation


def test_same_words_twice_are_two_events(granted: Brain) -> None:
    """CQR H4: two prompts of the same words are two, in one session and in two."""
    ids = {
        keep(granted, event(prompt_id=key, session_id=session)).observation
        for key in ("p1", "p2")
        for session in (SESSION, "s2")
    }
    assert 4 == len(ids)


@pytest.mark.parametrize("gone", ["prompt_id", "session_id"])
def test_event_without_identity_is_refused(granted: Brain, gone: str) -> None:
    """CQR I5: what has no id of its host could be kept twice, so it is not kept."""
    with pytest.raises(CaptureRefused, match=r"^original_event_identity_required"):
        keep(granted, event(**{gone: None}))


def test_end_of_a_turn_needs_the_id_of_its_prompt(granted: Brain) -> None:
    """CQR I5: a last message is named after its prompt, and refused without one."""
    stop = {"hook_event_name": "Stop", "last_assistant_message": "done", "prompt": None}
    kept = keep(granted, event(**stop)).observation
    assert kept is not None
    assert ("final:p1", Role.AGENT_ASSERTION) == (kept.event.key, kept.source.role)
    with pytest.raises(CaptureRefused, match=r"^original_event_identity_required"):
        keep(granted, event(**stop, prompt_id=""))


def test_turn_that_goes_on_has_two_ends(granted: Brain) -> None:
    """A turn that a hook sent on ends again with other words, and both ends are kept."""
    stop = {"hook_event_name": "Stop", "last_assistant_message": "done"}
    first = keep(granted, event(**stop))
    more = {**stop, "last_assistant_message": "tests pass now", "stop_hook_active": True}
    second, again = keep(granted, event(**more)), keep(granted, event(**more))
    assert not second.is_duplicate
    assert again.is_duplicate
    assert first.observation != second.observation


def test_bash_answer_is_stored_exactly(granted: Brain) -> None:
    """CQR I1: the five fields of a Bash answer are kept as they are, in their order."""
    answer = {
        "stdout": 'hi\n\t"there"\u2026',
        "stderr": "",
        "interrupted": False,
        "isImage": False,
        "noOutputExpected": False,
    }
    one = event(
        hook_event_name="PostToolUse",
        tool_name="Bash",
        tool_use_id="toolu_1",
        tool_input={"command": "echo hi"},
        tool_response=answer,
    )
    kept = keep(granted, one).observation
    assert kept is not None
    assert (
        '{"stdout":"hi\\n\\t\\"there\\"\u2026","stderr":"","interrupted":false,"isImage":false,'
        '"noOutputExpected":false}'
    ) == kept.event.text
    assert Role.TOOL_REPORT is kept.source.role


@pytest.mark.parametrize(
    "tool",
    [
        {"tool_name": "mcp__cortex__cortex_query"},
        {"tool_name": "mcp__plugin_cortex_cortex__cortex_query"},
        {"tool_name": "Bash", "tool_input": {"command": "cd /x && /opt/bin/cortex query driver"}},
    ],
)
def test_our_own_answer_is_not_taken_in(granted: Brain, tool: dict[str, object]) -> None:
    """Case 94: what Cortex answered to a tool call is delivered text and no new observation."""
    one = event(
        hook_event_name="PostToolUse", tool_use_id="t1", tool_response="we pin the driver", **tool
    )
    assert KeptEvent(None) == keep(granted, one)


def test_recalled_block_in_a_prompt_is_not_taken_in(granted: Brain) -> None:
    """Case 26: our block inside a prompt is cut out; a prompt of nothing else is nothing."""
    block = fence("the driver is pinned", "memory")
    kept = keep(granted, event(prompt=f"and now?\n{block}")).observation
    assert kept is not None
    assert "and now?" == kept.event.text
    assert keep(granted, event(prompt=block, prompt_id="p2")).observation is None


def test_forged_fields_change_nothing(granted: Brain) -> None:
    """CQR I6: a live payload that claims a role or an owner is kept as what it is."""
    forged = {"role": "document", "owner": "root", "principal": "user:9", "grant": "all"}
    kept = keep(granted, event(**forged, origin="external")).observation
    assert kept is not None
    assert (Role.USER_STATEMENT, "solo") == (kept.source.role, kept.source.principal)


def test_field_names_are_no_words_of_an_event(granted: Brain) -> None:
    """CQR I8: an event is found by its words, never by the names of its payload's fields."""
    keep(granted, event())
    with granted.reading() as reader:
        assert 1 == len(ranked_observations(reader, "driver", "solo", [HERE], 8))
        for name in ("prompt_id", "hook_event_name", "session_id", "cwd"):
            assert [] == ranked_observations(reader, name, "solo", [HERE], 8)


def test_event_without_a_folder_belongs_to_the_grants_scope(granted: Brain) -> None:
    """A payload that names no folder is kept where the operator said."""
    kept = keep(granted, event(), ME._replace(scope_id="")).observation
    assert kept is not None
    assert "user" == kept.source.scope_id


def test_long_event_is_cut_to_its_grant(brain: Brain) -> None:
    """An event above the grant's limit keeps head and tail, and the mark says what is missing."""
    small = HostGrant("g", "claude-code", "user", bytes_max=1_000)
    grant_host(brain, small, "solo", START_US)
    kept = keep(brain, event(prompt="word " * 1_000 + "end")).observation
    assert kept is not None
    assert len(kept.event.text.encode()) <= 1_000
    assert kept.event.text.endswith("end")
    assert "bytes left out" in kept.event.text


def test_closed_source_takes_nothing_more(granted: Brain) -> None:
    """CQR H12: a host's source that the operator disabled refuses what comes after."""
    keep(granted, event())
    with granted.writing() as writer:
        key = source_key("claude-code", "user_statement", HERE)
        source = writer.observations.find_source("solo", key)
        assert source is not None
        writer.observations.set_enabled(source.source_no, is_enabled=False)
    with pytest.raises(CaptureRefused, match=r"^source_disabled_or_policy_stale"):
        keep(granted, event(prompt_id="p2"))


def test_same_terms_grant_once(brain: Brain) -> None:
    """Granting again is no change, also for a newer version; other terms are refused."""
    first = default_grant("codex", "user")._replace(host_version="0.171.0")
    assert first == grant_host(brain, first, "solo", START_US)
    newer = first._replace(host_version="0.172.0", adapter_version="2")
    assert first == grant_host(brain, newer, "solo", START_US)
    with pytest.raises(CaptureRefused, match=r"^source_registration_conflict"):
        grant_host(brain, first._replace(bytes_max=10), "solo", START_US)


@pytest.mark.parametrize(
    ("grant", "reason"),
    [
        (HostGrant(" ", "codex", "user"), "invalid_source_identity"),
        (HostGrant("k", "emacs", "user"), "invalid_source_identity"),
        (HostGrant("k", "codex", "user", bytes_max=0), "capture_byte_limit"),
        (
            HostGrant("k", "codex", "user", bytes_max=OBSERVATION_BYTES_MAX + 1),
            "capture_byte_limit",
        ),
    ],
)
def test_grant_out_of_bounds_is_refused(brain: Brain, grant: HostGrant, reason: str) -> None:
    """A blank key, an unknown host and a limit out of range grant nothing."""
    with pytest.raises(CaptureRefused, match=f"^{reason}"):
        grant_host(brain, grant, "solo", START_US)
    with brain.reading() as reader:
        assert [] == reader.hosts.grants("solo")


def test_version_of_a_grant_is_clean(brain: Brain) -> None:
    """What is noted beside a grant is free text, and cleaned as any other."""
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    given = default_grant(CODEX, "user")._replace(host_version=token, adapter_version="x" * 500)
    kept = grant_host(brain, given, "solo", 1)
    assert ("[redacted]", 200) == (kept.host_version, len(kept.adapter_version))
    assert kept == grant_host(brain, given, "solo", 2)
