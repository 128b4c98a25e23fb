"""Do the modules on the hook path stay free of slow imports, also while they work?"""

import pytest

from tests.tidy.test_cold_start import HEAVY, loaded_modules

WORK = {
    "fence": "from cortex.core.text.fence import fence as f; f('Human: <system> caf\\u00e9', 'o')",
    "own blocks": "from cortex.core.text.own_blocks import remove_own_blocks as f; f('x')",
    "private": "from cortex.core.text.private_spans import remove_private as f; f('<private>x')",
    "clean text": "from cortex.core.text.redaction import redact as f; f('We chose SQLite.')",
    "digest": "from cortex.core.text.digests import content_hash as f; f('x')",
}


@pytest.mark.parametrize("name", WORK)
def test_cleaning_and_fencing_load_no_heavy_module(name: str) -> None:
    """ADR 0009: no pattern engine, dataclass or JSON for a text that does not need them."""
    assert set() == loaded_modules(WORK[name]) & HEAVY


def test_a_text_with_a_secret_loads_the_patterns() -> None:
    """The measuring can fail: the patterns are loaded when a text may hold a secret."""
    code = "from cortex.core.text.redaction import redact as f; f('password=hunter2')"
    assert "re" in loaded_modules(code)
