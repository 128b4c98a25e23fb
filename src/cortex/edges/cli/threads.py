"""How do a thread, what is owed on it and the revisions of a record read?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cortex.edges.cli.stories import moment, section
from cortex.model.threads import OVER_STATES
from cortex.wire.display import display_line, display_text

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.revisions import RecordRevision

STATEMENT_CHARS = 100  # Of a statement in a list; `cortex show` has the whole.

_STATE_WORDS = {
    "proposed": "proposed",
    "ready": "ready",
    "in_progress": "in progress",
    "blocked": "BLOCKED",
    "observed_complete": "seen done",
    "verified_complete": "verified",
    "reopened": "reopened",
    "cancelled": "cancelled",
}


def show_threads(screen: Screen, threads: Sequence[Mapping[str, Any]]) -> None:
    """Print the threads as a table, newest first."""
    if not threads:
        screen.line("No thread is known here. Start one: cortex thread checkpoint NAME --state ...")
        return
    rows = [
        (
            display_line(str(row["thread"]).removeprefix("thread:")),
            str(row["open_obligations"]),
            str(row["facts"]),
            _day(row["updated_at"]),
        )
        for row in threads
    ]
    screen.table(("thread", "owed", "facts", "last change"), rows)


def show_thread(screen: Screen, status: Mapping[str, Any], going: Mapping[str, Any]) -> None:
    """Print where a thread stands: its last word, what is owed, what was tried, what binds.

    Args:
        status: the answer of the status action.
        going: the continuation.
    """
    name = display_line(str(status["thread"]).removeprefix("thread:"))
    if status["status"] == "no_match":
        screen.line(f"Nothing is known of the thread {name} here.")
        return
    screen.line(screen.strong(name))
    if going["goal"]:
        screen.line(f"goal: {display_line(going['goal'])}", 2)
    _show_heads(screen, status)
    owed = status["obligations"]
    for title, is_over in (("Owed", False), ("Done", True)):
        lines = [_owed(each) for each in owed if (each["state"] in OVER_STATES) is is_over]
        section(screen, title, lines)
    section(screen, "To be verified again", [_again(each) for each in going["needs_revalidation"]])
    section(screen, "Tried", [_tried(each) for each in status["attempts"]])
    section(screen, "Constraints", [_named(each) for each in going["constraints"]])
    section(screen, "In conflict", [_conflict(each) for each in going["conflicts"]])
    binding = {each["reference"] for each in going["constraints"]}
    others = [each for each in status["facts"] if each["reference"] not in binding]
    section(screen, "Known", [_named(each) for each in others])
    if status["cut"]:
        screen.line()
        screen.line("There is more than is shown: `cortex query` finds the rest.")


def show_move(screen: Screen, answer: Mapping[str, Any]) -> None:
    """Print what a move did, and what may follow."""
    moved = answer["obligation"]
    before, state = _STATE_WORDS[moved["before"]], _STATE_WORDS[moved["state"]]
    change = f"{before} -> {state}" if moved["changed"] else f"still {state}"
    screen.line(f"{moved['reference']}: {change}  ({moved['revision']})")
    if moved["may_become"]:
        screen.line(f"it may become: {', '.join(moved['may_become'])}", 2)


def show_kept(screen: Screen, answer: Mapping[str, Any], key: str) -> None:
    """Print that something was kept on a thread.

    Args:
        key: where in the answer it is: checkpoint, obligation or attempt.
    """
    entry = answer[key]
    name = display_line(str(answer["thread"]).removeprefix("thread:"))
    screen.line(f"Kept {entry['reference']} ({entry['type']}) on the thread {name}.")
    if len(answer.get("heads", ())) > 1:
        heads = ", ".join(answer["heads"])
        screen.line(f"The thread has several heads now, which nobody has resolved: {heads}", 2)


def show_promotion(screen: Screen, answer: Mapping[str, Any]) -> None:
    """Print what was promoted, and on what it rests."""
    promoted = answer["promotion"]
    screen.line(f"Promoted {promoted['reference']} by the rule {promoted['rule']}.")
    for title in ("population", "exclusions"):
        if promoted[title]:
            screen.line(f"{title}: {', '.join(promoted[title])}", 2)


def show_revisions(screen: Screen, revisions: Sequence[RecordRevision]) -> None:
    """Print the revisions of a record, newest first."""
    rows = [
        (
            f"{each.revision}{' HEAD' if each.is_head else ''}",
            moment(each.recorded_us),
            each.epistemic,
            _said(each.body_json),
        )
        for each in revisions
    ]
    screen.table(("revision", "when", "held as", "what it says"), rows)


def _said(body_json: str) -> str:
    body = json.loads(body_json)
    state = _STATE_WORDS.get(str(body.get("state")), "")
    note = body.get("note") or body.get("artifact") or body.get("status") or ""
    parts = [part for part in (state, display_line(str(note), STATEMENT_CHARS)) if part]
    return ": ".join(parts) or display_line(str(body.get("text", "")), STATEMENT_CHARS)


def _show_heads(screen: Screen, status: Mapping[str, Any]) -> None:
    heads = status["heads"]
    title = "Stands" if len(heads) == 1 else f"Stands, in {len(heads)} ways nobody has resolved"
    if heads:
        screen.line()
        screen.line(screen.strong(title))
    for head in heads:
        when = _day(head["recorded_at"])
        screen.line(screen.faint(f"{head['reference']}, {when}"), 2)
        screen.paragraph(display_text(head["statement"]), 2)


def _owed(owed: Mapping[str, Any]) -> str:
    state = _STATE_WORDS[owed["state"]]
    line = f"[{state}] {_named(owed)}"
    if owed["note"]:
        line += f" - {owed['note']}"
    if owed["artifact"]:
        line += f" - on {owed['artifact']}"
    if owed["predicate"] and owed["state"] not in OVER_STATES:
        line += f" - done when: {owed['predicate']}"
    return line


def _again(owed: Mapping[str, Any]) -> str:
    return f"{_named(owed)} - was verified on {owed['verified_artifact'] or 'no named artifact'}"


def _tried(attempt: Mapping[str, Any]) -> str:
    mark = "failed" if attempt["type"] == "failure" else "went"
    exit_status = attempt.get("exit_status")
    ended = "" if exit_status is None else f" (exit {exit_status})"
    return f"[{mark}] {_named(attempt)}{ended}"


def _conflict(conflict: Mapping[str, Any]) -> str:
    return f"{_named(conflict['newer'])} against {_named(conflict['older'])}"


def _named(fact: Mapping[str, Any]) -> str:
    return f"{fact['reference']}  {display_line(str(fact['statement']), STATEMENT_CHARS)}"


def _day(instant: object) -> str:
    return str(instant)[:16].replace("T", " ")
