"""Which cards does the asker's context hold already, as its host attests?

``context_epoch`` names the context at hand; ``context_presence`` is what the host found in it:
``{"context_epoch", "restore_epoch", "policy_epoch", "items": [{"revision", "representation"}]}``.
Source: docs/formats/operations.md, ADR 0071.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.recall.presence import Attestation, Epochs, Presence, decide
from cortex.core.text.digests import digest
from cortex.model.cards import POLICY_EPOCH
from cortex.model.limits import CARDS_MAX
from cortex.services.operations.arguments import Fields
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.model.cards import View
    from cortex.services.operations.arguments import Arguments

REPRESENTATION_DOMAIN = "cortex/card-representation/1"
REPRESENTATION_DIGITS = 12
"""Hex digits of a representation: 48 bits tell apart the few forms one revision ever has."""

HELD_MAX = 10 * CARDS_MAX
"""Representations one attestation may name: ten answers of the largest size."""

EPOCH_MAX = 2**53
"""Largest epoch read; a number every JSON reader keeps exact."""

# What a card says because of the question, and not because of the fact.
_OF_THE_QUESTION = frozenset({"alias", "label", "relevance", "representation", "sidecar", "why"})

_HELD = Fields("revision", "representation")
_ATTESTATION = Fields(
    "context_epoch", "policy_epoch", items=("cards", "held"), restore_epoch=("brain_epoch",)
)


def attestation_of(arguments: Arguments) -> Attestation | None:
    """Give what the host attests, or None when it attests nothing.

    Raises:
        InvalidRequest: it names too many items, or an item is no revision with a representation.
    """
    if not arguments.has("context_presence"):
        return None
    given = arguments.nested("context_presence", _ATTESTATION)
    items = given.items("items", _HELD)
    if len(items) > HELD_MAX:
        given.refuse("items", f"names more than {HELD_MAX} cards", "name those of this context")
    held = frozenset(
        (item.required("revision", _REMEDY), item.required("representation", _REMEDY))
        for item in items
    )
    restore, policy = (given.integer(f"{name}_epoch", 0, EPOCH_MAX) for name in _EPOCHS)
    epochs = None if restore is None or policy is None else Epochs(restore, policy)
    return Attestation(given.name("context_epoch") or "", epochs, held)


_REMEDY = "copy revision and representation from the card"
_EPOCHS = ("restore", "policy")


def representation_of(card: Mapping[str, object], depth: str) -> str:
    """Give the name of what a card says of its fact at a depth, whatever the question was."""
    said = {key: value for key, value in card.items() if key not in _OF_THE_QUESTION}
    name = digest(REPRESENTATION_DOMAIN, encode(said).encode("utf-8", "replace"))
    return f"{depth}:{name[:REPRESENTATION_DIGITS]}"


def is_present(
    view: View,
    revision: str | None,
    representation: str,
    attested: Attestation | None,
    context_epoch: str | None,
) -> bool:
    """Tell whether exactly this is in the context at hand, so that sending it is waste."""
    epochs = Epochs(view.restore_epoch, POLICY_EPOCH)
    verdict = decide(attested, context_epoch, epochs, revision, representation)
    return verdict is Presence.SUPPRESS
