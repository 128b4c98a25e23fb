"""Is what we measure on the same everywhere, and shaped like text?"""

from collections import Counter
from itertools import islice

from tools.bench.corpus import FACT_WORDS, FUNCTION_WORDS, QUESTION_WORDS, Corpus


def first_facts(count: int, seed: int = 1) -> list[str]:
    """Give the first facts of a corpus."""
    return list(islice(Corpus(seed).facts(), count))


def test_the_same_seed_gives_the_same_facts() -> None:
    """Two corpora of one seed agree, however many facts are taken, and another seed differs."""
    assert first_facts(5) == first_facts(9)[:5]
    assert first_facts(5) != first_facts(5, seed=2)


def test_a_fact_has_its_words_and_is_one_sentence() -> None:
    """Sixty words, a full stop, and two names among them."""
    for fact in first_facts(50):
        assert FACT_WORDS == len(fact.split())
        assert fact.endswith(".")


def test_words_follow_a_law_like_language() -> None:
    """Few words make up much of the text, and many occur once."""
    counts = Counter(word.lower() for fact in first_facts(300) for word in fact.split())
    total = sum(counts.values())
    frequent = sum(count for _, count in counts.most_common(100))
    assert 0.3 < frequent / total < 0.7
    assert sum(count == 1 for count in counts.values()) > len(counts) / 3


def test_questions_are_parts_of_facts() -> None:
    """Twelve words in the order of one fact, and the same questions every time."""
    facts = first_facts(20)
    corpus = Corpus(1)
    asked = corpus.questions(facts, 10)
    assert asked == corpus.questions(facts, 10)
    for question in asked:
        words = question.text.rstrip("?")
        assert QUESTION_WORDS == len(words.split())
        assert any(words in fact for fact in facts)
        assert not {word.lower() for word in question.content_words} & set(FUNCTION_WORDS)
