"""Which laws hold for whatever people wrote by hand and whatever is remembered after them?"""

import json
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.vault.governance import Tier, slug_of, tier_of
from cortex.core.vault.hot_memory import BEGIN, END, is_entry, plan_hot
from cortex.core.vault.notes import read_note
from cortex.core.vault.notes_writing import appended, new_note, scalar
from cortex.core.vault.payloads import BOUND_TYPES, checked_item, read_payload
from cortex.core.vault.text import public
from cortex.model.vault import VaultCode, VaultFault
from cortex.model.vault_writing import Ground, HotItem, NoteItem, Relation

T = TypeVar("T")
NOW_MS = 1_790_000_000_000
HOT = {"principal": "PRINCIPAL_MEMORY.md", "assistant": "DA_MEMORY.md"}
PLAIN = Ground("/v", "", "KNOWLEDGE", "OBSERVABILITY", "USER", HOT, (), is_fresh=False)
FLAT = PLAIN._replace(knowledge="", evidence="_OBSERVABILITY")
IDEA = NoteItem("idea", "idea", "Tea", "A new section.", "s-1", 0.5, (Relation("a", "extends"),))

PIECES = [
    *("---", "id: q", "created: 2026-01-01", "updated: 2026-02-01", "title: 'x\"", "related:"),
    *("  - slug: a", "    type: supports", "related: [[b]]", "# Head", "", " ", "body", "slug: z"),
    *("RULE: one", "RULE: two", "NAME: Ann", " RULE: indented", BEGIN, END, f" {END} ", "```"),
    *("<private>", "</private>", "<private>x</private>", "<privateer>", "日本語", "\ufeff", "\r"),
    *("last_updated: 2026-01-01", "updated_by: me", "RULE: one  ", "<!-- mine -->", "\u2028"),
]
LINES = st.lists(st.sampled_from(PIECES), max_size=14)
BY_HAND = st.tuples(LINES, st.sampled_from(["\n", "\r\n"]), st.booleans()).map(
    lambda made: made[1].join(made[0]) + (made[1] if made[2] else "")
)
WORDS = st.text(alphabet="ab \"\\':#-[]{}&*!|>%@`,?<>/日é\n\t\u2028", max_size=30)


def outcome(call: Callable[[], T]) -> T | VaultCode:
    """Give what a call gives, or the code it was refused with; anything else fails the test."""
    try:
        return call()
    except VaultFault as fault:
        return fault.code


@given(BY_HAND)
def test_note_by_hand_keeps_every_byte_of_its_body(text: str) -> None:
    """What stood below the head is there unchanged, and the new section is whole at the end."""
    old = text.encode()
    composed = outcome(lambda: appended(old, IDEA, "KNOWLEDGE/Ideas/tea.md", NOW_MS))
    if isinstance(composed, VaultCode):
        assert VaultCode.GOVERNANCE_REFUSED is composed
        return
    record = read_note(composed.content, "KNOWLEDGE/Ideas/tea.md")
    assert composed.record == record
    assert record.content.endswith("\nA new section.\n")
    assert "a" in record.related
    before = read_note(old, "KNOWLEDGE/Ideas/tea.md")
    assert before.id == record.id
    after = composed.content.decode()
    body = text.removeprefix("\ufeff")
    if body.startswith("---") and "\n---" in body[3:]:
        body = body.rpartition("\n---")[2]  # Below the last line that could end a head.
    assert body in after
    for line in set(text.split("\n")):
        if not line.startswith(("updated:", "related:")) and line.strip() != "type: supports":
            assert text.count(line) <= after.count(line)


@given(BY_HAND, st.sampled_from(["add", "set"]))
def test_memory_by_hand_keeps_its_lines_and_its_secrets(text: str, op: str) -> None:
    """Lines that are no entries stay in order, and no line becomes visible that was not."""
    item = HotItem("principal", op, ("RULE: new",))
    plan = outcome(lambda: plan_hot(text.encode(), item, "PRINCIPAL_MEMORY.md", NOW_MS))
    if isinstance(plan, VaultCode):
        assert VaultCode.GOVERNANCE_REFUSED is plan
        return
    assert plan.content is not None
    after = plan.content.decode()
    assert "RULE: new" in public(after).splitlines()
    shown = {line.strip() for line in public(text.removeprefix("\ufeff")).split("\n")}
    for line in public(after).split("\n"):
        bare = line.strip()
        assert bare in {*shown, "RULE: new", BEGIN, END, "---", ""} or bare.startswith(
            ("last_updated:", "updated:", "updated_by:")
        )
    if public(text) == text:
        own = [line for line in _body(text) if not _is_ours(line)]
        assert own == [line for line in _body(after) if not _is_ours(line)]
    again = plan_hot(plan.content, item._replace(op="add"), "PRINCIPAL_MEMORY.md", NOW_MS + 1)
    assert again.content is None


def _body(text: str) -> list[str]:
    """Give the lines of a text that hold something."""
    return [line.strip() for line in text.removeprefix("\ufeff").split("\n") if line.strip()]


def _is_ours(line: str) -> bool:
    return (
        line in (BEGIN, END, "---")
        or is_entry(line)
        or line.startswith(("updated:", "last_updated:", "updated_by:"))
    )


@given(WORDS, WORDS, st.none() | WORDS)
def test_what_is_taken_reads_the_same(title: str, content: str, session: str | None) -> None:
    """Every idea that passes the rules can be read, with its title and session to the letter."""
    value = {"type": "idea", "title": title, "content": content, "confidence": 0.5}
    if session is not None:
        value["source_session"] = session
    item = outcome(lambda: checked_item(value))
    if isinstance(item, VaultCode):
        assert VaultCode.GOVERNANCE_REFUSED is item
        return
    assert isinstance(item, NoteItem)
    record = new_note(item, slug_of(item.title), "KNOWLEDGE/Ideas/x.md", NOW_MS).record
    assert (item.title, item.session) == (record.title, record.provenance.session)
    assert record.content.endswith(f"\n{item.content}\n")
    grown = appended(record.content.encode(), item, "KNOWLEDGE/Ideas/x.md", NOW_MS + 5)
    assert record.content.split("---\n", 2)[2] in grown.record.content


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
        max_leaves=8,
    ),
    st.sampled_from(["memory", "idea", "knowledge", "proposal"]),
    st.lists(
        st.sampled_from(
            "actor op content entries title name entity_type related confidence edit "
            "target_file target_kind rationale observed_across_sessions source_session".split()
        )
    ),
)
def test_no_payload_makes_anything_but_a_refusal(odd: object, kind: str, names: list[str]) -> None:
    """Whatever stands in a field, the answer is an item or a refusal by governance."""
    value = {"actor": "principal", "title": "t", "name": "n", "content": "c", "type": kind}
    value |= dict.fromkeys(names, odd)  # type: ignore[arg-type]  # Odd on purpose.
    item = outcome(lambda: checked_item(value))
    assert not isinstance(item, VaultCode) or item is VaultCode.GOVERNANCE_REFUSED


@given(st.binary(max_size=40) | st.text(max_size=20).map(json.dumps).map(str.encode))
def test_no_bytes_make_anything_but_a_refusal(word: bytes) -> None:
    """Whatever the payload is, the answer is an object of the right type or a refusal."""
    value = outcome(lambda: read_payload(word, "remember"))
    if isinstance(value, VaultCode):
        assert value in (VaultCode.INVALID_INPUT, VaultCode.WRITE_REFUSED)
    else:
        assert value["type"] in BOUND_TYPES["remember"]


@pytest.mark.parametrize(
    ("path", "tier"),
    [
        ("PRINCIPAL_MEMORY.md", Tier.REPLACE),
        ("DA_MEMORY.md", Tier.REPLACE),
        ("KNOWLEDGE/Ideas/a.md", Tier.APPEND),
        ("IDEAS/a.md", Tier.APPEND),
        ("USER/PROJECTS.md", Tier.APPEND),
        ("USER/PRINCIPAL/RESUME.md", Tier.PROPOSE),
        ("USER/CONFIG/OPERATIONAL_RULES.md", Tier.UNTOUCHABLE),
        ("USER/OTHER.md", Tier.UNTOUCHABLE),
        ("KNOWLEDGE/../PRINCIPAL_MEMORY.md", Tier.UNTOUCHABLE),
        ("KNOWLEDGE//a.md", Tier.UNTOUCHABLE),
        ("/KNOWLEDGE/a.md", Tier.UNTOUCHABLE),
        ("KNOWLEDGE", Tier.UNTOUCHABLE),
        ("OTHER_MEMORY.md", Tier.UNTOUCHABLE),
        ("", Tier.UNTOUCHABLE),
    ],
)
def test_what_nobody_listed_is_untouchable(path: str, tier: Tier) -> None:
    """Every path has a tier, and the tier of what is not listed forbids all."""
    assert tier is tier_of(path, PLAIN)


def test_flat_vault_has_its_notes_in_the_same_tier() -> None:
    """Where the root itself is walked, the folders of notes may be added to, and nothing else."""
    assert Tier.APPEND is tier_of("Ideas/a.md", FLAT)
    assert Tier.UNTOUCHABLE is tier_of("daily/monday.md", FLAT)
    assert Tier.UNTOUCHABLE is tier_of("a.md", FLAT)


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("plain", '"plain"'),
        ('say "hi"', "'say \"hi\"'"),
        ("it's", '"it\'s"'),
        ('it\'s "so" or not', 'it\'s "so" or not'),
        ('it\'s "so"', '"it\'s "so""'),
    ],
)
def test_quotes_are_chosen_by_the_title(title: str, written: str) -> None:
    """A head holds the title in quotes it does not have itself, as far as there are any."""
    assert written == scalar(title)
