"""Is a card held back only when the host attests exactly it for exactly this context?"""

import pytest

from cortex.core.recall.presence import Attestation, Epochs, Presence, decide

EPOCHS = Epochs(2, 1)
HELD = Attestation("turn-7", EPOCHS, frozenset({("rev:1@3", "brief:aa")}))


def test_exact_representation_in_this_context_is_held_back() -> None:
    """The host saw this revision in this form in this context."""
    assert Presence.SUPPRESS is decide(HELD, "turn-7", EPOCHS, "rev:1@3", "brief:aa")


@pytest.mark.parametrize(
    ("attested", "context", "epochs", "revision", "representation", "expected"),
    [
        (None, "turn-7", EPOCHS, "rev:1@3", "brief:aa", "deliver_unknown_presence"),
        (HELD, None, EPOCHS, "rev:1@3", "brief:aa", "deliver_unknown_presence"),
        (HELD, "", EPOCHS, "rev:1@3", "brief:aa", "deliver_unknown_presence"),
        (HELD, "turn-7", EPOCHS, None, "brief:aa", "deliver_unknown_presence"),
        (HELD, "turn-8", EPOCHS, "rev:1@3", "brief:aa", "deliver_context_epoch_changed"),
        (HELD, "turn-7", Epochs(3, 1), "rev:1@3", "brief:aa", "deliver_epoch_changed"),
        (HELD, "turn-7", Epochs(2, 2), "rev:1@3", "brief:aa", "deliver_epoch_changed"),
        (
            HELD._replace(epochs=None),
            "turn-7",
            EPOCHS,
            "rev:1@3",
            "brief:aa",
            "deliver_epoch_changed",
        ),
        (HELD, "turn-7", EPOCHS, "rev:1@4", "brief:aa", "deliver_representation_differs"),
        (HELD, "turn-7", EPOCHS, "rev:1@3", "exact:aa", "deliver_representation_differs"),
    ],
)
def test_whatever_differs_is_delivered(
    attested: Attestation | None,
    context: str | None,
    epochs: Epochs,
    revision: str | None,
    representation: str,
    expected: str,
) -> None:
    """Without an attestation, or when anything moved since, the card is sent, with the reason."""
    assert expected == decide(attested, context, epochs, revision, representation).value
