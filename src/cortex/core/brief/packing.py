"""Which cards are said beside a prompt, and how is each one written?

A line says a claim as a claim, with its reference, since when it holds, from which project it is,
what speaks against it and what limits it. A card is written whole or only named: half a statement
is another statement. Source: docs/formats/prompt-brief.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import day_text
from cortex.core.boot.lines import one_line, short_name
from cortex.core.boot.packing import json_bytes
from cortex.core.text.fence import fence
from cortex.core.text.readings import term_of
from cortex.core.text.tokens import index_terms
from cortex.model.cards import Applicability
from cortex.model.facts import Epistemic
from cortex.model.lean_classes import NamedTuple
from cortex.model.scopes import USER_SCOPE_ID, scope_kind, scope_label

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cortex.model.cards import Card
    from cortex.model.scopes import Scope

ORIGIN = "cortex prompt brief"
"""Where a brief beside a prompt says it comes from."""

NAMED_MAX = 6
"""References named without their statements, for lack of room."""

CONTESTED_MARK = "!"
"""Behind the id of a fact that was told as contested: told as plain before, it is told again."""

_EDGES = "\"'([{<*`)]}>,.;:!?"
_HEADING = "Kept in memory and matching words of this prompt:"


class Brief(NamedTuple):
    """What is said beside a prompt: fenced text, and the keys of the facts written whole."""

    text: str
    keys: tuple[str, ...]


def key_of(card: Card) -> str:
    """Give what a session remembers of a card it was told."""
    mark = CONTESTED_MARK if card.epistemic is Epistemic.CONTESTED else ""
    return f"{card.fact.fact_id}{mark}"


def fresh_cards(cards: Sequence[Card], told: Collection[str]) -> list[Card]:
    """Give the cards that a session has not been told as they stand now, in the same order."""
    return [card for card in cards if key_of(card) not in told]


def unsaid_cards(cards: Sequence[Card], prompt: str) -> list[Card]:
    """Give the cards that say something the prompt does not say itself, and that hold here."""
    said = index_terms(prompt).keys()
    return [
        card
        for card in cards
        if card.applicability is Applicability.APPLICABLE and _adds(card.fact.content.text, said)
    ]


def _adds(text: str, said: Collection[str]) -> bool:
    """Tell whether a text has a term that was not said.

    Most have a plain word that was not, and plain words need none of the tokenizer's patterns,
    which cost a hook half an interpreter start.
    """
    for chunk in text.split():
        word = chunk.strip(_EDGES)
        if word.isascii() and word.isalpha() and word.islower():
            term = term_of(word)
            if term is not None and term not in said:
                return True
    return not all(term in said for term in index_terms(text))


def pack(cards: Sequence[Card], scope: Scope, bytes_max: int) -> Brief:
    """Give the cards that fit, best first, fenced; those that do not fit are named.

    Args:
        scope: where the prompt was written.
        bytes_max: bytes of the whole inside a JSON string, its fence included.

    Returns:
        An empty brief when not one card fits.
    """
    lines: list[str] = []
    keys: list[str] = []
    missing: list[str] = []
    for card in cards:
        line = _line(card, scope)
        if json_bytes(_text([*lines, line], missing)) <= bytes_max:
            lines.append(line)
            keys.append(key_of(card))
        else:
            missing.append(_short(card))
    while lines and json_bytes(_text(lines, missing)) > bytes_max:
        missing.insert(0, keys.pop().rstrip(CONTESTED_MARK))
        lines.pop()
    return Brief(_text(lines, missing), tuple(keys)) if lines else Brief("", ())


def _text(lines: Sequence[str], missing: Sequence[str]) -> str:
    body = [_HEADING, *lines]
    if missing:
        named = ", ".join(missing[:NAMED_MAX])
        more = len(missing) - NAMED_MAX
        body.append(f"- not shown for lack of room: {named}{f' and {more} more' * (more > 0)}")
    return fence("\n".join(body), ORIGIN)


def _line(card: Card, scope: Scope) -> str:
    content = card.fact.content
    marks = [_short(card)]
    if content.type.isidentifier() and content.type != content.kind.value:
        marks.append(content.type)
    if card.epistemic is Epistemic.CONTESTED:
        marks.append("contested")
    start_us = content.created_us if content.valid_from_us is None else content.valid_from_us
    about = [f"since {day_text(start_us)}"]
    if content.valid_until_us is not None:
        about.append(f"until {day_text(content.valid_until_us)}")
    about.append(_place(content.scope_id, scope))
    about += [one_line(note) for note in card.notes]
    about += [
        f"{limit.kind.replace('_', ' ')}: {one_line(limit.statement)}"
        + (f" [{limit.reference}]" if limit.reference else "")
        for limit in card.exceptions
    ]
    return f"- [{' '.join(marks)}] {one_line(content.text)} ({'; '.join(about)})"


def _place(scope_id: str, scope: Scope) -> str:
    """Say from where a fact is, as a person calls it."""
    if scope_id == USER_SCOPE_ID:
        return "personal"
    name = scope.name if scope_id == scope.scope_id else scope_label(scope_id)
    return f"{scope_kind(scope_id) or 'scope'} {short_name(name)}"


def _short(card: Card) -> str:
    return f"{card.fact.content.kind.value[:1]}{card.fact.fact_id}"
