"""How is it told why one fact answered one question, or why it did not?

Source: docs/formats/why.md.
"""

from __future__ import annotations

from cortex.model.cards import Card, Lead, Obstacle, Reason, Rejection, View
from cortex.model.facts import Fact
from cortex.wire.instants import instant_json
from cortex.wire.views import card_json, lead_json, witness_json

_SENTENCES = {
    Obstacle.ROLLED_BACK: "the version that made it was rolled back",
    Obstacle.SCOPE: "it belongs to {own}, which was not searched",
    Obstacle.STATUS: "it is {own}",
    Obstacle.NOT_YET: "it holds only from {instant}",
    Obstacle.ENDED: "it held until {instant}",
    Obstacle.EXPIRED: "it expired at {instant}",
    Obstacle.CAP: "it is not among the rows that were looked at, and there may be more: "
    "as many as may be were brought by {own}",
    Obstacle.UNHEARD: "nothing of the question was heard in it",
    Obstacle.TYPE: "its type is {own}, and only {others} was asked for",
    Obstacle.PATH: "it is about {own}, and the question is about {others}",
    Obstacle.LINK_ONLY: "only a link leads to it, and a link alone is no evidence",
    Obstacle.FLOOR: "its witnesses concern less than {share} % of the question",
    Obstacle.ONE_ORIGIN: "its witnesses come from one origin, so they are one opinion",
    Obstacle.ONE_DOMAIN: "only one kind of evidence speaks for it ({own}), and not strongly",
    Obstacle.QUOTA: "its evidence is enough, but the facts before it in the order filled the "
    "places of its arms ({own}); a higher limit has more",
    Obstacle.BEATEN: "{own} shares all that this one shares, and more of the question",
    Obstacle.CROWD: "many facts share this same part of the question "
    "and none says what was asked of it",
    Obstacle.LIMIT: "it is answer {place}, and only {allowed} were asked for",
}


def verdict_json(fact: Fact, view: View) -> dict[str, object]:
    """Give the card of the fact when it is one, else what kept it out."""
    card, lead, rejection = find_card(fact, view), find_lead(fact, view), view.rejection
    return {
        "reference": fact.reference,
        "question": view.question,
        "admitted": card is not None,
        "card": None if card is None else card_json(card),
        "lead": None if lead is None else lead_json(lead),
        "heard": None if rejection is None or not was_heard(rejection) else _heard_json(rejection),
        "obstacles": [] if rejection is None else [*map(obstacle_text, rejection.reasons)],
    }


def was_heard(rejection: Rejection) -> bool:
    """Tell whether anything of the question was found in the fact."""
    return bool(rejection.witnesses or rejection.matched)


def _heard_json(heard: Rejection) -> dict[str, object]:
    return {
        "reason": obstacle_text(heard.reasons[0]),
        "coverage_permille": heard.coverage_permille,
        "matched": list(heard.matched),
        "unmatched": list(heard.unmatched),
        "witnesses": [witness_json(witness) for witness in heard.witnesses],
    }


def find_card(fact: Fact, view: View) -> Card | None:
    """Give the card of a fact in an answer, or None."""
    return next((card for card in view.cards if card.fact.fact_id == fact.fact_id), None)


def find_lead(fact: Fact, view: View) -> Lead | None:
    """Give the lead about a fact in an answer, or None."""
    return next((lead for lead in view.leads if lead.reference == fact.reference), None)


def obstacle_text(reason: Reason) -> str:
    """Give one reason as a sentence, without a capital or a full stop."""
    sentence = _SENTENCES[reason.obstacle].format(
        own=", ".join(reason.own),
        others=" or ".join(reason.others),
        instant=instant_json(reason.at_us),
        share=f"{reason.allowed / 10:g}",
        place=reason.place,
        allowed=reason.allowed,
    )
    if reason.obstacle is Obstacle.STATUS and reason.others:
        return f"{sentence} by {', '.join(reason.others)}"
    return sentence
