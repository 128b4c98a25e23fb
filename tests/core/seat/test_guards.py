"""Do the guards see what has not come and what is shared, and nothing else?"""

import pytest

from cortex.core.imports.dates import instant_us
from cortex.core.seat.guards import future_reason, is_memory, shared_owner
from cortex.core.seat.shell_targets import SHELLS_MAX, VALUES_MAX, mentions, targets
from cortex.core.seat.stamps import TOLERANCE_US, ahead, broken, future, log_day, stamps

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
        "deployed at 2026-12-24T10:00Z",
        "restarted on 2026-12-24 10:00 and it was fine",
        "the scheduled restart was done 2026-12-24T10:00Z",
        "the user said it at 2026-12-24T10:00Z",
        "told the user on 2026-12-24",
        "since 2026-12-24 the port is closed",
        "date: 2026-12-24",
        "Der Umzug war am 2026-12-24 10:00",
        "fait le 2026-12-24 10:00",
        "已完成 2026-12-24 10:00",
        "already 2026-12-24T10:00:00.123456Z",
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
        "the certificate expires on 2026-12-24T10:00Z",
        "restart is planned for 2026-12-24T10:00Z",
        "I will renew it on 2026-12-24T10:00Z",
        "the build will be released at 2026-12-24T10:00Z",
        "it has to be paid by 2026-12-24 10:00",
        "meeting with Acme at 2026-12-24T10:00Z",
        "- 2026-12-24T10:00Z: meeting with Acme",
        "delivery date: 2026-12-24",
        "the contract holds since 2026-01-01 to 2027-12-31",
        "invoice sent for 2026-12-24, told of 2026-12-24",
        "moved the review to 2026-12-24 10:00",
        "the conference is 2026-12-24T10:00Z, we go live 2026-12-24T10:00Z",
        "exp: 2026-12-24T10:00Z; the subscription runs out 2026-12-24T10:00Z",
        "told the user the deadline is 2026-12-24",
        "told the user that it will be done on 2026-12-24",
        "Termin am 2026-12-24 10:00, rendez-vous le 2026-12-24 10:00",
        "notAfter=2026-12-24T10:00Z",
        "会议 2026-12-24 10:00; 期限 2026-12-24 10:00; срок 2026-12-24 10:00",
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


@pytest.mark.parametrize(
    "command",
    [
        "echo '## Working - 16:30 UTC' >> memory/2026-11-30.md",
        'echo "NOTE 16:30 UTC: x" >> memory/2026-11-30.md',
        r"printf '\n## Late - 16:30 UTC\n' >> memory/2026-11-30.md",
        r"printf 'said\nNOTE 16:30 UTC: x\n' | tee -a memory/2026-11-30.md",
        "echo NOTE 16:30 UTC: x >> memory/2026-11-30.md",
    ],
)
def test_what_a_command_writes_into_the_log_of_today_is_held_to_its_clock(command: str) -> None:
    """Seat T14: the words of a shell command are looked at where they begin, not its line alone."""
    today = f"{ROOT}/memory/2026-11-30.md"
    assert NOW in future_reason(command, today, NOW_US)
    assert "" == future_reason(command.replace("16:30", "15:30"), today, NOW_US)
    assert "" == future_reason(command, f"{ROOT}/memory/2026-11-29.md", NOW_US)


@pytest.mark.parametrize(
    "line",
    ["- the note 23:59 UTC is wrong", "we meet, see plan - 23:59 UTC", "item #4 - 23:59 UTC"],
)
def test_a_time_alone_within_a_line_is_no_claim(line: str) -> None:
    """Only a heading or a note says when it was written."""
    assert "" == future_reason(line, f"{ROOT}/memory/2026-11-30.md", NOW_US)


def test_a_line_full_of_openings_costs_a_hook_little() -> None:
    """A quarter of a megabyte of headings without a time is passed in good time."""
    assert "" == future_reason('"# ' * 87_000, f"{ROOT}/memory/2026-11-30.md", NOW_US)


def test_tolerance_ends_after_two_minutes() -> None:
    """Exactly two minutes pass, a second more does not."""
    found = stamps("2026-11-30T16:02:00Z and 2026-11-30T16:02:01Z")
    assert 120_000_000 == TOLERANCE_US
    assert ["2026-11-30T16:02:01Z"] == [one.shown for one in future(found, NOW_US)]


def test_a_file_full_of_past_instants_costs_a_hook_nothing() -> None:
    """Only what lies ahead is read in its clause; the one that does is found among them."""
    text = "- done 2026-11-29T10:00:00Z and told 2026-11-29\n" * 4_000 + "done 2026-12-24T10:00Z"
    assert ["2026-12-24T10:00Z"] == [one.shown for one in ahead(text, NOW_US)]
    assert 8_001 == len(stamps(text))
    assert 1 == len(stamps(text, "", NOW_US))


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
        ("cd memory && echo x > a.md; echo y > b.md", ["memory/a.md", "memory/b.md"]),
        ("(cd memory; touch a.md); touch b.md", ["memory/a.md", "b.md"]),
        ("cd /w && cd memory; echo > ~/x.md", ["~/x.md"]),
        ("cd memory && cd - && touch a.md", ["a.md"]),
        ('echo x > "$(pwd)/a.md"; echo > $PWD/b.md', ["./a.md", "./b.md"]),
        ("F=memory/a.md; echo x > $F; echo > ${F}.old", ["memory/a.md", "memory/a.md.old"]),
        ("for f in a.md b.md; do echo x > memory/$f; done", ["memory/a.md", "memory/b.md"]),
        ("cat > a.md <<EOF\nit's > no.md\nEOF\ncat > b.md", ["a.md", "b.md"]),
        ("cat >> a.md <<- 'E O'\n\tb > no.md\n\tE O\ntouch c.md", ["a.md", "c.md"]),
        ("bash <<EOF\necho x > a.md\nEOF", ["a.md"]),
        ("# it's a comment > no.md\necho > a.md", ["a.md"]),
        ("echo a#b > c.md", ["c.md"]),
        ("bash -lc 'cd memory; echo x > a.md'", ["memory/a.md"]),
        ("eval 'echo x > a.md' && xargs -I{} sh -c 'rm {} b.md'", ["a.md", "{}", "b.md"]),
        ("A=" + "x" * 4096 + "; echo > $A$A", ["$A$A"]),
        ("{ echo a; } > b.md; ! rm c.md", ["b.md", "c.md"]),
        ("", []),
    ],
)
def test_words_of_a_command_tell_what_it_writes(command: str, written: list[str]) -> None:
    """Redirections and the commands that change files; quotes are text; sources are only read."""
    assert written == targets(command)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("python3 -c \"open('STATE.md','w').write('x')\"", ["STATE.md"]),
        ("python - <<'E'\nPath('memory/a.md').write_text('x')\nE", ["memory/a.md"]),
        ("perl -pi -e 's/x/y/' memory/a.md", ["memory/a.md"]),
        ("node -e \"fs.appendFileSync('/w/log.jsonl', 'x')\"", ["/w/log.jsonl"]),
        ("ed STATE.md <<E\na\nx\n.\nw\nE", ["STATE.md"]),
        ("python3 -c \"print(open('STATE.md').read())\"", []),
        ("python3 tool.py STATE.md", []),
        ("grep x STATE.md && echo write", []),
        ('python -c \'open("a.py","w")\'', []),
    ],
)
def test_program_that_writes_is_guessed_from_the_files_it_names(
    command: str, named: list[str]
) -> None:
    """Seat T14: only where an interpreter runs, a sign of writing stands, and a memory file."""
    assert named == mentions(command)


def test_a_command_that_was_made_to_grow_stays_small() -> None:
    """Variables within variables and shells within shells end at their limits."""
    loops = "".join(f"for v{at} in {'ab ' * 99}; do " for at in range(40))
    found = targets(loops + "echo > " + "".join(f"$v{at}" for at in range(40)))
    assert VALUES_MAX == len(found)
    command = "echo > a.md"
    for _ in range(SHELLS_MAX + 1):
        command = "eval " + "'" + command.replace("'", "'\\''") + "'"
    assert [] == targets(command)
