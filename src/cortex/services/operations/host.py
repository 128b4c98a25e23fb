"""What do the operations need from the assembled house?

The house that wiring builds satisfies this; a test gives a small stand-in. Every method keeps the
contract of the use case it stands for.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from cortex.model.boot import BootBrief
from cortex.model.callers import Caller, Place
from cortex.model.capture_policy import CapturePolicy
from cortex.model.cards import View
from cortex.model.commits import CommitOutcome, CommitRequest
from cortex.model.facts import Fact
from cortex.model.gates import Gate
from cortex.model.promotion import PromotePolicy
from cortex.model.questions import Question
from cortex.model.scopes import Scope
from cortex.model.stories import ConflictStory, FactStory, Resolution, ResolveOutcome
from cortex.ports.brain import Brain
from cortex.services.commit import Committing


class OperationHost(Protocol):
    """The use cases and the store behind the eight operations."""

    @property
    def brain(self) -> Brain:
        """Give the open store."""

    @property
    def known(self) -> Brain:
        """Give the store to look something up in; an empty one where none was made yet."""

    @property
    def durability(self) -> str:
        """Give the durability profile the store was opened with."""

    def now_us(self) -> int:
        """Give the present instant."""

    def new_id(self) -> str:
        """Give an id that nothing has had before."""

    def capture_policy(self) -> CapturePolicy:
        """Give the operator's word on capture."""

    def scope(self, place: Place) -> Scope:
        """Give the scope of a place; UnknownScope when a named project holds nothing."""

    def gate(self, place: Place, caller: Caller) -> Gate:
        """Give the gate of a question about the present asked from this place."""

    def real_path(self, path: str, place: Place) -> str:
        """Give where a path as written by a caller leads, absolute, its links followed."""

    def commit_all(
        self, requests: Sequence[CommitRequest], place: Place, caller: Caller
    ) -> tuple[CommitOutcome, ...]:
        """Keep all statements in one transaction, or none; outcomes in the order given.

        Raises:
            CortexError: one was refused; its ``entry`` is the index of that request.
        """

    def promote_policy(self) -> PromotePolicy:
        """Give the operator's word on promotion; SettingsInvalid when it cannot be used."""

    def committing(self, place: Place, caller: Caller) -> AbstractContextManager[Committing]:
        """Open one write transaction in which statements are kept beside other changes."""

    def query(self, question: Question, place: Place, caller: Caller) -> View:
        """Answer a question."""

    def asking(self, caller: Caller) -> None:
        """Say that something is answered without recall.

        Raises:
            BudgetExceeded: it is a question once too often.
        """

    def keeping(self, caller: Caller) -> None:
        """Say that something is kept beside a commit.

        Raises:
            BudgetExceeded: it is kept once too often.
        """

    def find(self, reference: str, caller: Caller) -> Fact:
        """Give the fact a reference names."""

    def explain(self, reference: str, caller: Caller) -> FactStory:
        """Give a fact with everything that happened to it."""

    def list_facts(
        self,
        place: Place,
        caller: Caller,
        after_id: int | None,
        limit: int,
        *,
        include_cold: bool,
    ) -> tuple[Fact, ...]:
        """Give one page of the facts seen from a place, newest first."""

    def conflicts(self, status: str, limit: int, caller: Caller) -> tuple[ConflictStory, ...]:
        """Give recorded verdicts that are ``open``, or ``all``, newest first."""

    def resolve(
        self,
        reference_keep: str,
        reference_drop: str,
        action: Resolution,
        rationale: str | None,
        caller: Caller,
    ) -> ResolveOutcome:
        """Settle two statements that disagree."""

    def boot(self, budget_tokens: int, place: Place, caller: Caller) -> BootBrief:
        """Compile the brief an agent starts with."""
