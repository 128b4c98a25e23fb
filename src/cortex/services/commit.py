"""How do several statements become facts together? One transaction: all of them, or none.

Source: CQR 5.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cortex.core.text.cleaning import clean_name
from cortex.model.errors import CortexError
from cortex.model.scopes import Scope
from cortex.services.deposit import Deposit, deposit
from cortex.services.find import find
from cortex.services.statements import Prepared, prepare
from cortex.services.succession import inherited

if TYPE_CHECKING:
    from cortex.core.facts.trust import TrustTable
    from cortex.model.callers import Caller
    from cortex.model.commits import CommitOutcome, CommitRequest
    from cortex.ports.brain import Brain


class Committer:
    """Prepares requests and stores them.

    Args:
        locate: turns a path as the caller wrote it into the form it is stored under.
        is_scope_named: the caller named the scope; otherwise a replacement stays where the fact it
            replaces is.
    """

    def __init__(
        self,
        *,
        brain: Brain,
        trust: TrustTable,
        new_id: Callable[[], str],
        locate: Callable[[str], str],
        is_scope_named: bool = False,
    ) -> None:
        self._brain = brain
        self._trust = trust
        self._new_id = new_id
        self._locate = locate
        self._is_scope_named = is_scope_named

    def commit_all(
        self, requests: Sequence[CommitRequest], scope: Scope, caller: Caller, now_us: int
    ) -> tuple[CommitOutcome, ...]:
        """Store every statement, in order.

        Raises:
            CortexError: one was refused and nothing was written; its ``entry`` attribute is the
                position of that statement.
        """
        prepared = [
            self._prepared(place, request, scope, caller, now_us)
            for place, request in enumerate(requests)
        ]
        outcomes = []
        with self._brain.writing() as writer:
            writer.keep_scope(scope.scope_id, scope.kind, clean_name(scope.name).text)
            for place, (request, ready) in enumerate(zip(requests, prepared, strict=True)):
                try:
                    one = Deposit(request, ready, caller, self._new_id(), now_us)
                    outcomes.append(deposit(writer, one))
                except CortexError as error:
                    raise _marked(error, place) from None
        return tuple(outcomes)

    def _prepared(
        self, place: int, request: CommitRequest, scope: Scope, caller: Caller, now_us: int
    ) -> Prepared:
        located = request._replace(paths=tuple(self._locate(path) for path in request.paths))
        try:
            if request.supersedes:
                old = find(self._brain, request.supersedes, caller)
                located = inherited(located, old)
                if not self._is_scope_named:
                    scope = Scope(old.content.scope_id, scope.name, scope.root, scope.branch)
            return prepare(located, scope, caller, self._trust, now_us)
        except CortexError as error:
            raise _marked(error, place) from None


def _marked(error: CortexError, place: int) -> CortexError:
    """Note which of several statements was refused."""
    error.entry = place
    return error
