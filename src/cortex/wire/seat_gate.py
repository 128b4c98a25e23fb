"""How are claims, verdicts and held claims written as JSON? Source: docs/formats/write-gate.md."""

from __future__ import annotations

import json

from cortex.model.errors import InvalidRequest
from cortex.model.seat_gate import Claim, Hold, HoldState, Layer, Verdict, source_of
from cortex.wire.instants import format_instant, parse_instant


def claim_json(claim: Claim) -> dict[str, object]:
    """Give a claim; what a file does not say is null."""
    return {
        "layer": claim.layer.value,
        "subject": claim.subject,
        "predicate": claim.predicate or None,
        "statement": claim.text,
        "source": None if claim.source is None else str(claim.source),
        "rank": claim.rank,
        "as_of": None if claim.as_of_us is None else format_instant(claim.as_of_us),
        "verified": claim.is_verified,
    }


def verdict_json(verdict: Verdict, claim: Claim) -> dict[str, object]:
    """Give what the gate decided about a claim."""
    return {
        "decision": verdict.decision.value,
        "reason": verdict.reason,
        "why": verdict.why,
        "claim": claim_json(claim),
        "against": [claim_json(old) for old in verdict.old],
    }


def hold_json(hold: Hold) -> dict[str, object]:
    """Give a held claim."""
    return {
        "hold": hold.hold_id,
        "state": hold.state.value,
        "reason": hold.reason,
        "why": hold.why,
        "opened_at": format_instant(hold.opened_us),
        "claim": claim_json(hold.claim),
        "against": [claim_json(old) for old in hold.old],
        "decided_at": None if hold.decided_us is None else format_instant(hold.decided_us),
        "decided_why": hold.decided_why or None,
    }


def hold_row(hold: Hold) -> bytes:
    """Give the line that keeps a claim; ``read_holds`` gives it back."""
    row = {"event": "held", **hold_json(hold), "extra": dict(hold.extra)}
    return _row(row)


def decision_row(hold: Hold) -> bytes:
    """Give the line that keeps what somebody decided about a claim."""
    assert hold.decided_us is not None
    return _row(
        {
            "event": "decided",
            "hold": hold.hold_id,
            "state": hold.state.value,
            "at": format_instant(hold.decided_us),
            "why": hold.decided_why,
        }
    )


def read_holds(content: bytes) -> list[Hold]:
    """Give the claims that lines keep, oldest first; a line that is torn or none is passed over."""
    holds: dict[str, Hold] = {}
    for line in content.splitlines():
        try:
            row = json.loads(line)
            if row["event"] == "held":
                hold = _hold(row)
                holds.setdefault(hold.hold_id, hold)
            elif row["hold"] in holds:
                holds[row["hold"]] = holds[row["hold"]]._replace(
                    state=HoldState(row["state"]),
                    decided_us=_instant_us(row["at"]),
                    decided_why=str(row["why"]),
                )
        except (ValueError, KeyError, TypeError, RecursionError, InvalidRequest):
            continue
    return list(holds.values())


def _hold(row: dict[str, object]) -> Hold:
    extra, against = row.get("extra"), row["against"]
    if not isinstance(extra, dict) or not isinstance(against, list):
        raise TypeError
    return Hold(
        hold_id=str(row["hold"]),
        claim=_claim(row["claim"]),
        reason=str(row["reason"]),
        why=str(row["why"]),
        old=tuple(_claim(one) for one in against),
        opened_us=_instant_us(row["opened_at"]),
        extra=tuple((str(name), str(value)) for name, value in extra.items()),
    )


def _claim(value: object) -> Claim:
    if not isinstance(value, dict):
        raise TypeError
    return Claim(
        Layer(value["layer"]),
        str(value["subject"]),
        str(value["predicate"] or ""),
        str(value["statement"]),
        None if value["source"] is None else source_of(str(value["source"])),
        None if value["as_of"] is None else _instant_us(value["as_of"]),
        is_verified=value["verified"] is True,
    )


def _instant_us(text: object) -> int:
    return parse_instant(str(text), field="instant")


def _row(row: dict[str, object]) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
