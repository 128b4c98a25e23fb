"""Is a forgotten statement known again in other dress, and no other one taken for it?"""

import pytest

from cortex.core.erasure.wording import (
    normal_wording,
    statements_of,
    tombstone_digest,
    without_statements,
)

PLAIN = "The gateway listens on port 8443"
KEY = bytes(32)


@pytest.mark.parametrize(
    "text",
    [
        "the gateway listens on port 8443",
        "  The  gateway\nlistens on port 8443.  ",
        "- The **gateway** listens on `port` 8443!",
        "“The gateway listens on port 8443”",
        "The gáteway listens on port 8443",
        "The gateway listens on port \uff18\uff14\uff14\uff13",
    ],
)
def test_dress_makes_no_other_statement(text: str) -> None:
    """Case, spacing, quotes, list marks, emphasis, accents and full-width digits do not matter."""
    assert normal_wording(PLAIN) == normal_wording(text)
    assert tombstone_digest(KEY, PLAIN) == tombstone_digest(KEY, text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("port 8.0", "port 80"),
        ("we write C++", "we write C"),
        ("above -5 degrees", "above 5 degrees"),
        ("use a_b", "use ab"),
        ("load > 5", "load < 5"),
        ("12:30", "1230"),
        ("🚀", "🛰"),
        ("配置 端口", "配置 端囗"),
    ],
)
def test_what_changes_the_meaning_stays(one: str, other: str) -> None:
    """Signs, a digit's dot, a minus and letters of any script tell statements apart."""
    assert normal_wording(one) != normal_wording(other)


def test_text_of_signs_is_itself() -> None:
    """Nothing but punctuation is not nothing: two such texts are not one."""
    assert ("!?", "...") == (normal_wording(" !? "), normal_wording("..."))
    assert "" == normal_wording(" \n")


def test_digest_needs_the_key() -> None:
    """Two brains name one wording differently, so a list of guesses fits one brain alone."""
    assert tombstone_digest(KEY, PLAIN) != tombstone_digest(b"\1" * 32, PLAIN)
    assert 32 == len(tombstone_digest(KEY, ""))


def test_statements_are_text_and_paragraphs() -> None:
    """Each once, without blanks around; an absent context adds nothing."""
    assert ("a", "b", "c") == statements_of("a", "b\n\na\n\n c ")
    assert ("a",) == statements_of("a", None)


def test_paragraph_is_cut_by_what_it_says() -> None:
    """Others keep their place and their spelling."""
    context = "First.\n\nThe Gateway, listens on port 8443\n\nLast"
    assert "First.\n\nLast" == without_statements(context, {normal_wording(PLAIN)})
    assert context == without_statements(context, ())
