"""Is no version of STATE.md lost, whoever writes, however often, and whatever stops the writer?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.core.seat.state import CHECKPOINT, PROMISES, parse_state, template, with_section
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.refusals import SeatFileRefused
from cortex.seat.state import restore_state, set_section, set_state
from cortex.seat.state_copies import (
    COPIES_BYTES_MAX,
    COPIES_MAX,
    STATE_BYTES_MAX,
    keep_copy,
    list_copies,
    read_copy,
)
from cortex.stores.files.seat_files import SeatFolder

NOW_US = 1_767_262_500_000_000  # 2026-01-01T10:15:00Z


@pytest.fixture
def files(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give the folder of a seat that has written nothing."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def said(files: SeatFolder) -> str:
    """Give what STATE.md says."""
    content = files.find("STATE.md", STATE_BYTES_MAX)
    assert content is not None
    return content.decode()


def test_whole_file_is_stamped_from_the_clock(files: SeatFolder) -> None:
    """The title says when it was written, whatever the writer put there."""
    set_state(files, template().replace("not written yet", "rewritten 1999-01-01"), NOW_US)
    assert said(files).startswith("# STATE (rewritten 2026-01-01T10:15:00Z)\n")


def test_former_version_is_kept_and_comes_back(files: SeatFolder) -> None:
    """A rewrite copies what was there; bringing it back copies what was there then."""
    first = set_section(files, CHECKPOINT, "task: a\nexact next step: b", NOW_US)
    assert None is first.former
    second = set_section(files, CHECKPOINT, "task: c\nexact next step: d", NOW_US)
    assert second.former is not None
    assert "task: a" in read_copy(files, second.former)
    third = restore_state(files, None, NOW_US + 60_000_000)
    assert "task: a" in said(files)
    assert f"restored from {second.former})" in said(files).partition("\n")[0]
    assert third.former is not None
    assert "task: c" in read_copy(files, third.former)
    restore_state(files, third.former, NOW_US)
    assert "task: c" in said(files)


def test_copies_are_few_and_small_enough(files: SeatFolder) -> None:
    """Above their number or their bytes the oldest go, and the newest one never."""
    for at in range(COPIES_MAX + 3):
        set_section(files, PROMISES, f"- [open] number {at}", NOW_US)
    copies = list_copies(files)
    assert COPIES_MAX == len(copies)
    assert "number 51" in read_copy(files, copies[0].name)
    assert "number 2" in read_copy(files, copies[-1].name)
    big = "x" * (STATE_BYTES_MAX - 2_000)
    for at in range(8):
        set_section(files, PROMISES, f"{big}{at}", NOW_US)
    assert sum(copy.size for copy in list_copies(files)) <= COPIES_BYTES_MAX


@pytest.mark.parametrize("first_us", [NOW_US, NOW_US + 999_999])
def test_copies_stay_in_order_when_the_clock_is_set_back(files: SeatFolder, first_us: int) -> None:
    """Each is behind the one before it, also in the last millionth of a second."""
    for at, now_us in enumerate((first_us, first_us, first_us - 10**9, first_us, first_us)):
        set_section(files, PROMISES, f"- [open] number {at}", now_us)
    told = [read_copy(files, copy.name) for copy in reversed(list_copies(files))]
    assert [True] * 4 == [f"number {at}" in text for at, text in enumerate(told)]


def test_file_of_somebody_in_the_history_is_no_copy(files: SeatFolder, tmp_path: Path) -> None:
    """It is neither brought back as the newest version nor taken away as the oldest."""
    for at in range(3):
        set_section(files, PROMISES, f"- [open] number {at}", NOW_US)
    for name in ("zzz.md", "0.md"):
        (tmp_path / "memory/state-history" / name).write_text("## Checkpoint\nof a person\n")
    for at in range(COPIES_MAX + 3):
        set_section(files, PROMISES, f"- [open] again {at}", NOW_US)
    assert "of a person" not in restore_state(files, None, NOW_US).text
    assert {"zzz.md", "0.md"} <= set(files.names("memory/state-history"))


@pytest.mark.parametrize("body", ["", " \n", "\u200b", "<private>- [open] call Ada", "## Promises"])
def test_section_is_emptied_by_a_word_only(files: SeatFolder, body: str) -> None:
    """A pipe that gave nothing, or a text of which nothing may be kept, forgets no promise."""
    set_section(files, PROMISES, "- [open] send the report", NOW_US)
    with pytest.raises(InvalidRequest, match="nothing is left"):
        set_section(files, PROMISES, body, NOW_US)
    assert "send the report" in said(files)
    set_section(files, PROMISES, "- none", NOW_US)
    assert "send the report" not in said(files)


def test_version_of_other_hands_is_copied_once(files: SeatFolder, tmp_path: Path) -> None:
    """What somebody wrote with another tool is copied when it is seen, and not twice."""
    assert None is keep_copy(files, NOW_US)
    (tmp_path / "STATE.md").write_text("## Checkpoint\nby hand\n")
    name = keep_copy(files, NOW_US)
    assert name == keep_copy(files, NOW_US)
    assert [name] == [copy.name for copy in list_copies(files)]


def test_section_that_was_left_out_is_refused(files: SeatFolder) -> None:
    """A whole file without its promises would forget them: nothing is written."""
    set_state(files, template(), NOW_US)
    before = said(files)
    with pytest.raises(InvalidRequest, match="Promises to the user"):
        set_state(files, "## Checkpoint\ntask: x\n", NOW_US)
    assert before == said(files)
    assert [] == list_copies(files)


@pytest.mark.parametrize(
    "text",
    [
        "stands: sent 2026-01-01T10:18Z\nexact next step: x",
        "x" * STATE_BYTES_MAX,
        "## Dead ends\n- smuggled in",
    ],
    ids=["future", "too-large", "heading"],
)
def test_what_cannot_be_is_refused(files: SeatFolder, text: str) -> None:
    """An instant ahead of the clock, a file too large, and another section's heading."""
    with pytest.raises(InvalidRequest):
        set_section(files, CHECKPOINT, text, NOW_US)
    assert None is files.find("STATE.md", STATE_BYTES_MAX)


def test_secrets_and_private_spans_are_not_written(files: SeatFolder) -> None:
    """What nobody may keep is taken out first, and the writer is told."""
    key = "ghp_" + "a1B2c3D4e5" * 4
    made = set_section(files, PROMISES, f"- [open] use {key} <private>Ana</private>", NOW_US)
    assert key not in said(files)
    assert "Ana" not in said(files)
    assert {"private_span"} < {kind for kind, _ in made.removed}


def test_warnings_name_what_is_lost_or_missing(files: SeatFolder) -> None:
    """A lost promise, an empty next step and a file that is too long are told, not refused."""
    set_section(files, PROMISES, "- [open] pay Ana (due 2026-03-01)", NOW_US)
    state = with_section(parse_state(said(files)), PROMISES, "- none")
    text = "\n".join(f"## {part.title}\n{part.body}" for part in state.sections)
    made = set_state(files, text + "long line\n" * 1_000, NOW_US)
    assert ["next step", "characters", "pay Ana"] == [
        word
        for word, warning in zip(("next step", "characters", "pay Ana"), made.warnings, strict=True)
        if word in warning
    ]


def test_copy_that_is_not_there_is_not_found(files: SeatFolder) -> None:
    """Neither a wrong name nor a path leads anywhere, with a copy there and without."""
    with pytest.raises(NotFound):
        restore_state(files, None, NOW_US)
    set_section(files, PROMISES, "a", NOW_US)
    set_section(files, PROMISES, "b", NOW_US)
    for name in ("20260101T101500", "../../STATE", "", "/etc/passwd"):
        with pytest.raises(NotFound):
            read_copy(files, name)
    with pytest.raises(NotFound):
        restore_state(files, "../../STATE", NOW_US)


def test_link_is_refused(files: SeatFolder, tmp_path: Path) -> None:
    """A link in place of the file or of its history leads nowhere."""
    (tmp_path / "elsewhere").write_text("x")
    (tmp_path / "STATE.md").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SeatFileRefused):
        set_section(files, PROMISES, "a", NOW_US)
    assert "x" == (tmp_path / "elsewhere").read_text()
