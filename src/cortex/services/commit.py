"""How do several statements become facts together? One transaction: all of them, or none.

Source: CQR 5.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cortex.core.text.cleaning import clean_name
from cortex.model.errors import CortexError
from cortex.model.scopes import Scope
from cortex.services.cites import Citing
from cortex.services.deposit import Deposit, deposit
from cortex.services.find import find, get_fact
from cortex.services.statements import Prepared, prepare
from cortex.services.succession import inherited

if TYPE_CHECKING:
    from cortex.core.facts.trust import TrustTable
    from cortex.model.callers import Caller
    from cortex.model.commits import CommitOutcome, CommitRequest
    from cortex.model.facts import Epistemic, Fact
    from cortex.ports.brain import Brain, BrainWriter
    from cortex.services.vault.citing import OpenVault


class Citable:
    """What statements may cite; asked only for those that do.

    Attributes:
        citing: gives what the operator allows now; None allows whatever can be evidence.
        open_vault: gives the configured vault, whose records may be cited.
    """

    __slots__ = ("citing", "open_vault")

    def __init__(
        self,
        citing: Callable[[], Citing] | None = None,
        open_vault: OpenVault = lambda: None,
    ) -> None:
        self.citing = citing
        self.open_vault = open_vault


class Committer:
    """Prepares requests and stores them.

    Args:
        locate: turns a path as the caller wrote it into the form it is stored under.
        is_scope_named: the caller named the scope; otherwise a replacement stays where the fact it
            replaces is.
        citable: what a statement may cite; without it every role, and no record of a vault.
    """

    def __init__(
        self,
        *,
        brain: Brain,
        trust: TrustTable,
        new_id: Callable[[], str],
        locate: Callable[[str], str],
        is_scope_named: bool = False,
        citable: Citable | None = None,
    ) -> None:
        self._brain = brain
        self._trust = trust
        self._new_id = new_id
        self._locate = locate
        self._is_scope_named = is_scope_named
        self._citable = citable or Citable()

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
        with self.committing(scope, caller, now_us) as work:
            for place, (request, ready) in enumerate(zip(requests, prepared, strict=True)):
                try:
                    outcomes.append(work.store(request, ready))
                except CortexError as error:
                    raise _marked(error, place) from None
            if any(request.relations or request.supersedes for request in requests):
                from cortex.services.relate import relate

                relate(work.writer, requests, outcomes, caller)
        return tuple(outcomes)

    @contextmanager
    def committing(self, scope: Scope, caller: Caller, now_us: int) -> Iterator[Committing]:
        """Open one write transaction in which statements are kept beside other changes."""
        with self._brain.writing() as writer:
            writer.keep_scope(scope.scope_id, scope.kind, clean_name(scope.name).text)
            yield Committing(self, writer, scope, caller, now_us)

    def prepared(
        self,
        request: CommitRequest,
        scope: Scope,
        caller: Caller,
        now_us: int,
        old: Fact | None = None,
    ) -> Prepared:
        """Give a statement ready to be stored; what it leaves unsaid comes from ``old``."""
        located = request._replace(paths=tuple(self._locate(path) for path in request.paths))
        if old is not None:
            located = inherited(located, old)
            if not self._is_scope_named:
                scope = Scope(old.content.scope_id, scope.name, scope.root, scope.branch)
        ready = prepare(located, scope, caller, self._trust, now_us)
        if not request.evidence:
            return ready
        from cortex.services.vault.citing import cited_records

        return ready._replace(
            records=cited_records(self._citable.open_vault, request.evidence, now_us)
        )

    def new_id(self) -> str:
        """Give an id for a request."""
        return self._new_id()

    def citing(self, request: CommitRequest) -> Citing:
        """Give what the operator allows a statement to cite.

        Raises:
            SettingsInvalid: it cites, and what the operator allows cannot be read.
        """
        if not request.evidence or self._citable.citing is None:
            return Citing()
        return self._citable.citing()

    def _prepared(
        self, place: int, request: CommitRequest, scope: Scope, caller: Caller, now_us: int
    ) -> Prepared:
        try:
            old = find(self._brain, request.supersedes, caller) if request.supersedes else None
            return self.prepared(request, scope, caller, now_us, old)
        except CortexError as error:
            raise _marked(error, place) from None


class Committing:
    """One write transaction of one caller in one scope; made by ``Committer.committing``."""

    __slots__ = ("_committer", "caller", "now_us", "scope", "writer")

    def __init__(
        self,
        committer: Committer,
        writer: BrainWriter,
        scope: Scope,
        caller: Caller,
        now_us: int,
    ) -> None:
        self._committer = committer
        self.writer = writer
        self.scope = scope
        self.caller = caller
        self.now_us = now_us

    def keep(self, request: CommitRequest, epistemic: Epistemic | None = None) -> CommitOutcome:
        """Prepare a statement and store it.

        Args:
            epistemic: what is held of it, when it is more than asserted.

        Raises:
            CortexError: as ``prepare`` and ``deposit``.
        """
        return self.store(request, self.prepared(request), epistemic)

    def prepared(self, request: CommitRequest) -> Prepared:
        """Give a statement ready to be stored; it sees what this transaction wrote."""
        old = None
        if request.supersedes:
            old = get_fact(self.writer, request.supersedes, self.caller, "supersedes")
        return self._committer.prepared(request, self.scope, self.caller, self.now_us, old)

    def store(
        self, request: CommitRequest, ready: Prepared, epistemic: Epistemic | None = None
    ) -> CommitOutcome:
        """Store a prepared statement."""
        request_id = self._committer.new_id()
        citing = self._committer.citing(request)
        one = Deposit(request, ready, self.caller, request_id, self.now_us, epistemic, citing)
        return deposit(self.writer, one)


def _marked(error: CortexError, place: int) -> CortexError:
    """Note which of several statements was refused."""
    error.entry = place
    return error
