"""Does the reader's context hold a card already, so that it need not be sent again?

Only the host can know, and only for the invocation at hand. That a view was given before, a session
goes on or a prefix was cached tells nothing, so none of it is asked here.
Source: CQR 12.9, ADR 0071.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple, StrEnum


class Presence(StrEnum):
    """Whether to send a card, and why."""

    DELIVER_UNKNOWN = "deliver_unknown_presence"
    DELIVER_CONTEXT_CHANGED = "deliver_context_epoch_changed"
    DELIVER_EPOCH_CHANGED = "deliver_epoch_changed"
    DELIVER_DIFFERS = "deliver_representation_differs"
    SUPPRESS = "suppress"


class Epochs(NamedTuple):
    """The state of store and rules a representation was made under."""

    restore_epoch: int
    policy_epoch: int


class Attestation(NamedTuple):
    """What a host says that a context holds.

    ``context_epoch`` names the context it looked at. ``epochs`` None means it did not say; ``held``
    are (revision, representation).
    """

    context_epoch: str
    epochs: Epochs | None
    held: frozenset[tuple[str, str]]


def decide(
    attested: Attestation | None,
    context_epoch: str | None,
    epochs: Epochs,
    revision: str | None,
    representation: str,
) -> Presence:
    """Tell whether to send this representation of a revision into the context at hand."""
    if attested is None or not context_epoch or revision is None:
        return Presence.DELIVER_UNKNOWN
    if attested.context_epoch != context_epoch:
        return Presence.DELIVER_CONTEXT_CHANGED
    if attested.epochs != epochs:
        return Presence.DELIVER_EPOCH_CHANGED
    if (revision, representation) in attested.held:
        return Presence.SUPPRESS
    return Presence.DELIVER_DIFFERS
