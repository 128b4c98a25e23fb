"""Which questions were asked, as far as they may be remembered?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.learning.questions import memorable_terms, signature_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.ports.brain import BrainWriter


def remember(writer: BrainWriter, asked: Mapping[tuple[str, str], int], now_us: int) -> None:
    """Write questions by (principal, text) with how often each was asked.

    One that held a secret or a private span, or has no telling word, is passed over.
    """
    for (principal, text), asks in asked.items():
        terms = memorable_terms(text)
        if terms:
            question = (signature_of(text), terms)
            writer.learning.remember_question(principal, question, (asks, 0), now_us)
