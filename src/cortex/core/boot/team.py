"""How does a brief tell what other agents left for this one?

Loaded only where agents ever told each other something. Every text is theirs: it is put on one
line, defused and shortened like any other stored text. Source: CQR 10, docs/formats/boot-brief.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import day_text, second_text
from cortex.core.boot.lines import one_line, short_name, shorten
from cortex.core.boot.packing import Line, Section
from cortex.model.boot import (
    BOOT_TEAM_ROWS_MAX,
    CAPSULE_ACTIVITY,
    CAPSULE_AGENTS,
    CAPSULE_FEED,
    CAPSULE_FOCUS,
    CAPSULE_LOCKS,
    CAPSULE_MESSAGES,
    CAPSULE_TASKS,
    CAPSULE_TASKS_OWN,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cortex.model.boot import BootTeam

# Characters of a message or another text of theirs (CQR 10).
TEXT_CHARS_MAX = 200
DOING_CHARS_MAX = 120


def team_sections(team: BootTeam) -> tuple[Section, ...]:
    """Give the parts about other agents; those without rows stay empty."""
    messages = _section(CAPSULE_MESSAGES, "## Pending messages", team.messages, _message, 15)
    messages.noun = "pending messages"
    return (
        messages,
        _section(CAPSULE_FOCUS, "## Active focus", team.focus, _focus, 5),
        _section(CAPSULE_TASKS_OWN, "## Your active tasks", team.tasks_own, _task, 10),
        _section(CAPSULE_TASKS, "## Pending tasks", team.tasks, _task, 10),
        _section(CAPSULE_LOCKS, "## Active locks", team.locks, _lock, 10),
        _section(CAPSULE_AGENTS, "## Active agents", team.agents, _doing, 5),
        _section(CAPSULE_FEED, "## Feed", team.feed, _entry, 5),
        _section(
            CAPSULE_ACTIVITY, "## Activity since you were last seen", team.activity, _doing, 5
        ),
    )


def _section(
    name: str, header: str, rows: tuple[Any, ...], write: Callable[[Any], Line], share: int
) -> Section:
    section = Section(name, header, list(rows[:BOOT_TEAM_ROWS_MAX]), write, share)
    section.unlisted = len(rows) - len(section.items)
    return section


def _message(row: tuple[str, str, int]) -> Line:
    sender, text, sent_us = row
    said = shorten(one_line(text), TEXT_CHARS_MAX)
    return Line(f"- from {short_name(sender)}, {second_text(sent_us)}: {said}")


def _focus(row: tuple[str, int, int]) -> Line:
    label, statements, started_us = row
    noun = "statement" if statements == 1 else "statements"
    return Line(f"- {short_name(label)} ({statements} {noun} since {day_text(started_us)})")


def _task(row: tuple[int, str, str]) -> Line:
    task_id, priority, title = row
    said = shorten(one_line(title), TEXT_CHARS_MAX)
    return Line(f"- [task::{task_id}] {short_name(priority)}: {said}")


def _lock(row: tuple[str, str, int]) -> Line:
    path, agent, expires_us = row
    where = shorten(one_line(path), TEXT_CHARS_MAX)
    return Line(f"- {where} by {short_name(agent)} until {second_text(expires_us)}")


def _doing(row: tuple[str, str]) -> Line:
    agent, description = row
    doing = shorten(one_line(description), DOING_CHARS_MAX)
    return Line(f"- {short_name(agent)}: {doing}" if doing else f"- {short_name(agent)}")


def _entry(row: tuple[int, str, str, str]) -> Line:
    entry_id, agent, kind, summary = row
    said = shorten(one_line(summary), TEXT_CHARS_MAX)
    return Line(f"- [feed::{entry_id}] {short_name(agent)} {short_name(kind)}: {said}")
