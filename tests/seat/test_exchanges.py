"""Is what a real host wrote down read as talk, and are its compactions found?"""

import json
from pathlib import Path

from cortex.core.seat.exchange import AGENT, USER
from cortex.core.seat.summary import summary_of
from cortex.seat.exchanges import find_compactions, read_talk

GOLDEN = Path(__file__).parents[1] / "golden/transcripts"
CLAUDE = (GOLDEN / "claude-code-2.1.197.jsonl").read_bytes().splitlines()
CODEX = (GOLDEN / "codex-0.171.0.jsonl").read_bytes().splitlines()
LATER = b'{"type":"compacted","timestamp":"2026-11-30T15:00:00Z","payload":{"message":"All done."}}'


def test_a_session_of_claude_code_is_read_whole() -> None:
    """A recorded session: both speak, tools are one line, nothing is unknown or unreadable."""
    talk = read_talk(CLAUDE, "")
    assert ("claude-code", "2.1.197", (), 0) == (talk.host, talk.version, talk.unknown, talk.bad)
    assert {USER, AGENT} == {one.speaker for one in talk.messages}
    assert any(line.startswith("Bash ") for one in talk.messages for line in one.tools)
    texts = "".join(one.text for one in talk.messages)
    for words in ("being continued", "<command-name>", "<local-command", "system-reminder"):
        assert words not in texts


def test_a_compaction_of_claude_code_is_found_with_its_summary() -> None:
    """Boundary and summary are one; the host's own words around it are no part of it."""
    (one,) = find_compactions(CLAUDE)
    assert ("00000048-0000-4000-8000-000000000000", "manual") == (one.key, one.cause)
    expected = "Stand-in summary: the user asked small things; files hold the state."
    assert expected == summary_of(one.summary)
    before = read_talk(CLAUDE, "", is_until_compaction=True)
    whole = read_talk(CLAUDE, "")
    assert 0 < len(before.messages) <= len(whole.messages)


def test_a_rollout_of_codex_is_read_and_its_compaction_found() -> None:
    """Another format gives the same kind of talk."""
    talk = read_talk([*CODEX, LATER], "")
    assert ("codex", "0.171.0") == (talk.host, talk.version)
    assert [USER, AGENT] == [one.speaker for one in talk.messages if one.text]
    assert ["All done."] == [one.summary for one in talk.compactions]


def test_lines_that_are_none_are_counted() -> None:
    """Torn, foreign and deep lines hide nothing and raise nothing."""
    deep = b"[" * 100_000
    kinds = [b'{"type":"from-the-future"}', b"{torn", b"[]", b"\xff\xfe", deep, b"null"]
    talk = read_talk([*kinds, *CLAUDE], "")
    assert (5, (("from-the-future", 1),)) == (talk.bad, talk.unknown)
    assert read_talk(CLAUDE, "").messages == talk.messages


def test_nobodys_format_gives_nobodys_talk() -> None:
    """Without a host that is known nothing is guessed."""
    lines = [json.dumps({"role": "user", "content": "hello"}).encode()]
    assert ((), 1) == (read_talk(lines, "").messages, read_talk(lines, "").rows)
    assert "gemini-cli" == read_talk(lines, "", host="gemini-cli").host


def test_the_newest_exchanges_alone_are_those_of_the_whole() -> None:
    """Asked for so many words of a person, a reader gives the end of what it gives else."""
    rows: list[dict[str, object]] = []
    for at in range(5):
        said = [{"type": "text", "text": f"Decision {at}"}]
        used = [{"type": "tool_use", "id": f"t{at}", "name": "Bash", "input": {"command": "ls"}}]
        gave = [{"type": "tool_result", "tool_use_id": f"t{at}", "content": "README.md"}]
        rows += [
            {"type": "user", "uuid": f"u{at}", "message": {"content": f"Question {at}"}},
            {"type": "assistant", "uuid": f"a{at}", "message": {"id": f"a{at}", "content": said}},
            {"type": "assistant", "uuid": f"b{at}", "message": {"id": f"b{at}", "content": used}},
            {"type": "user", "uuid": f"r{at}", "message": {"content": gave}},
        ]
    lines = [json.dumps(row).encode() for row in rows]
    whole = read_talk(lines, "s", host="claude-code")
    newest = read_talk(lines, "s", host="claude-code", turns_max=2)
    assert ["Question 3", "Decision 3", "Question 4", "Decision 4"] == [
        one.text for one in newest.messages
    ]
    assert newest.messages == whole.messages[-4:]
    assert 1 == len(newest.messages[-1].tools)
    assert (whole.last_key, whole.rows) == (newest.last_key, newest.rows)
