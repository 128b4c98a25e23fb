"""When is it proved that a layer would have given what stands in it?"""

import pytest

from cortex.model.ask import AskLayer, Control, LayerFound, LayerState

HEARD = (Control("gateway", is_matched=True),)
UNHEARD = (*HEARD, Control("harbour", is_matched=False))
WAITS = "3 sessions wait to be written up"


@pytest.mark.parametrize(
    ("state", "why", "controls", "is_proved"),
    [
        (LayerState.SEARCHED, "", HEARD, True),
        (LayerState.SEARCHED, "", UNHEARD, False),
        (LayerState.SEARCHED, "", (), False),
        (LayerState.SEARCHED, WAITS, HEARD, False),
        (LayerState.EMPTY, "", (), True),
        (LayerState.EMPTY, WAITS, (), False),
        (LayerState.ABSENT, "no vault is set", (), True),
        (LayerState.NOT_SEARCHED, "a link", HEARD, False),
    ],
)
def test_a_layer_is_proved_only_whole_and_by_its_own_words(
    state: LayerState, why: str, controls: tuple[Control, ...], is_proved: bool
) -> None:
    """Seat T15: every control found, and nothing of the layer left out; or nothing is there."""
    found = LayerFound(AskLayer.LOG, state, why=why, controls=controls)
    assert is_proved == found.is_proved
