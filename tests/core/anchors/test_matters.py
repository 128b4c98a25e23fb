"""Do all spellings of a subject give one key, and different subjects different ones?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.anchors.matters import key_of, matter_of
from cortex.core.anchors.threads import thread_id


@pytest.mark.parametrize(
    "spellings",
    [
        (
            "Auth Service",
            "auth-service",
            "authService",
            "AUTH_SERVICE",
            "auth  service",
            "AuthService",
        ),
        ("Größe", "größe", "GRÖSSE", "Gro\u0308ße", "grosse"),
        ("認証サービス", " 認証サービス ", "認証サービス\u200b"),
        ("ポート", "ﾎﾟｰﾄ"),
        ("---", " --- "),
    ],
)
def test_spellings_of_one_name_have_one_key(spellings: tuple[str, ...]) -> None:
    """Case, blanks, hyphens, humps, accents and widths do not part a name from itself."""
    assert 1 == len({key_of(spelling) for spelling in spellings})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("---", "___"),
        ("認証", "認証サービス"),
        ("api.v1", "api.v2"),
        ("a" * 250 + " x", "a" * 250 + " y"),
        ("thread:fix-login", "thread:fix_login"),
    ],
)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    """Signs count, long names are not cut, and a thread is told apart by its id."""
    assert key_of(one) != key_of(other)


def test_matter_needs_both_names() -> None:
    """A subject alone, or an attribute alone, is no matter two facts can share."""
    assert matter_of("api", None) is None
    assert matter_of(None, "port") is None
    assert ("api", "port") == matter_of("API", "Port")


@given(st.text(max_size=20))
def test_key_of_a_key_is_itself(name: str) -> None:
    """A name written as its key is the same name."""
    assert key_of(name) == key_of(key_of(name))


@given(st.text(max_size=20))
def test_thread_id_of_an_id_is_itself(label: str) -> None:
    """An id can be given wherever a label can."""
    assert thread_id(label) == thread_id(thread_id(label))


@pytest.mark.parametrize(
    "label", ["Straße", "STRASSE", " straße ", "thread:Straße", "Thread: strasse"]
)
def test_spellings_of_a_thread_have_one_id(label: str) -> None:
    """Case, outer blanks and the prefix do not make another thread."""
    assert "thread:strasse" == thread_id(label)


@pytest.mark.parametrize("label", ["", "  ", "thread:", "thread: "])
def test_blank_label_names_no_thread(label: str) -> None:
    """Nothing is named by nothing."""
    assert "" == thread_id(label)
