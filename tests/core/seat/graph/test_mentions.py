"""Is a noun found by its names, and only when somebody asks about it?"""

import pytest

from cortex.core.seat.graph.mentions import asked_about, find_names, is_question, sentences
from cortex.core.text.folding import fold

NAMES: list[tuple[str, tuple[str, ...]]] = [
    ("acme labs", ("labs",)),
    ("さくら商事", ("sakura",)),
    ("acme", ("acme",)),
    ("东海", ("east",)),
    ("zoë", ("zoe",)),
    ("c++ inc", ("cpp",)),
]
NAMES = sorted(((fold(name), keys) for name, keys in NAMES), key=lambda row: -len(row[0]))


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("acme's plan", ["acme"]),
        ("ACME, please", ["acme"]),
        ("the acme-labs and Acme Labs plan", ["acme", "labs"]),
        ("acmeology and pacme and acme_x", []),
        ("我们和东海签了", ["east"]),
        ("株式会社さくら商事様", ["sakura"]),
        ("ZOË called; zoe too", ["zoe", "zoe"]),
        ("C++ Inc. pays", ["cpp"]),
    ],
)
def test_names_count_on_borders_of_words_the_longest_first(text: str, keys: list[str]) -> None:
    """A part of a word is no name, and a longer name is no shorter one; dense scripts have none."""
    assert keys == [key for one in find_names(fold(text), NAMES) for key in one.keys]


@pytest.mark.parametrize(
    ("prompt", "keys"),
    [
        ("When does Acme pay?", ["acme"]),
        ("status of acme", ["acme"]),
        ("Remind me what Acme wanted", ["acme"]),
        ("Wann zahlt Acme", ["acme"]),
        ("Erinner mich an Acme bitte", ["acme"]),
        ("¿cuándo paga Acme?", ["acme"]),
        ("东海什么时候付款", ["east"]),
        ("さくら商事の締め切りはいつですか", ["sakura"]),
        ("I meet Acme today. What is their budget?", ["acme"]),
        ("Acme sent a file.\nFix the parser.", []),
        ("Fix the Acme parser. What time is it?", []),
        ("Deploy acme now", []),
        ("What is the budget?", []),
        ("", []),
    ],
)
def test_a_noun_counts_when_a_sentence_asks_about_it(prompt: str, keys: list[str]) -> None:
    """Named and asked about, in one sentence or referred to from the next."""
    assert keys == list(asked_about(prompt, NAMES))


def test_sentences_end_where_they_end() -> None:
    """Dots of days, initials and addresses end no sentence; full-width marks do."""
    text = "Am 12. März mit J. Roe (x@a.example). Gut! 好的。はい？ Ok"
    assert ["Am 12. März mit J. Roe (x@a.example).", "Gut!", "好的。", "はい？", "Ok"] == sentences(
        text
    )
    assert [] == sentences(" \n ")


def test_a_question_needs_no_mark() -> None:
    """An opener or a cue of the language is enough; a statement is none."""
    assert is_question(fold("Wie ist der Stand"))
    assert is_question(fold("请告诉我价格"))
    assert not is_question(fold("Acme is late."))
