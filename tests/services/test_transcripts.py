"""Is a transcript taken in once, in parts, from where it was left, whatever stands in it?"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.core.observe import intake
from cortex.hosts.registry import adapter_of
from cortex.model.capture_policy import PAUSED, CapturePolicy
from cortex.model.host_grants import HostGrant
from cortex.model.refusals import CaptureRefused
from cortex.model.transcripts import Standing, TranscriptReport
from cortex.ports.brain import Brain
from cortex.services import transcripts
from cortex.services.host_capture import Keeping, default_grant, grant_host, keep_event
from cortex.services.transcripts import Opened, Taking, take_in_transcript
from cortex.stores.sources import transcripts as files
from tests.services.factory import START_US

GOLDEN = Path(__file__).parents[1] / "golden"
CLAUDE = GOLDEN / "transcripts" / "claude-code-2.1.197.jsonl"
CODEX = GOLDEN / "transcripts" / "codex-0.171.0.jsonl"
HERE = "project:/home/ada/project/.git"


def opened(path: Path) -> Opened:
    """Give a file as the service reads it."""

    def lines(offset: int) -> Iterator[files.Line]:
        return files.iter_lines(str(path), offset)

    name = str(path)
    return Opened(
        name, path.stem, files.size_of(name), lambda at: files.identity_at(name, at), lines
    )


def take_in(brain: Brain, path: Path, **asked: Any) -> TranscriptReport:
    """Take in one transcript."""
    locate = asked.pop("locate", lambda cwd: HERE if cwd else "")
    taking = Taking("solo", locate, lambda: START_US, **asked)
    return take_in_transcript(brain, opened(path), taking)


def row(text: str, at: int, **fields: object) -> str:
    """Give the line of a prompt in a transcript of Claude Code."""
    whole = {
        "type": "user",
        "sessionId": "s",
        "uuid": f"u{at}",
        "promptId": f"p{at}",
        "cwd": "/home/ada/project",
        "message": {"role": "user", "content": text},
        **fields,
    }
    return json.dumps(whole, ensure_ascii=False) + "\n"


@pytest.fixture
def granted(brain: Brain) -> Brain:
    """Give a brain in which both hosts may hand over."""
    for host in ("claude-code", "codex"):
        grant_host(brain, default_grant(host, "user"), "solo", START_US)
    return brain


@pytest.mark.parametrize("is_preview", [False, True])
def test_rows_of_a_paused_scope_are_refused_and_counted(
    granted: Brain, tmp_path: Path, *, is_preview: bool
) -> None:
    """The operator's word holds for each row's own scope; the others are taken in."""
    path = tmp_path / "s.jsonl"
    path.write_text(row("nowhere", 1, cwd="") + row("in the project", 2))
    paused = CapturePolicy().changed(PAUSED, HERE, START_US)
    report = take_in(granted, path, policy=paused, is_preview=is_preview)
    assert (("capture_disabled", 1),) == report.refused
    assert (("user", 1),) == report.kept


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        (CLAUDE, (("assistant", 9), ("tool", 7), ("user", 9))),
        (CODEX, (("assistant", 1), ("tool", 1), ("user", 1))),
    ],
    ids=["claude", "codex"],
)
def test_recorded_transcript_is_taken_in_once(
    granted: Brain, path: Path, kept: tuple[tuple[str, int], ...]
) -> None:
    """Case 92: every word comes in with its speaker and instant; a second run adds nothing."""
    first = take_in(granted, path)
    assert (Standing.NEW, kept, ()) == (first.standing, first.kept, first.refused)
    assert ((), (), 0) == (first.unknown, first.bad_lines, first.waiting_bytes)
    again = take_in(granted, path)
    assert (Standing.UNCHANGED, 0, ()) == (again.standing, again.lines, again.kept)
    with granted.reading() as reader:
        session = reader.turns.sessions_named("solo", first.session)[0]
        turns = reader.turns.turns_of(session.session_no)
    assert sum(count for _, count in kept) == len(turns)
    assert "user" == turns[0].speaker
    assert sorted(turn.at_us for turn in turns) == [turn.at_us for turn in turns]


def test_what_was_captured_live_is_a_duplicate(granted: Brain) -> None:
    """CQR I2, case 91: an event a hook kept and its row in the transcript are one observation."""
    live = 0
    for path in sorted((GOLDEN / "hosts" / "claude-code" / "2.1.197").glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        event = adapter_of("claude-code").read_event(golden["payload"])
        if golden["source"] == "recorded" and event is not None and event.text:
            with granted.writing() as writer:
                live += keep_event(writer, event, Keeping("solo", HERE, START_US)).is_new
    report = take_in(granted, CLAUDE)
    assert live == report.duplicates
    assert 25 == live + sum(count for _, count in report.kept)


def test_copy_of_a_transcript_adds_nothing(granted: Brain, tmp_path: Path) -> None:
    """The same session under another file name is known by its events."""
    take_in(granted, CLAUDE)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(CLAUDE.read_bytes())
    report = take_in(granted, copy)
    assert (Standing.NEW, (), 25) == (report.standing, report.kept, report.duplicates)


def test_only_new_lines_of_a_grown_file_are_read(granted: Brain, tmp_path: Path) -> None:
    """A file that grew is read from where it was left; a torn last line waits for its end."""
    path = tmp_path / "s.jsonl"
    torn = row("third", 3)
    path.write_text(row("first", 1) + row("second", 2) + torn[:40], encoding="utf-8")
    first = take_in(granted, path)
    assert ((("user", 2),), 2, 40) == (first.kept, first.lines, first.waiting_bytes)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(torn[40:] + row("fourth", 4))
    grown = take_in(granted, path)
    assert (Standing.GROWN, 2, (("user", 2),), 0) == (
        grown.standing,
        grown.lines,
        grown.kept,
        grown.duplicates,
    )


def test_file_that_was_written_anew_is_read_again(granted: Brain, tmp_path: Path) -> None:
    """Another beginning, another end before the position, or a shorter file start at byte 0."""
    path = tmp_path / "s.jsonl"
    path.write_text(row("first", 1) + row("second", 2), encoding="utf-8")
    take_in(granted, path)
    for text in (
        row("other", 1) + row("second", 2),
        row("first", 1) + row("sec0nd", 2),
        row("first", 1),
    ):
        path.write_text(text, encoding="utf-8")
        report = take_in(granted, path)
        assert Standing.REWRITTEN is report.standing
        assert text.count("\n") == report.duplicates


def test_run_that_broke_off_goes_on(
    granted: Brain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each portion moves the position with it: after a break nothing is lost or kept twice."""
    monkeypatch.setattr(transcripts, "BATCH_EVENTS", 2)
    path = tmp_path / "s.jsonl"
    path.write_text("".join(row(f"prompt {at}", at) for at in range(7)), encoding="utf-8")

    def broken(done: int, size: int) -> None:
        if done > size // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_in(granted, path, on_progress=broken)
    report = take_in(granted, path)
    assert (Standing.GROWN, 0) == (report.standing, report.duplicates)
    with granted.reading() as reader:
        texts = [seen.event.text for seen in reader.observations.iter_all()]
    assert [f"prompt {at}" for at in range(7)] == texts


def test_what_the_operator_held_back_is_read_once_he_lets_it(
    granted: Brain, tmp_path: Path
) -> None:
    """The position stays before what was refused by a pause; what follows is kept all the same."""
    path = tmp_path / "s.jsonl"
    path.write_text("".join(row(f"prompt {at}", at) for at in range(3)), encoding="utf-8")
    asked, said = [], "capture is paused here"

    def paused(cwd: str) -> str:
        del cwd
        asked.append(1)
        if len(asked) == 2:
            raise CaptureRefused(intake.NOT_ALLOWED, said, remedy="resume")
        return HERE

    first = take_in(granted, path, locate=paused)
    assert ((("user", 2),), (("capture_disabled", 1),)) == (first.kept, first.refused)
    again = take_in(granted, path)
    assert ((("user", 1),), 2) == (again.kept, again.duplicates)
    assert Standing.UNCHANGED is take_in(granted, path).standing


def test_name_of_a_file_may_be_a_secret(granted: Brain, tmp_path: Path) -> None:
    """A file that is called by a token is read and resumed, and the token is nowhere kept."""
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    path = tmp_path / f"{token}.jsonl"
    path.write_text(row("first", 1), encoding="utf-8")
    assert (("user", 1),) == take_in(granted, path).kept
    assert Standing.UNCHANGED is take_in(granted, path).standing
    with granted.reading() as reader:
        assert reader.hosts.position("solo", str(path)) is None


def test_what_is_remembered_between_two_runs_holds_no_secret(
    granted: Brain, tmp_path: Path
) -> None:
    """Folder and version stand in the place where reading goes on; a token in them does not."""
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    path, seen = tmp_path / "s.jsonl", list[str]()

    def locate(cwd: str) -> str:
        seen.append(cwd)
        return HERE

    path.write_text(row("first", 1, cwd=f"/home/ada/{token}", version=token), encoding="utf-8")
    take_in(granted, path, locate=locate)
    with granted.reading() as reader:
        position = reader.hosts.position("solo", str(path))
    assert position is not None
    assert token not in position.state
    assert ["/home/ada/[redacted]"] == seen


def test_break_inside_a_message_loses_none_of_it(
    granted: Brain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position never stands inside a message whose later rows are still to come."""
    monkeypatch.setattr(transcripts, "BATCH_EVENTS", 1)

    def said(message_id: str, text: str, stop: str | None) -> str:
        block = {"type": "text", "text": text}
        message = {"id": message_id, "content": [block], "stop_reason": stop}
        fields = {"type": "assistant", "sessionId": "s", "message": message}
        return json.dumps(fields) + "\n"

    path = tmp_path / "s.jsonl"
    whole = said("m1", "first", "tool_use") + said("m2", "half", None) + said("m2", "rest", None)
    path.write_text(whole, encoding="utf-8")

    def broken(done: int, size: int) -> None:
        raise KeyboardInterrupt(done, size)

    with pytest.raises(KeyboardInterrupt):
        take_in(granted, path, on_progress=broken)
    take_in(granted, path)
    with granted.reading() as reader:
        texts = [seen.event.text for seen in reader.observations.iter_all()]
    assert ["first", "half\nrest"] == texts


def test_bad_lines_are_counted_and_block_nothing(granted: Brain, tmp_path: Path) -> None:
    """Case 136: broken UTF-8, no JSON, no object and an unknown row leave the rest as it is."""
    path = tmp_path / "s.jsonl"
    lines = [
        row("first", 1).encode(),
        b"\xff\xfe not text\n",
        b"{half\n",
        b"[1]\n",
        b"\n",
        b'{"type":"hologram"}\n',
        ("[" * 100_000).encode() + b"\n",
        row("last", 2).encode(),
    ]
    path.write_bytes(b"".join(lines))
    report = take_in(granted, path)
    assert ((("user", 2),), (("hologram", 1),)) == (report.kept, report.unknown)
    assert (4, (2, 3, 4, 7)) == (report.bad, report.bad_lines)


def test_only_the_first_bad_lines_are_named(granted: Brain, tmp_path: Path) -> None:
    """Twenty bad lines are told by number, all of them are counted."""
    path = tmp_path / "s.jsonl"
    path.write_text(row("first", 1) + "x\n" * 50, encoding="utf-8")
    report = take_in(granted, path)
    assert (50, 20) == (report.bad, len(report.bad_lines))


def test_line_without_end_is_passed_over(
    granted: Brain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 137: a line longer than the limit is skipped with a report, and never held."""
    monkeypatch.setattr(files, "LINE_BYTES_MAX", 1_000)
    path = tmp_path / "s.jsonl"
    path.write_text(row("a", 1) + row("x" * 5_000, 2) + row("b", 3), encoding="utf-8")
    report = take_in(granted, path)
    assert ((("user", 2),), (2,)) == (report.kept, report.bad_lines)


def test_secrets_never_arrive(granted: Brain, tmp_path: Path) -> None:
    """Case 104: what a tool read of a .env is kept without its keys, and they are counted."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": "x"}
    told = {"stdout": f"A=1\nDB_PASSWORD=hunter2secret\nTOKEN={secret}\nB=2"}
    path = tmp_path / "s.jsonl"
    path.write_text(
        row("", 1, message={"content": [answer]}, toolUseResult=told)
        + row(f"use {secret} <private>my address</private>", 2),
        encoding="utf-8",
    )
    report = take_in(granted, path)
    assert 2 == sum(count for _, count in report.kept)
    with granted.reading() as reader:
        texts = " ".join(seen.event.text for seen in reader.observations.iter_all())
    assert "B=2" in texts
    for gone in (secret, "hunter2secret", "my address"):
        assert gone not in texts
    assert {"api_key", "private_span"} <= dict(report.redacted).keys()


def test_preview_writes_nothing(granted: Brain) -> None:
    """A preview counts what would be kept, and the next run still keeps it."""
    preview = take_in(granted, CLAUDE, is_preview=True)
    assert 25 == sum(count for _, count in preview.kept)
    with granted.reading() as reader:
        assert [] == list(reader.observations.iter_all())
    assert preview.kept == take_in(granted, CLAUDE).kept


def test_host_that_was_not_let_in_is_refused(brain: Brain) -> None:
    """CQR H3: without a grant for its past a host's transcripts are not read."""
    live = HostGrant("live", "codex", "user", is_history=False)
    grant_host(brain, live, "solo", START_US)
    for path in (CLAUDE, CODEX):
        with pytest.raises(CaptureRefused, match=r"^source_not_authorized"):
            take_in(brain, path)


@pytest.mark.parametrize(
    ("content", "standing"),
    [
        ("", Standing.EMPTY),
        ('{"id": 1}\n{"x": []}\n', Standing.UNKNOWN_FORMAT),
        ("no json at all\n", Standing.UNKNOWN_FORMAT),
    ],
)
def test_what_is_no_transcript_says_so(
    granted: Brain, tmp_path: Path, content: str, standing: Standing
) -> None:
    """Case 136: an empty file and one of another kind are told apart and keep nothing."""
    path = tmp_path / "s.jsonl"
    path.write_text(content, encoding="utf-8")
    assert standing is take_in(granted, path).standing


def test_endless_session_is_capped(
    granted: Brain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 28: a session of more events than anybody has is kept up to the limit, and says so."""
    monkeypatch.setattr(transcripts, "EVENTS_MAX", 3)
    path = tmp_path / "s.jsonl"
    path.write_text("".join(row(f"prompt {at}", at) for at in range(5)), encoding="utf-8")
    report = take_in(granted, path)
    assert ((("user", 3),), (("over_limit", 2),)) == (report.kept, report.refused)
