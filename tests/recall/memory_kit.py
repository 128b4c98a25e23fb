"""How does a test talk to a brain? Commits and questions in one line, with a clock of its own."""

from collections.abc import Sequence
from typing import Any

from cortex.core.anchors.handles import handles_of
from cortex.core.facts.trust import TrustTable
from cortex.model.callers import Caller
from cortex.model.cards import Card, View
from cortex.model.commits import CommitOutcome, CommitRequest
from cortex.model.questions import Question
from cortex.model.scopes import USER_SCOPE_ID, Scope
from cortex.ports.brain import Brain
from cortex.services.commit import Committer
from cortex.services.recall import Asker, recall
from cortex.services.served import CountingBrain, Served

SECOND_US = 1_000_000
START_US = 1_750_000_000 * SECOND_US
USER = Scope(USER_SCOPE_ID, USER_SCOPE_ID)


class Kit:
    """One brain, one clock that moves a second with each commit."""

    def __init__(self, brain: Brain, trust: TrustTable | None = None) -> None:
        self.brain = brain
        self.now_us = START_US
        self.scope = USER
        self.served = Served()
        self.trust = trust or TrustTable()
        self._ids = 0

    def commit(self, text: str, **fields: Any) -> CommitOutcome:
        """Commit one statement; caller fields may be given as ``agent`` and ``owner``."""
        return self.commit_all([text], **fields)[0]

    def commit_all(self, texts: Sequence[str], **fields: Any) -> tuple[CommitOutcome, ...]:
        """Commit statements together."""
        self.now_us += SECOND_US
        caller = Caller(
            principal=fields.pop("principal", "solo"),
            agent=fields.pop("agent", "tester"),
            owner_id=fields.pop("owner", None),
        )
        requests = [CommitRequest(text, **fields) for text in texts]
        committer = Committer(
            brain=CountingBrain(self.brain, self.served, lambda: self.now_us),
            trust=self.trust,
            new_id=self._new_id,
            locate=lambda path: path,
        )
        return committer.commit_all(requests, self.scope, caller, self.now_us)

    def ask(self, text: str, **fields: Any) -> View:
        """Ask a question; scope and owner may be given as ``scope_ids`` and ``owner``."""
        asker = Asker(
            scope=self.scope,
            scope_ids=fields.pop("scope_ids", None),
            owner_id=fields.pop("owner", None),
            now_us=fields.pop("now_us", self.now_us + 1),
        )
        return recall(self.brain, Question(text, **fields), asker)

    def texts(self, text: str, **fields: Any) -> list[str]:
        """Give the statements of the cards, in rank order."""
        return [card.fact.content.text for card in self.ask(text, **fields).cards]

    def card(self, text: str, **fields: Any) -> Card:
        """Give the first card; the test fails when there is none."""
        cards = self.ask(text, **fields).cards
        assert cards, f"no card for {text!r}"
        return cards[0]

    def rebuild(self) -> None:
        """Drop every derived row and project all facts again."""
        with self.brain.writing() as writer:
            writer.clear_projection()
            for fact in writer.iter_facts():
                writer.project(fact, handles_of(fact.content))

    def _new_id(self) -> str:
        self._ids += 1
        return f"request-{self._ids}"
