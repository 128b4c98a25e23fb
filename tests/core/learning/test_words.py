"""Which words does a question gain, and what is remembered of it?"""

import pytest

from cortex.core.learning.bridges import doc_terms, pairs, telling, widening
from cortex.core.learning.questions import is_like, memorable_terms, signature_of
from cortex.model.learning import Bridge, RememberedQuestion


def remembered(*terms: str) -> RememberedQuestion:
    """Give a question that helped once."""
    return RememberedQuestion("s", terms, 1, 1, 0, 0)


@pytest.mark.parametrize(
    "other", ["Which PORT  is it?", " which port is it? ", "which\nport is it?"]
)
def test_case_and_spacing_make_no_other_question(other: str) -> None:
    """The signature of a question is that of its folded words."""
    assert signature_of("Which port is it?") == signature_of(other)
    assert signature_of("Which port is it?") != signature_of("Which host is it?")


def test_only_telling_terms_are_remembered() -> None:
    """Stop words and asking words are left out, in any script."""
    assert ("gateway", "port") == memorable_terms("which port does the gateway use?")
    assert () == memorable_terms("??")
    assert memorable_terms("Welchen Anschluss nutzt das Tor?")
    assert memorable_terms("网关用哪个端口")


@pytest.mark.parametrize(
    "text",
    [
        "why does ghp_0123456789abcdefghijABCDEFGHIJ012345 fail?",
        "is <private>the merger</private> known?",
    ],
)
def test_a_question_with_a_secret_is_not_remembered(text: str) -> None:
    """Nothing of it is kept, not even its other words."""
    assert () == memorable_terms(text)


def test_like_questions_share_half_of_all_their_terms() -> None:
    """Two of four is alike, one of four is not, and nothing is like nothing."""
    assert is_like(("a", "b", "c"), remembered("a", "b", "d"))
    assert not is_like(("a", "b"), remembered("a", "c", "d"))
    assert not is_like((), remembered())


def test_a_bridge_leads_to_telling_rare_words_not_asked() -> None:
    """Eight words a fact, the rarest first; digits, letters and asking words lead nowhere."""
    frequencies = {f"w{n}": n for n in range(12)}
    found = doc_terms([*frequencies, "get", "8443", "x", "w1"], ("w0",), frequencies)
    assert ("w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8") == found


def test_one_report_joins_eight_words_with_eight_of_each_fact() -> None:
    """The pairs are sorted, each once, however many facts hold the word."""
    asked = [f"q{n}" for n in range(10)]
    answered = [[f"d{n}" for n in range(10)], ["d0", "e0"]]
    joined = pairs(asked, answered, {})
    assert 8 * 9 == len(joined)
    assert sorted(set(joined)) == list(joined)


def test_a_question_gains_bridged_words_before_those_of_like_questions() -> None:
    """At most sixteen, none that is heard already, none of an unlike question."""
    bridges = [Bridge("ship", "train", 3, 0, 0), Bridge("ship", "gateway", 2, 0, 0)]
    like = remembered("deploy", "gateway", "ship")
    gained = widening(("gateway", "ship"), ("gateway", "ship"), bridges, [like, remembered("x")])
    assert ("train", "deploy") == gained
    many = [Bridge("ship", f"w{n:02}", 2, 0, 0) for n in range(20)]
    assert 16 == len(widening(("ship",), ("ship",), many, []))


def test_a_common_word_is_not_gained() -> None:
    """A word of no fact, or of more than four facts and one in fifty, tells nothing."""
    frequencies = {"rare": 4, "common": 5, "usual": 20}
    assert ("rare",) == telling(("none", "rare", "common"), frequencies, 100)
    assert ("rare", "common", "usual") == telling(("rare", "common", "usual"), frequencies, 1000)
