"""How is one fact written on one line of a brief?

A line holds a claim with its reference and never more: stored line breaks become spaces, so no
text can begin a line, and what could pass for our own marks or for another speaker is defused.
Source: docs/formats/boot-brief.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import day_text
from cortex.core.boot.ranking import is_other
from cortex.core.text.fence import neutralise
from cortex.model.boot import BOOT_LIMITS_MAX, BOOT_RECORDS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.boot import BootFact
    from cortex.model.scopes import Scope

# Characters of a ranked fact (CQR 10); the reference leads to the rest.
TRUTH_CHARS_MAX = 420

# Characters of each side of a conflict: enough to see what it is about.
SIDE_CHARS_MAX = 200

# Characters of a branch or folder name in a mark.
MARK_CHARS_MAX = 80

ELLIPSIS = "…"

CURLY = "\u2019"  # The apostrophe a word processor makes of "don't".

SIGIL_STATED = "FACT!"
SIGIL_DISPUTED = "FACT~"
SIGIL_CLAIMED = "FACT?"

RULE_WORDS = ("always", "do not", "don't", "mandatory", "must", "never", "required")


def reference(fact: BootFact) -> str:
    """Give the short reference of a fact, for example ``d12``; every verb accepts it."""
    return f"{fact.kind[:1]}{fact.fact_id}"


def truth_line(fact: BootFact, scope: Scope) -> str:
    """Give a ranked fact with its standing, validity and reference.

    ``FACT!`` was said by the person, ``FACT~`` is disputed, ``FACT?`` is everything else.
    """
    sigil = SIGIL_STATED if fact.is_stated else SIGIL_CLAIMED
    if fact.status == "disputed":
        sigil = SIGIL_DISPUTED
    start_us = fact.created_us if fact.valid_from_us is None else fact.valid_from_us
    until = "now" if fact.valid_until_us is None else day_text(fact.valid_until_us)
    text = shorten(one_line(fact.text), TRUTH_CHARS_MAX)
    span = f"(valid {day_text(start_us)} -> {until})"
    return f"{sigil} {text}  {span}  [{reference(fact)}]{_mark(fact, scope)}"


def whole_line(fact: BootFact, scope: Scope) -> str | None:
    """Give a fact that must not be shortened, or None when its text is too long to be whole."""
    if not fact.is_whole:
        return None
    label = fact.type if fact.type.isidentifier() else one_line(fact.type) or fact.kind
    return f"- [{label} {reference(fact)}] {one_line(fact.text)}{_mark(fact, scope)}"


def conflict_line(newer: BootFact, older: BootFact) -> str:
    """Give the two sides of an open conflict, each shortened, newer first."""
    sides = [
        f"[{reference(fact)}] {shorten(one_line(fact.text), SIDE_CHARS_MAX)}"
        for fact in (newer, older)
    ]
    return "- " + " vs ".join(sides)


def is_rule(text: str) -> bool:
    """Tell whether a statement speaks of what always or never is to happen."""
    words = f" {' '.join(text.lower().replace(CURLY, chr(39)).split())} "
    for mark in ".,;:!?()":
        words = words.replace(mark, " ")
    return any(f" {word} " in words for word in RULE_WORDS)


def one_line(text: str) -> str:
    """Give stored text on one line, defused and without spaces at its ends."""
    shown = neutralise(text).text
    joined = " ".join(shown.split())
    # What began a line was defused there; joining could put together what stood apart.
    return " ".join(neutralise(joined).text.split()) if "\n" in shown else joined


def shorten(text: str, chars_max: int) -> str:
    """Give the text, or its beginning up to a word's end and an ellipsis, within ``chars_max``.

    Text without spaces in its second half is cut between characters.
    """
    if len(text) <= chars_max:
        return text
    room = text[: chars_max - 1]
    end = len(room) if text[chars_max - 1].isspace() else room.rfind(" ")
    return (room[:end] if end > chars_max // 2 else room).rstrip() + ELLIPSIS


def _mark(fact: BootFact, scope: Scope) -> str:
    """Say what limits a fact, what it rests on, and where else in this project it is from."""
    marks = [f"limited by {_limits(fact)}"] if fact.limits else []
    if fact.records:
        marks.append(f"from {_records(fact)}")
    if fact.scope_id == scope.scope_id:
        if is_other(fact.worktree, scope.worktree):
            marks.append(f"checkout {short_name(fact.worktree)}")
        if is_other(fact.branch, scope.branch):
            marks.append(f"branch {short_name(fact.branch)}")
    return f"  {{{', '.join(marks)}}}" if marks else ""


def _limits(fact: BootFact) -> str:
    """Name the facts without which this one says more than is known."""
    names = [f"{kind[:1]}{fact_id}" for kind, fact_id in fact.limits[:BOOT_LIMITS_MAX]]
    more = [ELLIPSIS] if len(fact.limits) > BOOT_LIMITS_MAX else []
    return ", ".join([*names, *more])


def _records(fact: BootFact) -> str:
    """Name the first records of the vault a fact rests on, with their lines."""
    names = [
        f"{short_name(reference)} line {line}"
        for reference, line in fact.records[:BOOT_RECORDS_MAX]
    ]
    more = [ELLIPSIS] if len(fact.records) > BOOT_RECORDS_MAX else []
    return ", ".join([*names, *more])


def short_name(name: str | None) -> str:
    """Give the name of a branch, folder or project, defused and short enough for a mark."""
    return shorten(one_line(name or ""), MARK_CHARS_MAX)
