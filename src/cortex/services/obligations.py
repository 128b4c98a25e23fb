"""What is owed on a thread, who moved it last, and what proves that it is done?

Each move is one log entry and one revision of the obligation's record, written under the lock of
the store: of two agents that move at once the second meets the state the first one left.
Source: CQR 5.8, docs/formats/threads.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.facts.closing import closing_us
from cortex.core.facts.references import is_revision, parse_revision
from cortex.core.facts.structured import read_fields, read_text
from cortex.core.text.cleaning import clean, clean_name
from cortex.core.threads.obligations import FIRST_STATES, require_move, require_verified
from cortex.model.commits import CommitOutcome, CommitRequest
from cortex.model.errors import InvalidRequest
from cortex.model.facts import Fact, FactStatus, RetentionClass
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import NAME_CHARS_MAX
from cortex.model.refusals import MoveRefused
from cortex.model.revisions import RevisionId
from cortex.model.threads import NOTE_CHARS_MAX, OBLIGATION_TYPE, Move, ObligationState
from cortex.model.versions import FactChange
from cortex.services.find import get_changeable
from cortex.services.revise import Revision

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import BrainReader, BrainWriter
    from cortex.services.commit import Committing

PREDICATE_CHARS_MAX = 1024
"""Characters of the predicate that tells when an obligation is done: a command or a sentence."""

REVISIONS_MAX = 1000
"""Revisions of one obligation: it takes a handful; two agents in a loop are stopped here."""


class Owed(NamedTuple):
    """Something to be done on a thread; ``predicate`` tells when it is."""

    thread: str
    text: str
    predicate: str | None = None
    state: ObligationState = ObligationState.PROPOSED
    note: str | None = None
    paths: tuple[str, ...] = ()


class Asked(NamedTuple):
    """Which obligation is to be moved, and as of which revision; ``thread`` None is any thread."""

    reference: str
    thread: str | None = None
    parent: str | None = None
    note: str = ""


class Checked(NamedTuple):
    """What a check says: the predicate looked at, on which artifact, by whom, and its result."""

    predicate: str
    has_passed: bool
    artifact: str | None = None
    checker: str | None = None
    authority: str | None = None


class Moved(NamedTuple):
    """An obligation after a move, and the state it was in before."""

    fact: Fact
    move: Move
    before: ObligationState


def owe(work: Committing, owed: Owed) -> tuple[CommitOutcome, Move | None]:
    """Keep an obligation; it is ``proposed`` until it is moved.

    Raises:
        InvalidRequest: it cannot start in that state.
        CortexError: as ``prepare`` and ``deposit``.
    """
    if owed.state not in FIRST_STATES:
        first = " or ".join(FIRST_STATES)
        message = f"an obligation cannot start as {owed.state}"
        raise InvalidRequest(message, remedy=f"start it as {first}, then move it", field="state")
    request = CommitRequest(
        text=owed.text,
        type=OBLIGATION_TYPE,
        context=owed.note,
        paths=owed.paths,
        thread=owed.thread,
        retention=RetentionClass.DURABLE,
        fields={"predicate": _predicate(owed.predicate)},
    )
    outcome = work.keep(request)
    if owed.state is ObligationState.PROPOSED:
        return outcome, None
    moved = _Moving(work.writer, outcome.fact, work.caller, work.now_us).to(owed.state, "")
    return outcome, moved.move


def transition(
    writer: BrainWriter, asked: Asked, to: ObligationState, caller: Caller, now_us: int
) -> Moved:
    """Move an obligation to another state; a cancelled one is archived as well.

    Raises:
        InvalidRequest: what is named is no obligation, or one of another thread.
        MoveRefused: the move is not allowed, or it was moved since the revision it names.
        NotFound, Denied: as ``get_changeable``.
    """
    moving = _found(writer, asked, caller, now_us)
    require_move(moving.fact.reference, moving.state, to)
    return moving.to(to, asked.note)


def verify(
    writer: BrainWriter, asked: Asked, checked: Checked, caller: Caller, now_us: int
) -> Moved:
    """Mark an obligation as done, because its own predicate was checked and passed.

    Raises:
        InvalidRequest: another predicate was checked, none is registered, or it did not pass.
        MoveRefused: its state does not allow it.
    """
    moving = _found(writer, asked, caller, now_us)
    require_verified(
        moving.fact.reference,
        moving.state,
        predicate_of(moving.fact),
        _predicate(checked.predicate) or "",
        has_passed=checked.has_passed,
        has_authority=bool(checked.authority),
    )
    return moving.to(ObligationState.VERIFIED_COMPLETE, asked.note, checked)


def revalidate(
    writer: BrainWriter, asked: Asked, artifact: str, caller: Caller, now_us: int
) -> Moved:
    """Say which artifact there is now: another one than was verified reopens the obligation.

    The earlier verification stays in its history.

    Raises:
        MoveRefused: it is not verified.
    """
    moving = _found(writer, asked, caller, now_us)
    if moving.state is not ObligationState.VERIFIED_COMPLETE:
        message = (
            f"{moving.fact.reference} is {moving.state}, so there is nothing to validate again"
        )
        raise MoveRefused(message, remedy="verify it first", field="obligation")
    verified = writer.threads.last_moves([moving.fact.fact_id])[moving.fact.fact_id]
    name = clean_label(artifact, "artifact")
    is_same = name == verified.artifact
    to = ObligationState.VERIFIED_COMPLETE if is_same else ObligationState.REOPENED
    checker = verified.checker if is_same else None
    kept = Checked("", has_passed=is_same, artifact=name, checker=checker)
    return moving.to(to, asked.note, kept)


def predicate_of(fact: Fact) -> str | None:
    """Give the predicate registered with an obligation, or None."""
    return read_text(read_fields(fact.content.fields), "predicate")


def clean_label(raw: str | None, field: str) -> str | None:
    """Give a name beside a move without what nobody may keep; None when nothing is left.

    Raises:
        InvalidRequest: it is too long for a name.
    """
    name = clean_name(raw or "").text
    if len(name) > NAME_CHARS_MAX:
        message = f"the {field} has {len(name)} characters, {NAME_CHARS_MAX} are kept"
        raise InvalidRequest(message, remedy="give a name, not what it holds", field=field)
    return name or None


class _Moving:
    """One obligation under the lock, about to be moved."""

    def __init__(self, writer: BrainWriter, fact: Fact, caller: Caller, now_us: int) -> None:
        self._writer = writer
        self.fact = fact
        self._caller = caller
        self._now_us = now_us
        self.state = state_of(writer, fact)

    def to(self, state: ObligationState, note: str, checked: Checked | None = None) -> Moved:
        """Write the move: a log entry, a revision of the record, and the new state."""
        told = _note(note)
        labels = _labels(checked)
        revision = Revision(self._writer, _operation(checked), self._caller, self._now_us)
        more: dict[str, object] = {"note": str(told), "state": state.value, **labels}
        fact = revision.change(self.fact.fact_id, self._change(state), more)
        latest = self._writer.revisions.latest([fact.fact_id])[fact.fact_id]
        move = Move(
            fact_id=fact.fact_id,
            ordinal=latest,
            version_id=revision.version_id,
            state=state,
            agent=self._caller.agent,
            moved_us=self._now_us,
            note=told,
            **labels,
        )
        self._writer.threads.add_move(move)
        revision.close(fact, f"{self.state} -> {state}: {fact.content.text}")
        return Moved(fact, move, self.state)

    def _change(self, state: ObligationState) -> FactChange:
        if state is not ObligationState.CANCELLED:
            return FactChange()
        end_us = closing_us(self.fact.content, self._now_us)
        return FactChange(status=FactStatus.ARCHIVED, valid_until_us=end_us)


def state_of(reader: BrainReader, fact: Fact) -> ObligationState:
    """Give the present state of an obligation."""
    return ObligationState(reader.threads.obligation_states([fact.fact_id])[fact.fact_id])


def get_obligation(reader: BrainReader, asked: Asked, caller: Caller) -> Fact:
    """Give the obligation that is named, if this caller may move it.

    Raises:
        InvalidRequest: it is no obligation, or one of another thread.
        NotFound, Denied: as ``get_changeable``.
    """
    fact = get_changeable(reader, asked.reference, caller, "obligation")
    if fact.content.type != OBLIGATION_TYPE:
        message = f"{fact.reference} is a {fact.content.type}, no obligation"
        remedy = "name one that `status` of its thread shows"
        raise InvalidRequest(message, remedy=remedy, field="obligation")
    if asked.thread is not None and fact.content.naming.thread != asked.thread:
        message = f"{fact.reference} is owed on another thread"
        raise InvalidRequest(message, remedy="name its thread, or none", field="thread")
    return fact


def _found(writer: BrainWriter, asked: Asked, caller: Caller, now_us: int) -> _Moving:
    fact = get_obligation(writer, asked, caller)
    moving = _Moving(writer, fact, caller, now_us)
    latest = writer.revisions.latest([fact.fact_id]).get(fact.fact_id, 0)
    named = next((t for t in (asked.parent, asked.reference) if t and is_revision(t)), None)
    if named is not None and parse_revision(named, "parent") != RevisionId(fact.fact_id, latest):
        message = f"{fact.reference} was moved meanwhile: it is {moving.state} as of rev:"
        message += f"{fact.fact_id}@{latest}"
        raise MoveRefused(message, remedy="look at it again, then decide", field="parent")
    if latest >= REVISIONS_MAX:
        message = f"{fact.reference} was moved {latest} times, and no more moves are kept"
        raise MoveRefused(message, remedy="cancel it and owe what is left anew", field="obligation")
    return moving


def _operation(checked: Checked | None) -> str:
    if checked is None:
        return "transition"
    return "verify" if checked.predicate else "revalidate"


def _labels(checked: Checked | None) -> dict[str, str | None]:
    if checked is None:
        return {}
    return {
        "artifact": clean_label(checked.artifact, "artifact"),
        "checker": clean_label(checked.checker, "checker"),
        "authority": clean_label(checked.authority, "authority"),
    }


def _note(raw: str) -> str:
    text = clean(raw).text
    if len(text) > NOTE_CHARS_MAX:
        message = f"the note has {len(text)} characters, {NOTE_CHARS_MAX} are kept"
        raise InvalidRequest(message, remedy="shorten it, or commit it as a fact", field="note")
    return text


def _predicate(raw: str | None) -> str | None:
    text = clean(raw or "").text
    if len(text) > PREDICATE_CHARS_MAX:
        message = f"the predicate has {len(text)} characters, {PREDICATE_CHARS_MAX} are kept"
        raise InvalidRequest(message, remedy="name a command or a rule", field="predicate")
    return text or None
