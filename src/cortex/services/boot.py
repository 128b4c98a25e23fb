"""What should a session know before anybody has asked?

Reads one snapshot, writes nothing to the brain. Hooks load this on every run (ADR 0040).
"""

from __future__ import annotations

from cortex.core.boot.brief import compile_brief
from cortex.core.boot.packing import json_bytes
from cortex.core.text.fence import fence
from cortex.model.boot import (
    BOOT_ROWS_MAX,
    FORM_FRESH,
    FORM_RESUMED,
    BootBrief,
    BootLimit,
    BootQuestion,
    BootSavings,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.ports.boot import BootReader, SessionMarks

# Tokens of a brief when nobody names a number (CQR 7.6).
BUDGET_TOKENS_DEFAULT = 600


# Tokens of a short line: more rows than that have room need not be read.
LINE_TOKENS = 30

# Rows read for each part however small the brief: ranking needs something to choose from.
BOOT_ROWS_MIN = 12

# Where a fenced brief says it comes from.
ORIGIN = "cortex boot brief"

# Bytes of the fence inside a JSON string: those of a block around one character, without it.
_FENCE_BYTES = json_bytes(fence("x", ORIGIN)) - 1


def boot(
    reader: BootReader,
    question: BootQuestion,
    limit: BootLimit,
    *,
    counts_savings: bool = False,
) -> BootBrief:
    """Give the brief of a place.

    Args:
        reader: the brain.
        question: whose brief, for where, as of when.
        limit: how large it may become.
        counts_savings: also count what it saves, which reads every fact of the place once.
    """
    asked = _sized(question, limit, None)
    material = reader.read(asked)
    raw_chars = reader.raw_chars(asked) if counts_savings else None
    return compile_brief(material, asked, limit, raw_chars=raw_chars)


def empty_brief() -> BootBrief:
    """Give the brief of a brain that does not exist yet."""
    return BootBrief("", (), BootSavings(0, 0), None)


def boot_session(
    reader: BootReader,
    marks: SessionMarks,
    session: tuple[str, str],
    question: BootQuestion,
    limit: BootLimit,
) -> tuple[str, BootBrief]:
    """Give what is put into a session that begins or goes on, fenced, and the brief inside.

    A session that was briefed before is told what binds and what is new, not everything again.

    Args:
        reader: the brain.
        marks: remembers what a session was told.
        session: (the host's session id, what it still has of an earlier brief).
        question: whose brief, for where; ``since_version`` is filled in from the marks.
        limit: how large the whole may become, its fence included.

    Returns:
        (text, brief); the text is empty when there is nothing to say.
    """
    session_id, form = session
    told = None if form == FORM_FRESH else marks.find_mark(session_id)
    asked = _sized(question, limit, told)
    material = reader.read(asked)
    if told is not None and (material.head or 0) < told:
        # The brain went back, by a restore or a rollback: what was told may hold no more.
        told, asked = None, _sized(question, limit, None)
        material = reader.read(asked)
    if told is not None and form == FORM_RESUMED and material.new:
        known = marks.find_told(session_id)
        material.new = tuple([fact for fact in material.new if str(fact.fact_id) not in known])
    brief = compile_brief(material, asked, _inside_fence(limit), form)
    if told is None and material.head is not None:
        marks.keep_mark(session_id, material.head)
    return fence(brief.prompt, ORIGIN), brief


def _sized(question: BootQuestion, limit: BootLimit, since_version: int | None) -> BootQuestion:
    """Give the question with as many rows as could find room."""
    rows_max = limit.budget_tokens // LINE_TOKENS
    return BootQuestion(
        question.scope,
        question.cwd,
        question.now_us,
        question.owner_id,
        since_version,
        max(BOOT_ROWS_MIN, min(BOOT_ROWS_MAX, rows_max)),
        question.agent,
    )


def _inside_fence(limit: BootLimit) -> BootLimit:
    """Give the room that is left when the fence has taken its own."""
    if limit.bytes_max is None:
        return limit
    return BootLimit(limit.budget_tokens, limit.bytes_max - _FENCE_BYTES)
