"""How does an answer read? Cards with their reason, then near misses, then what else there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.phrases import limit_words, shown_notes, standing_words, validity
from cortex.edges.cli.screen import counted
from cortex.model.evidence import Admission, Why
from cortex.wire.display import display_line, display_text
from cortex.wire.instants import instant_json
from cortex.wire.views import NOTHING, label_word

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.cards import Card, Lead, NearScope, View

_REASONS = {
    Admission.HARD_ANCHOR: "it carries exactly what was named",
    Admission.CLOCK_QUORUM: "independent evidence agrees",
    Admission.STRONG_LEXICAL: "its rare words match",
    Admission.PINNED: "it is pinned",
}
CARD_INDENT = 4
WHY_COLUMN = 12


def show_view(screen: Screen, view: View, question: str, *, is_full: bool) -> None:
    """Print an answer; an empty one says so, and says where near facts are.

    Args:
        question: the words asked, for the line that asks again elsewhere.
        is_full: print the whole reason of each card instead of one line.
    """
    if not view.admitted_count:
        screen.line(NOTHING)
        _show_near_scopes(screen, view.near_scopes, question)
    for place, card in enumerate(view.cards):
        if place or not view.admitted_count:
            screen.line()
        show_card(screen, card, is_full=is_full, is_as_of=view.is_as_of)
    _show_leads(screen, view.leads)
    if view.is_as_of:
        screen.line()
        screen.line(screen.faint(f"As of {instant_json(view.at_us)}."))


def show_card(screen: Screen, card: Card, *, is_full: bool = False, is_as_of: bool = False) -> None:
    """Print one card: what is said, where it is from, why it is here, what else to know.

    Args:
        is_full: print the whole reason instead of one line.
        is_as_of: the answer is about an instant that was named.
    """
    statement = display_text(card.quoted or str(card.fact.content.text))
    first, *rest = statement.split("\n")
    head = f"{label_word(card)} {card.label}: "
    screen.line(f"{screen.strong(head)}{first}", hang=CARD_INDENT)
    for line in rest:
        screen.line(line, CARD_INDENT)
    screen.line(screen.faint(", ".join(_origin(card, is_as_of=is_as_of))), CARD_INDENT)
    if is_full:
        show_why(screen, card.why)
    else:
        screen.line(screen.faint(reason_line(card.why)), CARD_INDENT)
    for limit in card.exceptions:
        screen.line(limit_words(limit), CARD_INDENT, hang=CARD_INDENT)
    for note in shown_notes(card, is_as_of=is_as_of):
        screen.line(f"note: {display_line(note)}", CARD_INDENT)


def reason_line(why: Why) -> str:
    """Give the reason of a card in one line, with the words of the question it answers."""
    reason = f"because {_REASONS[why.admitted_by]}"
    # Evidence without a word of the question is a handle both share, or a link from another card.
    shared = (
        why.matched
        or tuple(dict.fromkeys(anchor.value for anchor in why.anchors))
        or tuple(f"{link.relation.replace('_', ' ')} fact {link.source}" for link in why.links)
    )
    if shared:
        reason += f": {', '.join(display_line(word) for word in shared)}"
    return reason


def show_why(screen: Screen, why: Why) -> None:
    """Print a reason whole: rule, evidence, gates and the figures that ordered the card."""
    votes = why.votes
    figures = why.tie_break
    arms = ", ".join(arm.value for arm in why.arms) or "none"
    rows = [
        ("admitted by", f"{why.admitted_by.value}{' (hard anchor)' if why.is_hard else ''}"),
        (
            "clocks",
            f"write {votes.write}, truth {votes.truth}, task {votes.task}, "
            f"history {votes.history}; arms {arms}",
        ),
        ("evidence", _origins(why.independent_origins)),
        ("answers", f"{why.coverage_permille / 10:g} % of the question"),
        ("matched", ", ".join(why.matched) or "nothing"),
        ("unmatched", ", ".join(why.unmatched) or "nothing"),
        *(("anchor", f"{one.kind} {one.value} ({one.specificity})") for one in why.anchors),
        *(("link", f"{one.relation}: {one.source} to {one.target}") for one in why.links),
        *(
            ("witness", f"{one.domain.value} {one.matched_key} from {one.origin}")
            for one in why.witnesses
        ),
        (
            "gates",
            f"acl {why.acl}, head {why.head}, valid at {instant_json(why.as_of_us) or 'current'}, "
            f"hides {', '.join(why.status_filters) or 'no status'}",
        ),
        (
            "order",
            f"clocks {figures.clock_count}, strength {figures.strength}, hops {figures.hops}, "
            f"specificity {figures.specificity}, words {figures.fts_rank}",
        ),
    ]
    for name, value in rows:
        shown = f"{screen.faint(f'{name:<{WHY_COLUMN}}')}{display_line(value)}"
        screen.line(shown, CARD_INDENT, hang=WHY_COLUMN)


def show_lead(screen: Screen, lead: Lead) -> None:
    """Print one near miss and why it is no card."""
    screen.line(f"{lead.reference}  {display_line(lead.hint)}", 2)
    screen.line(screen.faint(display_line(lead.reason)), CARD_INDENT)


def _origin(card: Card, *, is_as_of: bool) -> list[str]:
    """Give the parts of the line that says what a card is and where it is from."""
    content = card.fact.content
    provenance = content.provenance
    parts = [card.fact.reference, content.type]
    if content.is_pinned:
        parts.append("pinned")
    parts += [validity(content.valid_from_us, content.valid_until_us)]
    parts.append(f"said by {provenance.source_agent}")
    if provenance.branch:
        parts.append(f"on {provenance.branch}")
    parts.append(standing_words(card, is_as_of=is_as_of))
    return [display_line(part) for part in parts if part]


def _origins(count: int) -> str:
    return "1 independent origin" if count == 1 else f"{count} independent origins"


def _show_leads(screen: Screen, leads: tuple[Lead, ...]) -> None:
    if leads:
        screen.line()
        screen.line("Near misses, not claims:")
        for lead in leads:
            show_lead(screen, lead)


def _show_near_scopes(screen: Screen, near_scopes: tuple[NearScope, ...], question: str) -> None:
    for near in near_scopes:
        name = display_line(near.name)
        typed = shell_word(display_line(question))
        again = f"cortex query {typed} --project {shell_word(name)}"
        screen.line(f"{counted(near.hits, 'fact')} in {name}: {again}")


def shell_word(text: str) -> str:
    """Give a text as one word of a POSIX shell line."""
    from shlex import quote

    return quote(text)
