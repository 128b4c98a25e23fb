"""Is a search over many turns measured against the same rows?"""

from pathlib import Path

import pytest

from tools.bench.searching import searching


@pytest.mark.slow
def test_search_is_measured_beside_a_bare_query(tmp_path: Path) -> None:
    """A figure for questions with its reference, and one for what keeping costs."""
    asked, kept = searching(tmp_path / "search", lambda _: None, 120, 3)
    assert asked.name == "search, 5 words, 120 turns"
    assert kept.name == "keep one turn, in a batch"
