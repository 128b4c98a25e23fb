"""Is a seat's doctor right about hooks: missing, broken, deaf, or twice?"""

import pytest

from cortex.core.config_edit.hook_list import ListedHook
from cortex.core.seat.hook_wiring import HostHooks, Machine, wiring_checks
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck

CORTEX = "/opt/bin/cortex"
EVENTS = ("SessionStart", "PreCompact")
TOOLS = "Write|Bash"
MACHINE = Machine(lambda path: path == CORTEX, lambda path: path == "/seat/hooks/there.py")


def ours(event: str, file: str = "user.json", *, is_guard: bool = False, **more: str) -> ListedHook:
    """Give a hook of ours."""
    kind = "tool-before" if is_guard else "any"
    words = (more.get("program", CORTEX), "hook", kind)
    matcher = more.get("matcher", "")
    return ListedHook(file, event, matcher, words, " ".join(words), True, is_guard)


def theirs(shell: str) -> ListedHook:
    """Give a hook of somebody else."""
    return ListedHook("seat.json", "Stop", "", tuple(shell.split()), shell)


GOOD = (*(ours(event) for event in EVENTS), ours("PreToolUse", "seat.json", is_guard=True))


def host(*hooks: ListedHook, off: str = "", unread: tuple[str, ...] = ()) -> HostHooks:
    """Give what Claude Code runs."""
    return HostHooks("claude-code", EVENTS, ("PreToolUse", TOOLS), hooks, off, unread)


def checks(*hosts: HostHooks) -> tuple[SeatCheck, SeatCheck]:
    """Give both checks."""
    wired, once = wiring_checks(hosts, "/seat", MACHINE)
    assert ("D2", "D17") == (wired.check, once.check)
    return wired, once


def test_wired_seat_passes() -> None:
    """Doctor D2, Doctor D17: each event once, the guard, a program that starts; others' scripts."""
    idle = HostHooks("codex", EVENTS, ("PreToolUse", "Bash"))
    wired, once = checks(host(*GOOD, theirs("python3 hooks/there.py")), idle)
    assert (PASS, PASS) == (wired.level, once.level)
    assert ("claude-code: 3 hooks", "") == (wired.evidence, wired.remedy)


def test_no_host_at_all_fails() -> None:
    """Doctor D2: a folder in which nobody calls us; that nothing is doubled is then not proved."""
    wired, once = checks(host())
    assert (FAIL, WARN) == (wired.level, once.level)
    assert "cortex install" in wired.remedy


def test_guard_alone_does_not_serve_a_seat() -> None:
    """Doctor D2: without any other event nothing is kept or told."""
    assert FAIL == checks(host(GOOD[-1]))[0].level


@pytest.mark.parametrize(
    ("hooks", "named"),
    [
        (GOOD[1:], "SessionStart"),
        (GOOD[:2], "PreToolUse"),
        ((*GOOD[:2], ours("PreToolUse", is_guard=True, matcher="Write")), TOOLS),
        ((*GOOD[:2], ours("Stop", is_guard=True)), "PreToolUse"),
        ((*GOOD[:2], ours("PreToolUse")), "PreToolUse"),
        ((*GOOD[1:], ours("SessionStart", program="/gone/cortex")), "/gone/cortex"),
        ((*GOOD, theirs("python3 - <<EOF")), "Stop in seat.json"),
        ((*GOOD, theirs("python3 $CLAUDE_PROJECT_DIR/hooks/gone.py")), "/seat/hooks/gone.py"),
        ((*GOOD, theirs("hooks/gone.sh x")), "/seat/hooks/gone.sh"),
    ],
)
def test_what_keeps_a_hook_from_working_is_named(hooks: tuple[ListedHook, ...], named: str) -> None:
    """Seat T2, Doctor D2: a missing event, program or script, a guard of too few tools, a
    here-document; never the command itself.
    """
    row = checks(host(*hooks))[0]
    assert (FAIL, True) == (row.level, named in row.evidence)
    assert "<<EOF" not in row.evidence


@pytest.mark.parametrize("matcher", ["", "*", "Bash|Write", "Write, Bash, Edit"])
def test_guard_may_mean_more_tools(matcher: str) -> None:
    """Everything, or a list that has them all in any order."""
    guards = ours("PreToolUse", is_guard=True, matcher=matcher)
    assert PASS == checks(host(*GOOD[:2], guards))[0].level


def test_switch_that_turns_hooks_off_is_told() -> None:
    """Doctor D2: a host that runs no hook of anybody serves no seat, and its setting is named."""
    row = checks(host(*GOOD, off="disableAllHooks in user.json"))[0]
    assert (FAIL, True) == (row.level, "disableAllHooks" in row.evidence)


def test_file_that_cannot_be_read_is_no_pass() -> None:
    """Doctor D2: nor can the host read it."""
    assert FAIL == checks(host(*GOOD, unread=("user.json cannot be used: no JSON",)))[0].level


def test_module_serves_without_a_list() -> None:
    """OpenCode runs a module of ours, which no file lists event by event."""
    wired, once = checks(HostHooks("opencode", (), is_module=True))
    assert (PASS, PASS) == (wired.level, once.level)


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (ours("SessionStart", "plugin.json")._replace(is_plugin=True), "plugin.json"),
        (ours("SessionStart"), "user.json"),
        (ours("SessionStart", "project.json", program="/other/cortex"), "project.json"),
        (theirs("python3 .claude/hooks/ogl/meter.py"), "OGL-CORTEX"),
    ],
)
def test_what_runs_twice_fails(more: ListedHook, named: str) -> None:
    """Doctor D17: beside the plugin, twice in one file, by two programs, or by the kit before."""
    row = checks(host(*GOOD, more))[1]
    assert (FAIL, True) == (row.level, named in row.evidence)
    assert row.remedy


def test_same_words_in_two_settings_run_once() -> None:
    """Doctor D17: the host itself runs what several settings say the same only once."""
    assert PASS == checks(host(*GOOD, ours("SessionStart", "project.json")))[1].level


def test_many_faults_are_counted() -> None:
    """A row names some and counts the rest."""
    hooks = tuple(theirs(f"hooks/{number}.sh") for number in range(9))
    assert "and 4 more" in checks(host(*GOOD, *hooks))[0].evidence


def test_hosts_are_judged_each_for_itself() -> None:
    """A host that is set up by half is told though another one serves the seat."""
    half = HostHooks("codex", EVENTS, hooks=(ours("SessionStart", "hooks.json"),))
    row = checks(host(*GOOD), half)[0]
    assert (FAIL, True) == (row.level, "codex does not call Cortex at PreCompact" in row.evidence)
