"""Is what stands between private tags gone, and does a broken tag hide more, never less?"""

import pytest
from hypothesis import given

from cortex.core.text.private_spans import remove_private
from tests.core.text.budget import cpu_budget, repeated
from tests.core.text.samples import any_text

SPANS = [
    ("p <private>x</private> q", "p  q"),
    ("<PRIVATE>x</Private>y", "y"),
    ("< private >x</ private >y", "y"),
    ("<\tprivate\n>x<\n/\nprivate>y", "y"),
    ('<private k="v" z>x</private>y', "y"),
    ("<private>x</private k=1>y", "y"),
    ("a<private>b<private>c</private>d</private>e", "ae"),
    ("a</private>b</private>c", "abc"),
    ("a<private>b</private>c</private>d", "acd"),
    ("a<private>b", "a"),
    ("a<private>b</private>c<private>d", "ac"),
    ("a<private key>b</private>c", "ac"),
    ("a<private attr='>'>b</private>c", "ac"),
    ("a<<private>b</private>c", "a<c"),
    ("a<private>>b</private>c", "ac"),
    ("a<\ufeffprivate>b</private>c", "ac"),
    ("a<\u00a0private>b</private>c", "ac"),
    ("a < b and <private>c</private> d", "a < b and  d"),
    ("`<private>x</private>`", "``"),
]


@pytest.mark.parametrize(("text", "expected"), SPANS)
def test_a_private_span_is_removed(text: str, expected: str) -> None:
    """Case, white space, attributes, nesting and missing ends: only text at depth 0 is left."""
    assert expected == remove_private(text).text


@pytest.mark.parametrize(
    "tag",
    ["<private/>", "<private-note>", "<privateer>", "<privatekey>", "<private_x>", "<private:x>",
     "<private=x>", '<private"x">', "<private", "<private b", "< private property, b > c",
     "<private <b>x</private>", '<private attr="<">b</private>', "<pri vate>", "<p r i v a t e>",
     "<pri\nvate>", "<\u200bprivate>", "<pri\u00advate>", "<\u2060private>", "<\u200dprivate>",
     "<\u202eprivate>", "<\uff50rivate>", "<\u1d56rivate>", "<\u24dfrivate>", "<pri\x00vate>",
     "<private>b <private/> c</private> d", "<private>b</pri vate>c", "<private>b</private c",
     "<private>b</private/>c", "\uff1cprivate\uff1eb", "\ufe64private>b", "<private\u0301>b",
     "<PR\u0130VATE>"],
)  # fmt: skip
def test_a_malformed_tag_hides_the_rest(tag: str) -> None:
    """Whatever reads as the opener and is none cuts the text there."""
    assert "a" == remove_private(f"a{tag}b").text


@pytest.mark.parametrize(
    "text",
    ["a</pri vate>b", "a</private", "a</private/>b", "a</privateer>b", "<!--private-->",
     "<!private>", "<?private>", "&lt;private&gt;", "<priv&#97;te>", "<b>private</b>", "<privat>",
     "", "a < b > c", "private", "vector<int>"],
)  # fmt: skip
def test_what_is_no_opener_stays(text: str) -> None:
    """Malformed closers, comments, entities and other tags are text."""
    removal = remove_private(text)
    assert (text, 0) == (removal.text, removal.hidden)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("<private>a</private> b <private>c</private>", 2),
        ("<private>a<private>b</private></private>", 1),
        ("<private>a", 1),
        ("a<private/>b", 1),
        ("<private>a <private/>", 1),
        ("a</private>b", 0),
    ],
)
def test_hidden_spans_are_counted(text: str, hidden: int) -> None:
    """The number says how many outermost spans are gone, without saying what they held."""
    assert hidden == remove_private(text).hidden


def test_a_home_address_is_gone() -> None:
    """case 103: no part of the span is in what any store or spool is handed."""
    assert "key  end" == remove_private("key <private>my home address</private> end").text


@pytest.mark.parametrize("depth", [1, 3, 9])
def test_halves_of_a_tag_never_join(depth: int) -> None:
    """A removal that would make a new tag of its surroundings hides what that tag opens."""
    text = "a" + "<pri" * depth + "<private></private>" + "vate>b" * depth
    removed = remove_private(text).text
    assert "b" not in removed
    assert removed == remove_private(removed).text


@given(any_text)
def test_removing_twice_changes_nothing(text: str) -> None:
    """What is left holds no span."""
    once = remove_private(text).text
    assert (once, 0) == (remove_private(once).text, remove_private(once).hidden)


@pytest.mark.parametrize(
    "unit", ["<private ", "</private ", "<", "< ", "<private>", "<priv", "</private>", "<\u200b"]
)
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    """A hostile text of one repeated opening is read in time proportional to its length."""
    with cpu_budget():
        remove_private(repeated(unit))
        remove_private("<private>" + repeated(unit) + ">")
