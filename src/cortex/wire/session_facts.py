"""How is a session fact written as JSON, and read again?

Source: docs/formats/session-facts.md.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.model.session_facts import SessionFact
from cortex.wire.instants import format_instant, parse_instant

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


def fact_line(fact: SessionFact) -> bytes:
    """Give the line of a row."""
    return json.dumps(fact_json(fact), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def fact_of(line: bytes) -> SessionFact | None:
    """Give the row of a line, or None when it is none."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict):
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


def facts_json(facts: Facts, seat: str, days: int) -> dict[str, object]:
    """Give what `cortex facts` found; rows oldest first."""
    return {
        "seat": seat,
        "days": days,
        "facts": [fact_json(fact) for fact in facts.facts],
        "corrupt_lines": facts.corrupt,
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
