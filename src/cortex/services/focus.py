"""How does a span of work begin, and what is kept of it at its end?

Source: CQR 12.2, docs/formats/coordination.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.focus.summary import summarise
from cortex.core.text.digests import content_hash
from cortex.model.audits import QUANTITY_FOCUS, UNIT_CHARACTERS, Rollup
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest
from cortex.model.focus import FOCUS_ENTRIES_READ_MAX, FOCUS_OPEN_MAX, FocusSession
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import NAME_CHARS_MAX
from cortex.model.scopes import Scope
from cortex.services.coordination.presence import actor_of, missing, see
from cortex.services.coordination.wording import name, required

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.facts import Fact, FactContent
    from cortex.ports.brain import Brain, BrainReader

SUMMARY_TYPE = "focus_summary"
SUMMARY_CONFIDENCE = 0.9
NO_OPEN_FOCUS = "no_open_focus"
LABEL_REMEDY = "say in a few words what the work is about"


class FocusStanding(NamedTuple):
    """A session with the number of its statements."""

    session: FocusSession
    entries: int


class FocusEnd(NamedTuple):
    """How a session ended; ``summary`` is None when nothing was stored during it."""

    session: FocusSession
    entries: int
    summary: Fact | None


def start_focus(
    brain: Brain, caller: Caller, label: str | None, scope: Scope, now_us: int
) -> tuple[FocusSession, bool]:
    """Open a session; one of this agent with this label that is open already is given again.

    Gives it, and whether it was open already.
    """
    actor = actor_of(caller, now_us)
    kept = required(name(label, "label"), "label", LABEL_REMEDY)
    with brain.writing() as writer:
        see(writer, actor)
        standing = writer.focus.open_sessions(actor.owner_id, actor.agent)
        for known in standing:
            if known.label.casefold() == kept.casefold():
                return known, True
        if len(standing) >= FOCUS_OPEN_MAX:
            message = f"'{actor.agent}' has {FOCUS_OPEN_MAX} focus sessions open"
            raise InvalidRequest(message, remedy="end some with `cortex focus end LABEL`")
        session = FocusSession(0, actor.agent, kept, scope.scope_id, now_us)
        return writer.focus.start(actor.owner_id, session), False


def end_focus(brain: Brain, caller: Caller, label: str | None, now_us: int) -> FocusEnd:
    """Close a session and keep its summary as a memory, in one transaction.

    The summary stands beside the statements it was made from and replaces none of them. A single
    statement is its own summary: nothing is stored twice.

    Args:
        label: which session; None takes the newest.

    Raises:
        NotFound: the agent has no such session (code ``no_open_focus``).
    """
    from cortex.services.revise import Revision

    actor = actor_of(caller, now_us)
    with brain.writing() as writer:
        session = _open_session(writer, caller, label)
        entries = _statements(writer, session, caller, now_us)
        words = summarise([str(fact.content.text) for fact in entries])
        summary = entries[0] if len(entries) == 1 else None  # It says already what there is to say.
        if words is not None and summary is None:
            content = _content(session, words, entries, caller, now_us)
            revision = Revision(writer, "focus", caller, now_us)
            summary = revision.restate(content, content_hash(content.text))
            revision.close(summary, f"focus: {session.label}")
        ended = session._replace(
            ended_us=now_us,
            chars_before=sum(len(fact.content.text) for fact in entries),
            chars_after=len(words or ""),
            summary_fact_id=None if summary is None else summary.fact_id,
        )
        writer.focus.end(ended)
        if len(entries) > 1:
            writer.audits.add_to_rollup(actor.owner_id, _rollup(ended))
        see(writer, actor)
    return FocusEnd(ended, len(entries), summary)


def open_focus(brain: Brain, caller: Caller) -> list[FocusStanding]:
    """Give this agent's open sessions, newest first."""
    with brain.reading() as reader:
        return [
            FocusStanding(one, len(reader.focus.entries(one.focus_id, FOCUS_ENTRIES_READ_MAX)))
            for one in reader.focus.open_sessions(caller.owner_id or 0, caller.agent)
        ]


def _open_session(reader: BrainReader, caller: Caller, label: str | None) -> FocusSession:
    wanted = (name(label, "label") or "").casefold()
    for session in reader.focus.open_sessions(caller.owner_id or 0, caller.agent):
        if not wanted or session.label.casefold() == wanted:
            return session
    named = f" called '{label}'" if wanted else ""
    message = f"'{caller.agent}' has no open focus session{named}"
    raise missing(NO_OPEN_FOCUS, message, "`cortex focus status` lists the open ones")


def _content(
    session: FocusSession, words: str, entries: list[Fact], caller: Caller, now_us: int
) -> FactContent:
    """Give the summary as a fact; it is trusted no more than the least of its statements."""
    from cortex.core.facts.trust import TrustTable
    from cortex.services.statements import prepare

    request = CommitRequest(
        text=words,
        type=SUMMARY_TYPE,
        subject=f"focus::{session.label}"[:NAME_CHARS_MAX],
        confidence=SUMMARY_CONFIDENCE,
    )
    scope = Scope(session.scope_id, session.scope_id)
    content = prepare(request, scope, caller, TrustTable(), now_us).content
    least = min(fact.content.provenance.trust for fact in entries)
    trust = min(least, content.provenance.trust)
    return content._replace(provenance=content.provenance._replace(trust=trust))


def _rollup(ended: FocusSession) -> Rollup:
    """Give what the summary spares whoever reads it instead of the statements."""
    before, after = ended.chars_before or 0, ended.chars_after or 0
    day = day_text(ended.ended_us or 0)
    return Rollup(day, QUANTITY_FOCUS, UNIT_CHARACTERS, 1, after, 1, after, before)


def _statements(
    reader: BrainReader, session: FocusSession, caller: Caller, now_us: int
) -> list[Fact]:
    """Give what was stored during a session and still holds, in the order it was stored."""
    ids = reader.focus.entries(session.focus_id, FOCUS_ENTRIES_READ_MAX)
    gate = Gate(TemporalMode.CURRENT, now_us, None, caller.owner_id)
    return reader.facts(ids, gate)
