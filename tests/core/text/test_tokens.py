"""Are words, identifiers and names found by whoever writes them another way?"""

import pytest
from hypothesis import given

from cortex.core.text.tokens import index_terms, query_words, words
from tests.core.text.budget import cpu_budget, repeated
from tests.core.text.samples import any_text


def terms(text: str) -> set[str]:
    return set(index_terms(text))


def asked(question: str) -> set[str]:
    return {
        term
        for word in query_words(question)
        for term in (*word.parts, *((word.whole,) if word.whole else ()))
    }


def finds(question: str, text: str) -> bool:
    return bool(asked(question) & terms(text))


def finds_all(question: str, text: str) -> bool:
    return asked(question) <= terms(text)


@given(any_text)
def test_every_text_has_words_at_their_offsets(text: str) -> None:
    """Case 76: no text fails, words follow one another, and each stands where it says."""
    end = 0
    for word in words(text):
        assert word.surface == text[word.start : word.end]
        assert end <= word.start < word.end
        end = word.end
        assert word.is_stop == (not word.parts and word.whole is None)


@given(any_text)
def test_a_text_is_found_by_itself(text: str) -> None:
    """Whatever a text asks for when it is a question, it is stored under."""
    assert finds_all(text, text)


@pytest.mark.parametrize(
    ("text", "parts", "whole"),
    [
        ("getUserById", ("get", "user", "id", "getuserbyid"), "=getuserbyid"),
        ("HTTPServer", ("http", "server", "httpserver"), "=httpserver"),
        ("XMLHttpRequest", ("xml", "http", "request", "xmlhttprequest"), "=xmlhttprequest"),
        ("user_id", ("user", "id"), "=user_id"),
        ("__init__", ("init",), "=__init__"),
        ("_cache", ("cach",), "=_cache"),
        ("kebab-case", ("kebab", "case"), "=kebab-case"),
        ("os.path.join", ("os", "path", "join"), "=os.path.join"),
        ("std::vector", ("std", "vector"), "=std::vector"),
        ("--dry-run", ("dry", "run"), "=dry-run"),
        ("--force", ("forc",), "=force"),
        (".env", ("env",), "=.env"),
        (".NET", ("net",), "=.net"),
        ("C++", ("c++",), None),
        ("C#", ("c#",), None),
        ("C++17", ("c++", "17"), "=c++17"),
        ("Node.js", ("node", "js"), "=node.js"),
        ("@scope/pkg", ("scope", "pkg"), "=scope/pkg"),
        ("sha256", ("sha", "256"), "=sha256"),
        ("k8s", ("k8s",), None),
        ("3f2a9bc1", ("3f2a9bc1",), None),
        ("1234abc", ("1234abc",), None),  # A short hash, no number with a unit.
        ("R&D", ("r", "d"), "=r&d"),
        ("what-if", (), "=what-if"),
        ("~/.bashrc", ("bashrc",), "=.bashrc"),
        ("/etc/hosts", ("host",), "=etc/hosts"),
    ],
)
def test_an_identifier_is_split_and_found_whole(
    text: str, parts: tuple[str, ...], whole: str | None
) -> None:
    """An identifier gives its words and, when it has more than one, itself in one piece."""
    (word,) = words(text)
    assert ("identifier", parts, whole) == (word.kind, word.parts, word.whole)


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("src/cortex/core/tokens.py", {"=tokens.py"}),
        ("tests/test_a.py::test_one", {"=test_a.py", "=test_one"}),
        ("UserService.getById", {"=userservice", "=getbyid"}),
        ("C:\\Users\\me\\run-it.ps1", {"=run-it.ps1"}),
        ("me.too@example.com", {"=me.too", "=example.com"}),
        ("https://docs.example.org/a/re.html?x=1", {"=docs.example.org", "=re.html"}),
    ],
)
def test_a_compound_inside_a_compound_is_found_whole(text: str, inner: set[str]) -> None:
    """A file is found by its name wherever its path starts; a host by its name in any address."""
    assert inner <= terms(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(getUserById).", "getUserById"),
        ('"user_id",', "user_id"),
        ("`os.path`:", "os.path"),
        ("see https://example.com/a.", "https://example.com/a"),
        ("**bold**", "bold"),
        ("[link](x)", "link"),
        ("Mara's", "Mara"),
        ("Mara\u2019s", "Mara"),
        ("users'", "users"),
    ],
)
def test_punctuation_around_a_word_is_not_part_of_it(text: str, expected: str) -> None:
    """Quotes, brackets, full stops and a possessive ending stay outside."""
    assert expected in [word.surface for word in words(text)]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("cafe", "Café in the Đường Nguyễn"),
        ("café", "CAFE"),
        ("nguyen", "Nguyễn"),
        ("resume", "résumés"),
        ("strasse", "Straße"),
        ("елка", "ёлка"),
        ("αθηνα", "Αθήνα"),
        ("file", "\ufb01le"),
        ("port", "\uff50\uff4f\uff52\uff54"),
        ("fiancee", "fiance\u0301e"),
        ("محمد", "مُحَمَّد"),
        ("caching", "the cache"),
        ("children", "one child"),
        ("went", "it goes"),
        ("github", "GitHub"),
        ("api", "our APIs"),
        ("user id", "getUserById"),
        ("get_user", "getUser"),
        ("v1.2.3", "release 1.2.3"),
        ("python 3.11", "python3.11"),
        ("co2", "CO\u2082"),
        ("can't connect", "connection"),
        ("amour", "l'amour"),
        ("foobar", "foo\u200bbar"),
    ],
)
def test_another_spelling_finds_the_word(question: str, text: str) -> None:
    """Case, accents, width, inflection and invisible characters never hide a word."""
    assert finds(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("search", "research"),
        ("log", "catalog"),
        ("port 80", "8080"),
        ("c", "C++"),
        ("may", "might"),
        ("1.2", "1.2.3"),
        ("ăn", "an apple"),
    ],
)
def test_a_word_inside_another_is_not_found(question: str, text: str) -> None:
    """CQR 2.3: words match as wholes, never as substrings."""
    assert not finds(question, text)


def test_a_path_in_a_question_finds_the_path() -> None:
    """case 61: slashes in a question are no syntax."""
    assert finds_all("Downloads/transcripts", "moved to Downloads/transcripts yesterday")


def test_an_apostrophe_in_a_question_is_no_syntax() -> None:
    """case 62: the negation is a stop word, the rest is looked up."""
    assert ["use", "agents"] == [word.surface for word in query_words("don't use agents")]
    assert finds("don't use agents", "We do not use agents here")


@pytest.mark.parametrize(
    ("question", "text"),
    [("session-recall", "session-recalls"), ("CLAUDE.m", "CLAUDE.md"), ("CLAUDE.md", "CLAUDE.m")],
)
def test_a_compound_is_also_found_by_its_beginning(question: str, text: str) -> None:
    """case 64: the parts of a dotted or hyphenated name find it when the whole does not."""
    assert finds(question, text)


def test_a_file_name_finds_the_file() -> None:
    """case 65: a dot in a question is no syntax, and the whole name matches in a longer path."""
    assert finds_all("current.md", "see docs/current.md")


@pytest.mark.parametrize(
    "text", ["", " ", "\u200b", "\x00", "\ud83d", "...", "——", "\ufeff \u00ad"]
)
def test_a_text_without_words_has_no_terms(text: str) -> None:
    """case 124: empty, blank, invisible and unencodable texts are empty, not an error."""
    assert ((), (), {}) == (words(text), query_words(text), index_terms(text))


def test_emoji_alone_are_terms() -> None:
    """case 124: a text of emoji is found by them; joiners and skin tones do not matter."""
    assert {"🎉": 2, "✅": 1} == index_terms("🎉🎉 ✅")
    assert finds("👍", "👍\U0001f3fd")
    assert finds("👩", "👨\u200d👩\u200d👧")


def test_controls_and_lone_surrogates_separate_words() -> None:
    """case 76: what cannot be stored is no part of any term."""
    assert ["left", "right", "end"] == [w.surface for w in words("left\x00right\ud83dend")]


def test_stop_words_are_words_without_terms() -> None:
    """Function words keep their place in the text and find nothing."""
    found = words("The port is not open")
    assert [True, False, True, True, False] == [word.is_stop for word in found]
    assert ["port", "open"] == [word.surface for word in query_words("The port is not open")]
    assert {"port": 1, "open": 1} == index_terms("The port is not open")


def test_a_question_of_stop_words_asks_for_them() -> None:
    """When nothing else is said, stop words are looked up, and a text of them alone has them."""
    assert ["the", "who"] == [part for word in query_words("The Who") for part in word.parts]
    assert finds_all("The Who", "the who")


@pytest.mark.parametrize(
    "text", ["don't", "they've", "it's", "can\u2019t", "I'm", "and/or", "e.g."]
)
def test_a_contraction_is_a_stop_word(text: str) -> None:
    """Contracted verbs and negations carry no subject, whichever apostrophe is typed."""
    assert [True] == [word.is_stop for word in words(text)]


def test_terms_are_counted_in_text_order() -> None:
    """Counts are term frequencies; order is first appearance, so the same text gives same bytes."""
    assert [("cach", 2), ("key", 1)] == list(index_terms("cache, key, caching").items())


def test_a_remembered_chunk_reads_like_a_new_one() -> None:
    """The cache changes no answer: the same chunk twice, and one too long to be remembered."""
    long = "get_user_by_name_and_return_the_whole_record_with_history"
    assert 2 * index_terms(long)["=" + long] == index_terms(f"{long} {long}")["=" + long]
    assert index_terms("user_id user_id")["=user_id"] == 2 * index_terms("user_id")["=user_id"]


def test_a_term_has_a_bounded_length() -> None:
    """A token beyond the limit is cut alike in text and question, so it still finds itself."""
    token = "a" * 5000
    assert [128] == [len(term) for term in terms(token)]
    assert finds_all(token, token)


@pytest.mark.parametrize(
    "unit",
    ["/", "a/", "a.", "a-", "http://", "aB", "1,234", "1.", "数", "a'", "a\u200b", "\u0301", "a::",
     "1.2.3-", "a+", "~/", "../", "a_", "10:10:", "$", "--", "\\"],
)  # fmt: skip
def test_no_text_takes_more_than_linear_time(unit: str) -> None:
    """A hostile text without white space is read in time proportional to its length."""
    with cpu_budget():
        words(repeated(unit))
        query_words(repeated(unit))
