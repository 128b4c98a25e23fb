"""Is a text new to a prompt exactly when it has a term that the prompt has not?"""

import random

import pytest

from cortex.core.brief.packing import _adds
from cortex.core.text.tokens import index_terms

TEXTS = (
    "The gateway listens on port 8443.",
    "Deploys (of the gateway) go out; on Monday!",
    "Use user_id in src/app.py, not userId.",
    "It's the team's rule: don't.",
    "网关监听端口八四四三。",
    "Café «Größe» *bold* `code` --flag C++",
    "of the and",
    "",
)


@pytest.mark.parametrize("seed", range(20))
def test_quick_way_agrees_with_the_terms(seed: int) -> None:
    """The look at plain words changes no answer."""
    chance = random.Random(seed)
    words = " ".join(TEXTS).split()
    for text in TEXTS:
        own = text.split()
        for prompt in (text, " ".join(chance.sample(words, 20)), " ".join([*own[1:], *own[:1]])):
            said = index_terms(prompt).keys()
            assert _adds(text, said) is (not index_terms(text).keys() <= said)
