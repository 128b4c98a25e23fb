"""Who keeps the operator's limits and permissions, on every surface?

The use cases that are counted are wrapped here once, so that no edge can forget it: what commits,
what asks, what is briefed, and what comes over MCP. Source: ADR 0091, ADR 0092.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.model.errors import CortexError, StoreReadOnly
from cortex.model.refusals import BudgetExceeded
from cortex.wiring.budgets import counts, has_budgets, spend
from cortex.wiring.house import House

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from cortex.model.boot import BootBrief
    from cortex.model.budgets import BudgetDecision
    from cortex.model.callers import Caller, Place
    from cortex.model.cards import View
    from cortex.model.commits import CommitOutcome, CommitRequest
    from cortex.model.questions import Question
    from cortex.services.commit import Committing
    from cortex.wiring.settings import Settings

EVENT_REJECTED = "budget_rejected"
EVENTS_MAX = 100
"""Denials of one window that become events; whoever keeps knocking must not fill the store."""

EVENT_WAIT_MS = 50
"""Milliseconds a denial waits to be written down; then it is only counted."""


class GuardedHouse(House):
    """A house that keeps ``budgets.toml`` and the permissions of clients."""

    def commit_all(
        self, requests: Sequence[CommitRequest], place: Place, caller: Caller
    ) -> tuple[CommitOutcome, ...]:
        """Keep all statements in one transaction, or none; counts once as ``store``."""
        self._spend("store", caller)
        return super().commit_all(requests, place, caller)

    def committing(self, place: Place, caller: Caller) -> AbstractContextManager[Committing]:
        """Open a transaction for a promotion or for a step on a thread; counts as ``store``."""
        self._spend("store", caller)
        return super().committing(place, caller)

    def query(self, question: Question, place: Place, caller: Caller) -> View:
        """Answer a question; counts as ``recall``."""
        self._spend("recall", caller)
        return super().query(question, place, caller)

    def asking(self, caller: Caller) -> None:
        """Let a recipe, a listing or a search of observations pass; counts as ``recall``."""
        self._spend("recall", caller)

    def keeping(self, caller: Caller) -> None:
        """Let a move of what is owed pass; counts as ``store``."""
        self._spend("store", caller)

    def why_not(self, fact_id: int, question: Question, place: Place, caller: Caller) -> View:
        """Answer a question about one fact; counts as ``recall``."""
        self._spend("recall", caller)
        return super().why_not(fact_id, question, place, caller)

    def boot(
        self, budget_tokens: int, place: Place, caller: Caller, *, counts_savings: bool = False
    ) -> BootBrief:
        """Compile the brief an agent starts with; counts as ``boot``."""
        self._spend("boot", caller)
        return super().boot(budget_tokens, place, caller, counts_savings=counts_savings)

    def operate(
        self,
        name: str,
        arguments: dict[str, Any],
        caller: Caller,
        place: Place,
        *,
        is_operator: bool = False,
    ) -> dict[str, Any]:
        """Run one of the eight operations, if its client may; over MCP it counts as ``mcp``.

        A verb of its own is the operator's, whom no grant binds.
        """
        from cortex.services.operations.answers import refusal

        try:
            if caller.is_mcp:
                self._spend("mcp", caller)
            if not is_operator:
                self._require(name, caller)
                if _wants_view(name, arguments):
                    self._require("query", caller)
        except CortexError as error:
            return refusal(error)
        return super().operate(name, arguments, caller, place)

    def _require(self, name: str, caller: Caller) -> None:
        from cortex.model.operations import Operation, find_operation
        from cortex.services.labels import known_caller
        from cortex.services.permissions import require

        operation = find_operation(name)
        if operation is None:
            return  # Nobody answers to it; the dispatcher says so.
        try:
            require(self.known, known_caller(caller), operation)
        except CortexError as error:
            # What can be asked for is told even when the store, and so its grants, cannot be read.
            if operation is not Operation.CAPABILITIES or error.code == "denied":
                raise

    def _spend(self, endpoint: str, caller: Caller) -> None:
        """Count one use.

        Raises:
            BudgetExceeded: it is once too often.
            StoreReadOnly: a budget is set and cannot be counted.
        """
        if not has_budgets(self.settings.home):
            return
        from cortex.model.budgets import Endpoint

        try:
            decision = spend(self.settings, Endpoint(endpoint), self.now_us())
        except OSError as error:
            message = f"the uses that budgets.toml limits cannot be counted: {error.strerror}"
            raise StoreReadOnly(message, remedy="make the Cortex home writable") from None
        if decision is not None and not decision.is_allowed:
            raise self._denial(decision, caller)

    def _denial(self, decision: BudgetDecision, caller: Caller) -> BudgetExceeded:
        from cortex.wire.budgets import denial_json
        from cortex.wire.encoding import encode

        details = denial_json(decision)
        message = (
            f"{decision.endpoint.value} is limited to {decision.limit} in "
            f"{decision.window_seconds} seconds; the next is free in "
            f"{decision.retry_after_seconds} seconds"
        )
        error = BudgetExceeded(message)
        error.details = details
        counted = counts(self.settings, decision.endpoint, self.now_us())
        if counted is None or counted.recent_denials > EVENTS_MAX:
            return error
        try:
            with self.known.writing(EVENT_WAIT_MS) as writer:
                writer.add_event(EVENT_REJECTED, encode(details), caller.agent, self.now_us())
        except CortexError:
            pass  # It is counted all the same; a busy store is no reason to wait.
        return error


def _wants_view(name: str, arguments: object) -> bool:
    """Tell whether a commit also asks, which would read what its client may not."""
    from cortex.model.operations import Operation, find_operation

    given = arguments if isinstance(arguments, dict) else {}
    is_asked = any(given.get(key) for key in ("return_view", "returnView"))
    return is_asked and find_operation(name) is Operation.COMMIT


def open_house(settings: Settings) -> House:
    """Give the house that edges open: assembled, and within its limits."""
    return GuardedHouse(settings)
