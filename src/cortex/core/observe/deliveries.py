"""Does the caller still have what it was handed?

A delivery's id is a claim that checks itself: it names the content and the instant, so that nothing
has to be kept and preparing writes nothing. Source: CQR 6.3, ADR 0127; docs/formats/needs.md.
"""

from collections.abc import Sequence

from cortex.core.text.digests import canonical_json, digest
from cortex.model.durations import SECOND_US
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import DELIVERY_SECONDS
from cortex.model.needs import Evidence

PREFIX = "delivery:"
VIEW_DOMAIN = "cortex/view/1"
DELIVERY_DOMAIN = "cortex/delivery/1"
SHOWN_DIGITS = 32
"""Hexadecimal digits of a digest that an id carries: 128 bits, no two are alike by accident."""

INSTANT_DIGITS_MAX = 16


class Handover(NamedTuple):
    """What was handed to whom, and for what."""

    principal: str
    need_id: str
    context: str
    fingerprint: str
    restore_epoch: int


def fingerprint(evidence: Sequence[Evidence]) -> str:
    """Give what names exactly this content: 32 hexadecimal digits."""
    told = [
        [one.observation.observation_id, one.observation.digest, one.route.value]
        for one in evidence
    ]
    return digest(VIEW_DOMAIN, canonical_json(told).encode())[:SHOWN_DIGITS]


def delivery_id(handover: Handover, now_us: int) -> str:
    """Give the id of a delivery made at this instant."""
    return f"{PREFIX}{now_us:x}-{_proof(handover, now_us)}"


def is_live(claimed: str, handover: Handover, now_us: int) -> bool:
    """Tell whether an id names this very handover, less than ``DELIVERY_SECONDS`` ago.

    Anything else, an id of another kind included, is only not alive.
    """
    instant, _, proof = claimed.removeprefix(PREFIX).partition("-")
    if not claimed.startswith(PREFIX) or not 0 < len(instant) <= INSTANT_DIGITS_MAX:
        return False
    if not set(instant) <= set("0123456789abcdef"):
        return False
    issued_us = int(instant, 16)
    is_fresh = issued_us <= now_us < issued_us + DELIVERY_SECONDS * SECOND_US
    return is_fresh and proof == _proof(handover, issued_us)


def _proof(handover: Handover, issued_us: int) -> str:
    told = canonical_json([*handover, issued_us])
    return digest(DELIVERY_DOMAIN, told.encode("utf-8", "surrogatepass"))[:SHOWN_DIGITS]
