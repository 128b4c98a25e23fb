"""How does it read why a fact did, or did not, answer a question?"""

from __future__ import annotations

from cortex.edges.cli.cards import show_card
from cortex.edges.cli.facts import fact_line
from cortex.edges.cli.screen import Screen
from cortex.model.cards import View
from cortex.model.facts import Fact
from cortex.wire.display import display_line
from cortex.wire.verdicts import find_card, find_lead, obstacle_text, was_heard


def show_verdict(screen: Screen, fact: Fact, view: View) -> None:
    """Print the card with its whole reason, or what kept the fact out."""
    card, rejection = find_card(fact, view), view.rejection
    if card is not None:
        show_card(screen, card, is_full=True, is_as_of=view.is_as_of)
        return
    screen.line(f"{screen.strong(fact.reference)}  {fact_line(fact)}")
    screen.line("It is not an answer to this question:")
    for reason in () if rejection is None else rejection.reasons:
        screen.line(f"- {display_line(obstacle_text(reason))}", 2)
    lead = find_lead(fact, view)
    if lead is not None:
        screen.line(f"- near miss: {display_line(lead.reason)}", 2)
    if rejection is not None and was_heard(rejection):
        share = f"{rejection.coverage_permille / 10:g} %"
        words = ", ".join(rejection.matched) or "nothing"
        screen.line(f"- it answers {share} of the question: {display_line(words)}", 2)
    unmatched = ", ".join(view.coverage.unmatched_words)
    if unmatched:
        screen.line(f"- no card answers: {display_line(unmatched)}", 2)
