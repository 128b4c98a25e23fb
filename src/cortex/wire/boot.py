"""How is a boot brief written as JSON? Source: docs/formats/boot-brief.md."""

from __future__ import annotations

from cortex.model.boot import BootBrief, BootCapsule

ESTIMATE_UNIT = "characters/4"  # An estimate; no tokenizer is loaded, and none is claimed.


def boot_json(brief: BootBrief) -> dict[str, object]:
    """Give a brief, what went into each part, and its size as an estimate."""
    savings = brief.savings
    return {
        "boot_prompt": brief.prompt,
        "head": brief.head,
        "token_estimate": brief.token_estimate,
        "capsules": [_capsule_json(capsule) for capsule in brief.capsules],
        "savings": {
            "unit": ESTIMATE_UNIT,
            "tokenizer": None,
            "raw_baseline": savings.raw_tokens,
            "served": savings.served_tokens,
            "saved": savings.saved_tokens,
            "percent": savings.percent,
        },
    }


def _capsule_json(capsule: BootCapsule) -> dict[str, object]:
    return {
        "name": capsule.name,
        "included": capsule.is_included,
        "facts": [f"fact:{fact_id}" for fact_id in capsule.fact_ids],
        "left_out": capsule.left_out,
        "reason": capsule.reason or None,
        "token_estimate": capsule.token_estimate,
    }
