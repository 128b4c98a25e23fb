"""Does an adapter answer whatever it is given, as the command line would?"""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cortex import VaultAdapter, VaultRuntime, create_vault_adapter
from cortex.wiring.vault import answer

WORDS = st.text(max_size=12) | st.sampled_from(("--adapter", "--", "-", "a", "alpha", "2026-01-01"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
MANY = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def adapter(tmp_path: Path) -> VaultAdapter:
    """Give an adapter on one note, whose writer answers that it wrote."""
    (tmp_path / "KNOWLEDGE").mkdir()
    note = "---\nid: a\ncreated: 2026-01-01\n---\nalpha"
    (tmp_path / "KNOWLEDGE" / "a.md").write_text(note, encoding="utf-8")
    return create_vault_adapter("codex", VaultRuntime(tmp_path, lambda item: {"ok": True, **item}))


@MANY
@given(text=WORDS)
def test_text_is_asked_for_as_on_a_command_line(
    adapter: VaultAdapter, tmp_path: Path, text: str
) -> None:
    """A text that no grammar takes for an option gets the envelope of the command line."""
    found = {
        "search": adapter.search(text),
        "get": adapter.get(text),
        "export": adapter.export(text, text),
        "timeline": adapter.timeline(text),
    }
    for name, result in found.items():
        assert name == result.envelope["command"]
        assert result.envelope["ok"] == (result.exit_code == 0)
    if text.startswith("--"):
        return
    rest = ["--adapter", "codex", "--memory-root", str(tmp_path)]
    words = {
        "search": ["search", text],
        "get": ["get", text],
        "export": ["export", text, text],
        "timeline": ["timeline", "--anchor", text],
    }
    for name, result in found.items():
        printed = answer([*words[name], *rest])
        assert (printed.status, json.loads(printed.output)) == result


@MANY
@given(item=VALUES, options=VALUES)
def test_any_item_and_any_options_are_answered(
    adapter: VaultAdapter, item: object, options: object
) -> None:
    """A write is one of four answers; only exactly true reaches the writer."""
    result = adapter.remember(item, options)
    assert result.exit_code in (0, 4, 5)
    if options != {"allowWrite": True}:
        assert 0 != result.exit_code
    for given_item in (item, {"type": "idea", "x": item}):
        allowed = adapter.remember(given_item, {"allowWrite": True})
        assert allowed.exit_code in (0, 4, 5)


@MANY
@given(given_value=VALUES.filter(lambda value: not isinstance(value, str)))
def test_no_value_but_text_is_read(adapter: VaultAdapter, given_value: str) -> None:
    """Whatever is no text is invalid for each reading call."""
    for result in (
        adapter.search(given_value),
        adapter.get("a", given_value),
        adapter.export(given_value),
        adapter.timeline(given_value),
    ):
        assert 4 == result.exit_code
