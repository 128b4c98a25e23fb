"""What do the facts and observations of the brain say to a question?

What hooks took down is taken in before, as every search does, where the brain can be written; else
it is told as not searched. The question itself only reads: nothing is made or counted as served.
Facts are admitted by the law of recall as it stands. Source: docs/formats/ask.md.
"""

# pathlib costs every command 8 ms.

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from cortex.core.ask.controls import control_word
from cortex.core.ask.own_words import as_quote
from cortex.core.ask.shelves import terms_in
from cortex.core.query.units import all_terms
from cortex.model.ask import (
    LAYER_HITS_MAX,
    AskLayer,
    Control,
    LayerFound,
    LayerState,
    Piece,
    Standing,
)
from cortex.model.errors import CortexError
from cortex.model.facts import Epistemic
from cortex.model.questions import Question
from cortex.model.search import LeadKind, SearchQuestion
from cortex.model.seat_gate import Claim, Layer
from cortex.services.closed_sources import closed_sources
from cortex.services.labels import known_caller
from cortex.services.search import search
from cortex.stores.system.spool import has_rows, spool_path
from cortex.wiring.backends import open_existing
from cortex.wiring.guarded import GuardedHouse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.core.ask.fusion import Asked
    from cortex.model.callers import Caller, Place
    from cortex.model.cards import Card, Lead, View
    from cortex.model.facts import Fact
    from cortex.model.search import SearchLead, SearchPage
    from cortex.ports.brain import Brain
    from cortex.wiring.settings import Settings

CATCH_UP_MS = 1_000
"""Milliseconds a question may spend on what waits; half of it on the turn to write."""

CONTROL_STATEMENT_CHARS = 300
"""Characters of the newest fact that are asked for as its control query."""

_SEEN = (LeadKind.TURN, LeadKind.DOCUMENT, LeadKind.TOOL)


class ReadingHouse(GuardedHouse):
    """A house that only reads, within the operator's limits."""

    @property
    def brain(self) -> Brain:
        """Give the store, opened for reading only.

        Raises:
            CortexError: as the store says.
        """
        if self._brain is None:
            self._brain = open_existing(self._settings)
        return self._brain


def in_brain(
    settings: Settings, asked: Asked, place: Place, caller: Caller
) -> tuple[LayerFound, LayerFound]:
    """Search facts and observations; counts as one recall.

    Raises:
        CortexError: the brain cannot be opened or asked, and why.
    """
    if not os.path.lexists(settings.db_path):
        why = "nothing was kept in a brain yet"
        facts = LayerFound(AskLayer.FACTS, LayerState.ABSENT, why=why)
        return facts, _waiting(settings, facts._replace(layer=AskLayer.OBSERVATIONS))
    if has_rows(spool_path(settings.home, settings.db_path)):
        _catch_up(settings)
    with ReadingHouse(settings) as house:
        house.asking(caller)
        facts = _facts(house, asked, place, caller)
        seen = _observations(house, asked, place, caller)
    return facts, _waiting(settings, seen)


def formerly_in_brain(
    settings: Settings, asked: Asked, place: Place, caller: Caller
) -> list[LayerFound]:
    """Search facts that were replaced, taken back or have ended; none without a brain.

    Raises:
        CortexError: the brain cannot be opened or asked, and why.
    """
    if not os.path.lexists(settings.db_path):
        return []
    with ReadingHouse(settings) as house:
        view = _view(house, asked.text, place, caller, is_past=True)
    hits = [_card_piece(card)._replace(is_admitted=False) for card in view.cards]
    terms = all_terms(asked.units)
    held = {term for hit in hits for term in terms_in(hit)}
    return [
        LayerFound(
            AskLayer.FACTS,
            LayerState.SEARCHED,
            (settings.db_path,),
            hits=tuple(hits),
            holding=tuple((term, 1) for term in terms if term in held),
        )
    ]


def _catch_up(settings: Settings) -> None:
    """Take in what waits, so that a session can prove an absence while it goes on."""
    from cortex.wiring.house import House
    from cortex.wiring.search import catch_up

    with suppress(CortexError), House(settings) as house:
        catch_up(house, CATCH_UP_MS)


def _waiting(settings: Settings, found: LayerFound) -> LayerFound:
    """Say when events of hooks wait outside the brain, where no search looks."""
    if not has_rows(spool_path(settings.home, settings.db_path)):
        return found
    why = "events of hooks wait to be taken in"
    state = LayerState.SEARCHED if found.state is LayerState.SEARCHED else LayerState.NOT_SEARCHED
    return found._replace(state=state, why=found.why or why, remedy="run `cortex maintain`")


def _facts(house: ReadingHouse, asked: Asked, place: Place, caller: Caller) -> LayerFound:
    view = _view(house, asked.text, place, caller)
    newest = house.list_facts(place, caller, None, 1, include_cold=False)
    is_past = not newest  # What has ended is found by its history only.
    if is_past:
        newest = house.list_facts(place, caller, None, 1, include_cold=True)
    why = _unheard(view)
    if not newest and not why:
        return LayerFound(AskLayer.FACTS, LayerState.EMPTY, (house.settings.db_path,))
    hits = [_card_piece(card) for card in view.cards]
    hits += [_lead_piece(lead) for lead in view.leads]
    return LayerFound(
        AskLayer.FACTS,
        LayerState.SEARCHED,
        (house.settings.db_path,),
        view.coverage.corpus_size,
        tuple(hits),
        tuple(_control(house, fact, place, caller, is_past=is_past) for fact in newest),
        why,
        remedy="ask with --everywhere" if view.near_scopes else "",
    )


def _control(
    house: ReadingHouse, fact: Fact, place: Place, caller: Caller, *, is_past: bool
) -> Control:
    """Ask for what a fact says; it has to be among what is let in."""
    said = str(fact.content.text)[:CONTROL_STATEMENT_CHARS]
    view = _view(house, said, place, caller, is_past=is_past)
    named = {card.fact.reference for card in view.cards}
    named |= {reference for reference, _ in view.coverage.omitted}
    return Control(said, is_matched=fact.reference in named)


def _view(
    house: ReadingHouse, text: str, place: Place, caller: Caller, *, is_past: bool = False
) -> View:
    """Ask without spending: the whole of an answer counts once."""
    from cortex.wiring.house import House

    question = Question(text, limit=LAYER_HITS_MAX, wants_history=is_past, wants_pinned=False)
    return House.query(house, question, place, caller)


def _unheard(view: View) -> str:
    if view.coverage.is_cut:
        return "more facts hold words of the question than were looked at"
    if view.coverage.cold_rows and not view.coverage.cold_searched:
        return f"{view.coverage.cold_rows} old facts lie in cold blocks that were not searched"
    if view.near_scopes:
        names = ", ".join(scope.name for scope in view.near_scopes)
        return f"facts of other projects answer to this: {names}"
    return ""


def _card_piece(card: Card) -> Piece:
    content = card.fact.content
    text = str(content.text)
    notes = list(card.notes)
    if card.epistemic is not Epistemic.ASSERTED:
        notes.insert(0, card.epistemic.value)
    claim = Claim(Layer.NOTE, "", "", text, None, content.created_us)
    piece = Piece(
        AskLayer.FACTS,
        card.fact.reference,
        text,
        "",
        content.created_us,
        Standing.CLAIM,
        "; ".join(notes),
        claim,
        is_admitted=True,
    )
    return as_quote(piece)


def _lead_piece(lead: Lead) -> Piece:
    note = "a near miss: recall does not stand behind it"
    return Piece(AskLayer.FACTS, lead.reference, lead.hint, standing=Standing.QUOTE, note=note)


def _observations(house: ReadingHouse, asked: Asked, place: Place, caller: Caller) -> LayerFound:
    who = known_caller(caller)
    gate = house.gate(place, who)
    policy = house.capture_policy()
    with house.brain.reading() as reader:
        sources = reader.observations.sources(who.principal)
        closed = closed_sources(reader, who.principal, policy)
        scopes = gate.scope_ids
        if scopes is None:
            scopes = tuple(sorted({source.scope_id for source in sources}))
        newest = reader.observations.newest(who.principal, scopes, 1, closed)

    def found(text: str) -> SearchPage:
        question = SearchQuestion(text, kinds=_SEEN, limit=LAYER_HITS_MAX)
        return search(house.brain, question, who.principal, gate, policy)

    page = found(asked.text)
    control = control_word(str(newest[0].event.text)) if newest else ""
    why = _unseen(page, closed)
    places = (house.settings.db_path,)
    if not control:
        state = LayerState.NOT_SEARCHED if why else LayerState.EMPTY
        return LayerFound(AskLayer.OBSERVATIONS, state, places, why=why)
    return LayerFound(
        AskLayer.OBSERVATIONS,
        LayerState.SEARCHED,
        places,
        page.coverage.documents,
        tuple(_seen_piece(lead) for lead in page.leads),
        (Control(control, is_matched=bool(found(control).leads)),),
        why,
    )


def _unseen(page: SearchPage, closed: Sequence[int]) -> str:
    if closed:
        return f"{len(closed)} sources are closed"
    if page.coverage.pending:
        return f"{page.coverage.pending} observations wait to be indexed"
    return ""


def _seen_piece(lead: SearchLead) -> Piece:
    speaker = lead.speaker or lead.kind.value
    note = f"{lead.kind.value} of {speaker}" if speaker != lead.kind.value else lead.kind.value
    return Piece(
        AskLayer.OBSERVATIONS,
        f"{lead.reference}[{lead.start}:{lead.end}]",
        str(lead.passage),
        "",
        lead.at_us,
        Standing.RECORD,
        note,
    )
