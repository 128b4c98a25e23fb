"""How is a session fact written as JSON, and read again?

Source: docs/formats/session-facts.md.
"""

from __future__ import annotations

from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.model.session_facts import SessionFact
from cortex.wire.instants import format_instant, parse_instant
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.session_facts import Facts, Pruned


def fact_json(fact: SessionFact) -> dict[str, object]:
    """Give a row as it stands in its file: the published fields first, ours behind them."""
    return {
        "ts": _second(fact.at_us),
        "session_id": fact.session_id,
        "agent": fact.agent,
        "org": fact.org,
        "source": fact.source,
        "summary": fact.summary,
        "keywords": list(fact.keywords),
        "trigger": fact.trigger,
        "kept_at": _second(fact.kept_us),
        "compaction": fact.key,
        "file": fact.file,
    }


def fact_of(line: bytes) -> SessionFact | None:
    """Give the row of a line, or None when it is none."""
    try:
        row = read_object(line.decode("utf-8"))
    except UnicodeDecodeError:
        return None
    if row is None:
        return None
    said = {name: value for name, value in row.items() if isinstance(value, str)}
    at_us = _instant(said.get("ts", ""))
    if at_us is None or "summary" not in said:
        return None
    words = row.get("keywords")
    return SessionFact(
        at_us,
        _instant(said.get("kept_at", "")) or at_us,
        said.get("session_id", ""),
        said.get("agent", ""),
        said.get("org", ""),
        said.get("source", ""),
        said.get("trigger", ""),
        said.get("compaction", ""),
        said["summary"],
        tuple(one for one in words if isinstance(one, str)) if isinstance(words, list) else (),
        said.get("file", ""),
    )


def facts_json(facts: Facts, seat: str, days: int, standing: str) -> dict[str, object]:
    """Give what `cortex facts` found; rows oldest first."""
    return {
        "seat": seat,
        "days": days,
        "standing": standing,
        "facts": [fact_json(fact) for fact in facts.facts],
        "unreadable": facts.corrupt,
    }


def pruned_json(pruned: Pruned, *, is_preview: bool) -> dict[str, object]:
    """Give which days went, or would go."""
    return {"applied": not is_preview, "days": list(pruned.days), "days_left": pruned.kept}


def _second(instant_us: int) -> str:
    return format_instant(instant_us - instant_us % SECOND_US)


def _instant(text: str) -> int | None:
    try:
        return parse_instant(text, field="ts") if text else None
    except InvalidRequest:
        return None
