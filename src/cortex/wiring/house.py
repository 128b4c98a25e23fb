"""How are the use cases put together for the edges?

A house is one open brain with everything the services need around it. Nothing is opened before it
is needed, so that ``--help`` and a broken store both work. Source: ADR 0001.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.model.callers import Caller, Place
from cortex.model.scopes import Scope
from cortex.services.labels import known_caller
from cortex.services.scope import missing_from, place_path
from cortex.wiring.backends import open_existing
from cortex.wiring.standing import EVERYWHERE, Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from cortex.model.boot import BootBrief
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.cards import View
    from cortex.model.commits import CommitOutcome, CommitRequest
    from cortex.model.facts import Fact
    from cortex.model.outcomes import (
        Finding,
        HistoryEntry,
        RebuildReport,
        RetractOutcome,
        RollbackOutcome,
    )
    from cortex.model.promotion import PromotePolicy
    from cortex.model.questions import Question
    from cortex.model.stories import (
        ConflictStory,
        FactStory,
        Resolution,
        ResolveOutcome,
        StatusReport,
    )
    from cortex.ports.vault import VaultFolder
    from cortex.services.cites import Citing
    from cortex.services.commit import Committer, Committing
    from cortex.services.recall import Asker
    from cortex.wiring.settings import Settings


class House(Standing):
    """One brain and its use cases; close it when done, twice is safe.

    Methods raise CortexError subclasses; each service's docstring names them.
    """

    # --- writing ------------------------------------------------------------------------------

    def commit(self, request: CommitRequest, place: Place, caller: Caller) -> CommitOutcome:
        """Keep one statement."""
        return self.commit_all([request], place, caller)[0]

    def commit_all(
        self, requests: Sequence[CommitRequest], place: Place, caller: Caller
    ) -> tuple[CommitOutcome, ...]:
        """Keep all statements in one transaction, or none."""
        scope, who = self.scope(place), known_caller(caller)
        return self._committer(place, scope).commit_all(requests, scope, who, self.now_us())

    def promote_policy(self) -> PromotePolicy:
        """Give the operator's word on promotion, as the file says now."""
        from cortex.wiring.promotion import read_promote_policy

        return read_promote_policy(self._settings.home)

    def capture_policy(self) -> CapturePolicy:
        """Give the operator's word on capture, as the file says now."""
        from cortex.stores.system.capture_policy import read_policy

        return read_policy(self._settings.home)

    def committing(self, place: Place, caller: Caller) -> AbstractContextManager[Committing]:
        """Open one write transaction in which statements are kept beside other changes."""
        scope, who = self.scope(place), known_caller(caller)
        return self._committer(place, scope).committing(scope, who, self.now_us())

    def retract(self, reference: str, reason: str, caller: Caller) -> RetractOutcome:
        """Take a fact back."""
        from cortex.services.retract import retract

        return retract(self.known, reference, reason, known_caller(caller), self.now_us())

    def resolve(
        self,
        reference_keep: str,
        reference_drop: str,
        action: Resolution,
        rationale: str | None,
        caller: Caller,
    ) -> ResolveOutcome:
        """Settle two facts that disagree."""
        from cortex.services.resolve import Verdict, resolve

        verdict = Verdict(reference_keep, reference_drop, action, rationale or "")
        return resolve(self.known, verdict, known_caller(caller), self.now_us())

    def pin(self, reference: str, caller: Caller, *, is_pinned: bool) -> Fact:
        """Pin a fact, or unpin it."""
        from cortex.services.pin import pin

        return pin(self.known, reference, known_caller(caller), self.now_us(), is_pinned=is_pinned)

    def rollback(
        self, version_id: int | str, caller: Caller, *, is_applied: bool
    ) -> RollbackOutcome:
        """Go back to a log entry, or tell what that would do."""
        from cortex.services.rollback import rollback

        who = known_caller(caller)
        return rollback(self.known, version_id, who, self.now_us(), is_applied=is_applied)

    def rebuild_anchors(
        self,
        caller: Caller,
        batch: int = 500,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> RebuildReport:
        """Make every handle again from the facts."""
        from cortex.services.rebuild import rebuild_anchors

        who = known_caller(caller)
        return rebuild_anchors(self.brain, who, self.now_us(), batch=batch, on_progress=on_progress)

    # --- reading ------------------------------------------------------------------------------

    def query(self, question: Question, place: Place, caller: Caller) -> View:
        """Answer a question with admitted cards, or with an honest nothing."""
        from cortex.services.recall import recall

        asked, asker = self._asked(question, place, caller)
        view = recall(self.known, asked, asker)
        self._served.add(card.fact.fact_id for card in view.cards)
        self._served.ask(caller.principal, view.question)
        return view

    def asking(self, caller: Caller) -> None:
        """Say that something is answered without recall; a house without limits lets it pass."""
        del caller

    def keeping(self, caller: Caller) -> None:
        """Say that something is kept beside a commit; a house without limits lets it pass."""
        del caller

    def why_not(self, fact_id: int, question: Question, place: Place, caller: Caller) -> View:
        """Answer a question and tell why a fact is no card of it; nothing counts as served."""
        from cortex.services.why import why_not

        asked, asker = self._asked(question, place, caller)
        return why_not(self.known, fact_id, asked, asker)

    def find(self, reference: str, caller: Caller) -> Fact:
        """Give the fact a reference names."""
        from cortex.services.find import find

        return find(self.known, reference, caller)

    def explain(self, reference: str, caller: Caller) -> FactStory:
        """Give a fact with everything that happened to it."""
        from cortex.services.find import explain

        return explain(self.known, reference, caller, self.vault, self.capture_policy())

    def history(
        self, reference: str | None, limit: int, caller: Caller
    ) -> tuple[HistoryEntry, ...]:
        """Give log entries, newest first."""
        from cortex.services.history import history

        return history(self.known, reference, limit, caller)

    def conflicts(self, status: str, limit: int, caller: Caller) -> tuple[ConflictStory, ...]:
        """Give recorded verdicts, newest first."""
        from cortex.services.conflicts import conflicts

        return conflicts(self.known, status, limit, caller)

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
        from cortex.services.listing import Page, list_facts

        page = Page(after_id, limit, include_cold)
        return list_facts(self.known, self._searched(place), caller, self.now_us(), page)

    def boot(
        self,
        budget_tokens: int,
        place: Place,
        caller: Caller,
        *,
        counts_savings: bool = False,
    ) -> BootBrief:
        """Compile the brief an agent starts with; counting its savings reads every fact."""
        from cortex.wiring.boot import compile_boot

        return compile_boot(
            self._settings,
            self.scope(place),
            budget_tokens=budget_tokens,
            caller=caller,
            now_us=self.now_us(),
            counts_savings=counts_savings,
            cwd=self._places.real_path(self._cwd(place)) if place.project is None else None,
        )

    def status(self, place: Place | None = None) -> StatusReport:
        """Give the state of the store; works on one that cannot be opened."""
        from cortex.core.text.tokens import ANALYSIS_VERSION
        from cortex.services.status import Circumstances, status
        from cortex.wiring.backends import store_site

        told = Circumstances(
            scope=self._told_scope(place or Place()),
            durability=self._settings.durability,
            analysis_version=ANALYSIS_VERSION,
            warnings=self._settings.warnings,
        )
        return status(store_site(self._settings), lambda: open_existing(self._settings), told)

    def _told_scope(self, place: Place) -> Scope:
        """Give the scope of a place; its folder's own where a damaged store knows no names."""
        from cortex.model.errors import CortexError, InvalidRequest, UnknownScope

        try:
            return self.scope(place)
        except (UnknownScope, InvalidRequest):
            raise
        except CortexError:
            return self._here(place)

    def doctor(self) -> tuple[Finding, ...]:
        """Check everything that can be checked, changing nothing."""
        from cortex.core.text.tokens import ANALYSIS_VERSION
        from cortex.services.doctor import Expected, doctor
        from cortex.wiring.backends import SCHEMA_VERSION, examiner, store_site

        return doctor(
            store_site(self._settings),
            lambda: open_existing(self._settings),
            examiner(self._settings),
            Expected(SCHEMA_VERSION, ANALYSIS_VERSION),
            self._settings.warnings,
            self.now_us(),
        )

    def operate(
        self,
        name: str,
        arguments: dict[str, Any],
        caller: Caller,
        place: Place,
        *,
        is_operator: bool = False,
    ) -> dict[str, Any]:
        """Run one of the eight operations on JSON values; here nobody is bound by grants."""
        del is_operator
        from cortex.services.operations.dispatch import operate

        answer = operate(name, arguments, self, caller, place)
        if caller.is_mcp:
            from cortex.wiring.uses import note_operation

            note_operation(self._settings.home, name, arguments, caller.agent, self.now_us())
        return answer

    def vault(self) -> VaultFolder | None:
        """Give the configured vault, or None when there is none."""
        from cortex.wiring.vault import configured_vault

        return configured_vault()

    def _committer(self, place: Place, scope: Scope) -> Committer:
        from cortex.services.commit import Citable, Committer
        from cortex.wiring.trust import read_trust

        cwd = self._cwd(place)
        return Committer(
            brain=self.brain,
            trust=read_trust(self._settings.home),
            new_id=self._ids.new_id,
            locate=lambda path: place_path(self._places, path, scope, cwd),
            is_scope_named=place.project is not None,
            citable=Citable(self._citing, self.vault),
        )

    def _citing(self) -> Citing:
        from cortex.services.cites import Citing

        return Citing(self.promote_policy().source_roles, self.capture_policy())

    def _asked(self, question: Question, place: Place, caller: Caller) -> tuple[Question, Asker]:
        from cortex.services.recall import Asker

        is_everywhere = place.project == EVERYWHERE
        scope = self._here(place) if is_everywhere else self.scope(place)
        cwd = self._cwd(place)
        paths = tuple(place_path(self._places, path, scope, cwd) for path in question.paths)
        asker = Asker(
            scope=scope,
            scope_ids=None if is_everywhere else scope.visible_ids,
            owner_id=caller.owner_id,
            now_us=self.now_us(),
            is_missing=missing_from(self._places, scope, cwd),
        )
        return question._replace(paths=paths), asker


def open_house(settings: Settings) -> House:
    """Give the assembled house; the store is opened when first needed."""
    return House(settings)
