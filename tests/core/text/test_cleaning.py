"""Does every text lose the same things before it is kept, and does it tell what they were?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.core.text.cleaning import clean, clean_name
from cortex.core.text.fence import fence

PIECES = (
    "flu", " ", "\n", "<private>", "</private>", "<pri", "vate>", "password=hunter2x9",
    "[redacted]", "ghp_" + "a1B2" * 9, fence("old news", "test"), "<cortex", "</cortex-memory>",
    "\0", "\ud800",
)  # fmt: skip


def test_everything_nobody_may_keep_is_gone() -> None:
    """Recalled blocks, private spans, secrets and characters no store keeps, each counted."""
    block = fence("an older answer", "test")
    cleaned = clean(f" a <private>diagnosis</private> b password=hunter2x9 c\0\n{block}\n")
    assert "a  b password=[redacted] c\ufffd" == cleaned.text
    assert {"private_span": 1, "recalled_block": 1} == {
        kind: count for kind, count in cleaned.counts if kind in ("private_span", "recalled_block")
    }
    assert 3 == len(cleaned.counts)
    assert sorted(cleaned.counts) == list(cleaned.counts)


def test_clean_text_stays_as_it_is() -> None:
    """Ordinary text only loses its outer blanks, and nothing is counted."""
    cleaned = clean("  The port is 8443\n")
    assert ("The port is 8443", ()) == (cleaned.text, cleaned.counts)


def test_name_is_one_line() -> None:
    """Blanks inside a name are one space each."""
    assert "the auth service" == clean_name(" the\n auth\t service ").text


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_cleaning_twice_changes_nothing_more(raw: str) -> None:
    """What a removal brings together is removed as well."""
    once = clean(raw)
    again = clean(once.text)
    assert (once.text, ()) == (again.text, again.counts)
