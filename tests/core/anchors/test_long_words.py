"""Is a word without end read once, and not once from each of its letters?"""

import pytest

from cortex.core.anchors.classify import anchors_in, names_in
from tests.core.text.budget import cpu_budget, repeated


@pytest.mark.parametrize("word", ["x", "x.", "x_", "Xx", "x/", ".", "x-", "x:", "1"])
def test_time_grows_with_the_text_and_not_faster(word: str) -> None:
    """Case 133: a text that is one long word, in any spelling, holds nobody up."""
    text = repeated(word)
    with cpu_budget():
        assert 3 > len([*anchors_in(text), *names_in(text)])
