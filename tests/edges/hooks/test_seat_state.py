"""Is a seat's STATE.md given back after each compaction, once, whichever events come?"""

import json
from pathlib import Path

import pytest

from cortex.model.host_events import CONTEXT_CHARS_MAX
from tests.edges.hooks.live import Live
from tests.edges.hooks.seated import SESSION, STATE, Seated, stamp

HANDED = "the context was compacted"


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """Give a seat that has written its state down."""
    seat = Seated(tmp_path)
    seat.state.write_text(STATE)
    return seat


def test_state_is_given_back_after_a_compaction(seated: Seated) -> None:
    """Case 35: tasks, decisions, promises and the next step stand in the session again."""
    seated.row(type="user", message={"role": "user", "content": "Move the gateway."})
    seated.compact("PreCompact")
    said = seated.start("compact")
    assert HANDED in said
    assert STATE.strip() in said
    assert "" == seated.journal


def test_hooks_of_other_processes_and_folders_find_it(seated: Seated, tmp_path: Path) -> None:
    """Case 37: what is known of a session is filed under its id, not process or folder."""
    deep = seated.root / "work" / "deep"
    deep.mkdir(parents=True)
    payload = seated.payload("PreCompact", trigger="auto", cwd=str(deep))
    assert b"" == seated.fire("compact-before", payload, cwd=tmp_path).stdout
    seated.boundary()
    assert HANDED in seated.prompt(cwd=str(deep))
    assert [SESSION] == [path.name for path in (seated.kept / "meter").iterdir()]


@pytest.mark.parametrize("name", ["PreCompact", "PostCompact"])
def test_events_without_a_channel_stay_silent(seated: Seated, name: str) -> None:
    """Case 38: at the events of the compaction itself the host discards text, so there is none."""
    seated.compact(name, compact_summary="what was said")


@pytest.mark.parametrize(
    "events",
    [
        ("PreCompact", "SessionStart", "PostCompact"),
        ("PreCompact", "PostCompact", "SessionStart"),
        ("PreCompact", "PreCompact", "SessionStart", "PostCompact", "PostCompact"),
        ("SessionStart",),
        ("PostCompact", "SessionStart"),
        ("PreCompact", "PostCompact"),
        ("PreCompact",),
        (),
    ],
    ids=" ".join,
)
def test_state_is_given_back_once_whichever_events_come(
    seated: Seated, events: tuple[str, ...]
) -> None:
    """In each observed order, doubled or missing: once, at the latest beside a prompt."""
    seated.answer(50_000)
    seated.start("startup")
    seated.let_time_pass()
    seated.boundary()
    told = []
    for name in events:
        if name == "SessionStart":
            told.append(seated.start("compact"))
        else:
            seated.compact(name)
    told += [seated.prompt() for _ in range(3)]
    assert 1 == sum(HANDED in said for said in told)


def test_compaction_in_the_middle_of_a_turn_is_found_beside_a_tool(seated: Seated) -> None:
    """A host that compacts between two tools and starts no session anew is told at the next one."""
    seated.start("startup")
    seated.let_time_pass()
    seated.compact("PreCompact")
    seated.boundary()
    seated.answer(20_000, at=stamp(2))
    assert HANDED in seated.tool()
    assert "" == seated.tool()


def test_compaction_that_was_broken_off_gives_nothing_back(seated: Seated) -> None:
    """An event alone is not believed where the transcript knows of no compaction."""
    seated.answer(50_000)
    seated.start("startup")
    seated.compact("PreCompact")
    assert ["", ""] == [seated.prompt(), seated.tool()]


def test_transcript_that_is_written_behind_hides_no_compaction(seated: Seated) -> None:
    """What the transcript says a prompt late is found then; one that is over needs no transcript.

    Seen with Claude Code 2.1.197: its boundary was not in the file at the prompt after it.
    """
    seated.answer(20_000)
    seated.compact("PreCompact")
    assert "" == seated.prompt()
    seated.boundary()
    seated.answer(21_000)
    assert HANDED in seated.prompt()
    seated.let_time_pass()
    seated.compact("PostCompact", compact_summary="x")
    assert HANDED in seated.prompt()
    assert "" == seated.prompt()


def test_host_without_a_start_after_a_compaction_is_told_beside_the_prompt(seated: Seated) -> None:
    """Gemini CLI starts no session anew: the prompt after a compression gets it, once."""
    payload = seated.payload("PreCompress", trigger="manual", timestamp="2026-01-01T00:00:00Z")
    assert b"" == seated.fire("compact-before", payload, GEMINI_SESSION_ID="1").stdout
    prompt = seated.payload("BeforeAgent", prompt="go on", timestamp="2026-01-01T00:00:01Z")
    told = [seated.fire("prompt", prompt).stdout.decode() for _ in range(2)]
    assert [True, False] == [HANDED in said for said in told]
    assert "BeforeAgent" == json.loads(told[0])["hookSpecificOutput"]["hookEventName"]


def test_what_is_owed_waits_for_an_event_at_which_the_host_listens(seated: Seated) -> None:
    """Cursor takes no text beside a prompt: the tool after it carries what is given back."""
    session = {"conversation_id": SESSION, "generation_id": "g1", "cursor_version": "1.7.2"}
    told = {"session_id": "", "workspace_roots": [str(seated.root)], **session}
    seated.fire("compact-before", seated.payload("preCompact", trigger="auto", **told))
    prompt = seated.payload("beforeSubmitPrompt", prompt="go on", **told)
    assert b"" == seated.fire("prompt", prompt).stdout
    tool = {"tool_name": "Shell", "tool_use_id": "t1", "tool_output": "a"}
    payload = seated.payload("postToolUse", **tool, **told)
    said = [seated.fire("tool-after", payload).stdout for _ in range(2)]
    assert [True, False] == [HANDED.encode() in one for one in said]


def test_output_stays_within_what_the_host_takes(seated: Seated) -> None:
    """Seat T5, cases 40, 46: of 30,000 characters or 5 MB at most 10,000, promises whole."""
    promises = "- [open] pay Ana \u7aef\u53e3\n" * 40
    text = STATE.replace("- [open] about Promises to the user\n", promises)
    seated.state.write_text(text + "\n## Dead ends\n" + "tried and failed\n" * 1_700)
    assert len(seated.state.read_text()) > 30_000
    said = seated.start("compact")
    assert 7_000 < len(said) <= CONTEXT_CHARS_MAX
    assert promises.strip() in said
    assert "exact next step: book them" in said
    seated.state.write_text(STATE + "x" * 5_000_000)
    assert 0 < len(seated.start("compact")) <= CONTEXT_CHARS_MAX


def test_start_is_short_and_long_only_after_a_compaction(seated: Seated) -> None:
    """Case 41: started, resumed and cleared sessions get what stands and is owed, under 2 KB."""
    for source in ("startup", "resume", "clear"):
        said = seated.start(source)
        assert "exact next step: book them" in said
        assert "- [open] about Promises to the user" in said
        assert "Dead ends" not in said
        assert len(said.encode()) < 2_000


def test_seat_and_brain_share_what_the_host_takes(seated: Seated, tmp_path: Path) -> None:
    """Case 46: with a brief of the brain beside it the whole still fits, STATE.md first."""
    live = Live(tmp_path / "other")
    live.know("The gateway listens on port 8443")
    seated.state.write_text(STATE + "\n## Weather\n" + "rain\n" * 1_000)
    (live.home / "seats").mkdir()
    (live.home / "seats" / "registry").write_text(f"ops\t\t{live.project.resolve()}\n")
    (live.project / "STATE.md").write_text(seated.state.read_text())
    said = live.fire("session-start", live.payload("SessionStart", source="compact"))
    text = json.loads(said.stdout)["hookSpecificOutput"]["additionalContext"]
    assert len(text) <= CONTEXT_CHARS_MAX
    assert HANDED in text
    assert text.index(HANDED) < text.index("8443")


def test_broken_brain_takes_nothing_from_the_seat(seated: Seated) -> None:
    """The kit works when the brain is damaged: STATE.md is given back, and the fault journalled."""
    (seated.home / "cortex.db").write_bytes(b"this is no brain" * 500)
    payload = seated.payload("SessionStart", source="compact")
    assert HANDED.encode() in seated.fire("session-start", payload).stdout
    assert "store_unreadable" in seated.journal


def test_folder_that_is_no_seat_hears_nothing(seated: Seated, tmp_path: Path) -> None:
    """A repository cannot make itself a seat: neither a STATE.md nor a seat.toml does."""
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    (stranger / "STATE.md").write_text(STATE)
    (stranger / "seat.toml").write_text("[meter]\nwarn = 1\n")
    seated.answer(190_000)
    for name, fields in (("SessionStart", {"source": "compact"}), ("UserPromptSubmit", {})):
        payload = seated.payload(name, cwd=str(stranger), prompt="hello", **fields)
        assert b"" == seated.fire("prompt", payload, cwd=stranger).stdout
    assert not seated.kept.exists()


def test_subagents_hear_nothing(seated: Seated) -> None:
    """What a subagent is told and says is the agent's own talk."""
    seated.answer(190_000)
    assert "" == seated.tool(agent_id="a1", agent_type="Explore")
    assert "" == seated.start("compact", agent_id="a1")


def test_link_in_place_of_the_file_is_not_followed(seated: Seated, tmp_path: Path) -> None:
    """A file of somebody else is not given back under the name of STATE.md."""
    secret = tmp_path / "secret"
    secret.write_text("the other one's words")
    seated.state.unlink()
    seated.state.symlink_to(secret)
    said = seated.start("compact")
    assert "It cannot be read" in said
    assert "other one's words" not in said


def test_version_that_other_hands_wrote_is_kept(seated: Seated) -> None:
    """A file that an agent's own tool has rewritten is copied at the next event, and once."""
    seated.prompt()
    seated.state.write_text(STATE.replace("book them", "pay them"))
    seated.tool()
    seated.tool()
    copies = sorted((seated.root / "memory" / "state-history").iterdir())
    assert 2 == len(copies)
    assert {"book them", "pay them"} == {
        path.read_text().partition("next step: ")[2].partition("\n")[0] for path in copies
    }
