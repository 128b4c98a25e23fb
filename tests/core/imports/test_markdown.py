"""Which statements does a note make, and where do they stand?"""

from cortex.core.imports.front_matter import front_matter
from cortex.core.imports.markdown import Note, markdown_items
from cortex.core.imports.pieces import pieces
from cortex.model.imports import Item, Skipped
from cortex.model.limits import FACT_TEXT_CHARS_MAX

NOTE = Note("ops/net.md", said_us=5)


def statements(text: str) -> list[Item]:
    """Give the statements of a note."""
    return [one for one in markdown_items(text, NOTE) if isinstance(one, Item)]


def test_items_and_paragraphs_are_statements_and_headings_their_context() -> None:
    """Each list item and paragraph is one, with the line it begins on."""
    found = statements(
        "# Net\n\n## Ports\n- The gateway is on 8443\n- [x] TLS ends at\n"
        "  nginx\n\nA word.\nMore.\n"
    )
    assert [
        ("The gateway is on 8443", "ops/net.md:4"),
        ("TLS ends at\nnginx", "ops/net.md:5"),
        ("A word.\nMore.", "ops/net.md:8"),
    ] == [(one.text, one.locator) for one in found]
    assert {"ops/net.md: Net > Ports"} == {one.context for one in found}
    assert {5} == {one.said_us for one in found}


def test_code_tables_rules_and_comments_are_no_statements() -> None:
    """What is not said in words is passed over, and lines keep their numbers."""
    text = (
        "```\n- not this\n# nor this\n```\n| a | b |\n|---|---|\n\n---\n"
        "<!-- hidden\nstill -->\nBut this.\n"
    )
    assert [("But this.", "ops/net.md:11")] == [(o.text, o.locator) for o in statements(text)]


def test_quote_is_a_statement_of_its_own() -> None:
    """A quote right below an item does not run into it, and loses its marks on every line."""
    found = statements(
        "- We stay on 14\n> Quoted words\n> on two lines\n\n> - an item of a quote\n"
    )
    expected = ["We stay on 14", "Quoted words\non two lines", "an item of a quote"]
    assert expected == [one.text for one in found]


def test_code_and_tables_are_told_as_left_out() -> None:
    """Each is named once, at the line it begins on; none of it is damage."""
    text = "Ports:\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nrm x\n```\nThe end is near.\n"
    told = [one for one in markdown_items(text, NOTE) if isinstance(one, Skipped)]
    assert [("ops/net.md:2", "a table"), ("ops/net.md:6", "a block of code")] == [
        (one.locator, one.reason) for one in told
    ]
    assert not any(one.is_damage for one in told)


def test_front_matter_gives_type_date_and_names() -> None:
    """Title and aliases name the subject; a date that is none is passed over."""
    text = (
        "---\ntitle: 'Gateway'\ntype: decision\naliases: [edge, \"front door\"]\ntags:\n  - x\n"
        "updated: soon\ncreated: 2024-05-01\n---\nIt stays on 8443.\n"
    )
    (found,) = statements(text)
    assert ("decision", "Gateway", ("edge", "front door")) == (
        found.type,
        found.subject,
        found.aliases,
    )
    assert 1_714_521_600_000_000 == found.said_us
    assert "ops/net.md:10" == found.locator


def test_an_open_front_matter_is_none() -> None:
    """A line of dashes that is never answered is a rule, not a block."""
    assert 0 == front_matter(["---", "a: b", "text"]).lines
    assert {"a.b": "c"} == front_matter(["---", "a:", "  b: c", "---"]).values


def test_links_between_notes_are_kept() -> None:
    """A wikilink is part of what was written."""
    assert ["See [[Nginx|the proxy]] for TLS"] == [
        one.text for one in statements("- See [[Nginx|the proxy]] for TLS\n")
    ]


def test_marks_of_a_merge_are_told_by_line() -> None:
    """Both sides are kept, and each mark is named. case 128"""
    text = "- One side holds\n<<<<<<< HEAD\n- Ours holds\n=======\n- Theirs holds\n>>>>>>> b\n"
    found = list(markdown_items(text, NOTE))
    assert ["ops/net.md:2", "ops/net.md:4", "ops/net.md:6"] == [
        one.locator for one in found if isinstance(one, Skipped) and one.is_damage
    ]
    assert 3 == sum(isinstance(one, Item) for one in found)


def test_the_same_words_in_one_place_are_one_statement() -> None:
    """Twice under one heading is once; under two headings it is two."""
    assert 1 == len(statements("# A\n- Same words here\n- Same words here\n"))
    assert 2 == len(statements("# A\n- Same words here\n# B\n- Same words here\n"))


def test_a_long_text_is_parted_and_nothing_is_cut() -> None:
    """Every word is in some part, and no part is longer than a statement may be."""
    text = " ".join(f"word{number}" for number in range(3_000))
    parts = list(pieces(text))
    assert text == " ".join(parts)
    assert max(map(len, parts)) <= FACT_TEXT_CHARS_MAX
    assert ["x" * 10] == list(pieces("x" * 10, 10))
    assert "x" * 11 == "".join(pieces("x" * 11, 10))
    assert [] == list(pieces(" \n "))
