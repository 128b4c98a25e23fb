"""Do the guards see what has not come and what is shared, and nothing else?"""

import pytest

from cortex.core.imports.dates import instant_us
from cortex.core.seat.guards import future_reason, is_memory, shared_owner
from cortex.core.seat.shell_targets import targets
from cortex.core.seat.stamps import TOLERANCE_US, broken, future, log_day, stamps

NOW = "2026-11-30T16:00:00Z"
NOW_US = instant_us(NOW) or 0
ROOT, ORG = "/h/orgs/acme/agents/ops", "/h/orgs/acme"
OTHERS = [("desk", "/h/orgs/acme/agents/desk")]


@pytest.mark.parametrize(
    "text",
    [
        "rewritten 2026-11-30T16:03Z",
        "- made 2026-11-30 17:00 UTC",
        "- the server went down 2026-12-01T09:00:00+01:00",
        "as of 2026-12-01",
        "modified: 2027-01-01",
        "# STATE (rewritten 2026-12-24T00:00:00Z)",
        "决定 2026-11-30 23:00 UTC",
        "typed in local time: 2026-11-30T18:00",
    ],
)
def test_what_has_not_come_is_denied_with_the_true_time(text: str) -> None:
    """Seat T14: the reason says what time it is in UTC."""
    assert NOW in future_reason(text, f"{ROOT}/STATE.md", NOW_US)


@pytest.mark.parametrize(
    "text",
    [
        "rewritten 2026-11-30T16:02Z",
        "- [open] invoice (made 2026-11-30T15:00Z, due 2026-12-15T12:00Z)",
        "expected: 2026-12-01T09:00Z; until 2027-01-01 00:00 UTC",
        "Frist bis 2026-12-24 12:00 UTC, fällig am 2026-12-24",
        "截止 2026-12-24 12:00 UTC",
        "the release of 2027-01-01 is planned",
        "version 2027.01.01 and 2026-12-01-build",
        "16:30 UTC is when the shop closes",
        "",
        "no time at all",
    ],
)
def test_past_and_plans_pass(text: str) -> None:
    """Within the tolerance, behind a word of planning, or no claim that something happened."""
    assert "" == future_reason(text, f"{ROOT}/STATE.md", NOW_US)


def test_log_of_a_day_is_held_to_its_clock() -> None:
    """Seat T14: a heading or note later than now; tomorrow's file; yesterday's may say anything."""
    today = f"{ROOT}/memory/2026-11-30.md"
    assert NOW in future_reason("## Working - 16:30 UTC\n", today, NOW_US)
    assert NOW in future_reason("NOTE 16:30 UTC: x", today, NOW_US)
    assert "" == future_reason("## Working - 16:01:30 UTC\n", today, NOW_US)
    assert "" == future_reason("## Late - 23:59 UTC\n", f"{ROOT}/memory/2026-11-29.md", NOW_US)
    assert "has not begun" in future_reason("x", f"{ROOT}/memory/2026-12-01.md", NOW_US)


def test_tolerance_ends_after_two_minutes() -> None:
    """Exactly two minutes pass, a second more does not."""
    found = stamps("2026-11-30T16:02:00Z and 2026-11-30T16:02:01Z")
    assert 120_000_000 == TOLERANCE_US
    assert ["2026-11-30T16:02:01Z"] == [one.shown for one in future(found, NOW_US)]


def test_what_only_looks_like_an_instant_is_told() -> None:
    """Doctor D13: a month 13 and an hour 25 are named, with their line."""
    found = broken(stamps("ok 2026-01-01T00:00Z\nbad 2026-13-01 10:00 UTC\nas of 2026-02-30"))
    assert [(2, "2026-13-01 10:00 UTC"), (3, "2026-02-30")] == [
        (one.line, one.shown) for one in found
    ]


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-11-30.md", "2026-11-30"),
        ("notes.md", ""),
        ("2026-13-30.md", ""),
        ("x2026-11-30.md", ""),
    ],
)
def test_daily_log_is_known_by_its_name(name: str, day: str) -> None:
    """Only a real day is one."""
    assert day == log_day(f"{ROOT}/memory/{name}")


def test_memory_files_are_those_of_the_seat() -> None:
    """Its own, what it shares, and Claude Code's; no source file, and no file beside them."""
    memory = ("STATE.md", "MEMORY.md", "ENTITIES.md", "memory/2026-11-30.md", "memory/notes/a.md")
    assert all(is_memory(f"{ROOT}/{name}", ROOT, ORG) for name in memory)
    assert is_memory(f"{ORG}/knowledge.md", ROOT, ORG)
    assert is_memory("/h/.claude/projects/-h-x/memory/a.md", ROOT, ORG)
    for path in (f"{ROOT}/README.md", f"{ROOT}/src/a.py", f"{ROOT}x/STATE.md", "/h/memory/a.md"):
        assert not is_memory(path, ROOT, ORG), path


def test_shared_files_are_those_of_others() -> None:
    """What the organisation shares and what another seat owns; never the seat's own."""
    assert "desk" in shared_owner(f"{OTHERS[0][1]}/memory/a.md", ROOT, ORG, OTHERS)
    assert "organisation" in shared_owner(f"{ORG}/knowledge.md", ROOT, ORG, OTHERS)
    for path in (f"{ROOT}/STATE.md", f"{ORG}/notes.md", "/h/x.md", f"{OTHERS[0][1]}x/a.md"):
        assert "" == shared_owner(path, ROOT, ORG, OTHERS), path
    assert "" == shared_owner("/knowledge.md", ROOT, "", [])
    inner = [("inner", f"{ROOT}/agents/inner")]
    assert "inner" in shared_owner(f"{ROOT}/agents/inner/STATE.md", ROOT, "", inner)


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("echo x >> memory/a.md", ["memory/a.md"]),
        ("cat a 2>&1 | tee -a 'b c.md' >/dev/null", ["/dev/null", "b c.md"]),
        ("sed -i s/a/b/ STATE.md", ["s/a/b/", "STATE.md"]),
        ("sed s/a/b/ STATE.md", []),
        ("cp ../desk/a.md .", ["."]),
        ("mv a.md ../desk/", ["a.md", "../desk/"]),
        ("X=1 sudo rm -f a && ls b", ["a"]),
        ("dd if=a of=b", ["b"]),
        ('echo "a > b"', []),
        ("echo a\\>b >c", ["c"]),
        ("cat <<'E' > x.md\nat 10:00\nE", ["x.md"]),
        ("grep '>' unclosed \"quote", []),
        ("*** Begin Patch\n*** Update File: memory/a.md\n+x\n*** End Patch", ["memory/a.md"]),
        ("", []),
    ],
)
def test_words_of_a_command_tell_what_it_writes(command: str, written: list[str]) -> None:
    """Redirections and the commands that change files; quotes are text; sources are only read."""
    assert written == targets(command)
