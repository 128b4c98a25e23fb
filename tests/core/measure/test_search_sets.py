"""Are labelled sets for search read, and their figures counted, as the page says?"""

import json

import pytest

from cortex.core.measure.search_figures import figures_of, pool_of, with_slip
from cortex.core.measure.search_sets import read_devmem, read_locomo
from cortex.core.text.edits import is_one_slip
from cortex.model.errors import InvalidRequest
from cortex.model.search_measures import Asked, SetQuestion

TALK = [
    {
        "sample_id": "t1",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "hello"},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "look", "blip_caption": "a boat"},
            ],
            "session_2_date_time": "9:00 am on 10 May, 2023",
            "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "again"}],
            "session_3_date_time": "9:00 am on 11 May, 2023",
        },
        "qa": [
            {"question": "boat?", "evidence": ["D1:2; D:2:1"], "category": 4},
            {"question": "none?", "evidence": [], "category": 1},
            {"question": "unheard?", "evidence": ["D9:9"], "category": 5},
        ],
    }
]


def test_talks_are_read_with_sessions_speakers_and_instants() -> None:
    """Turns are in order, captions belong to them, and several ids in one string are several."""
    read = read_locomo(json.dumps(TALK), "x")
    (group,) = read.groups
    assert ["t1/D1:1", "t1/D1:2", "t1/D2:1"] == [turn.key for turn in group.turns]
    assert ["t1/1", "t1/1", "t1/2"] == [turn.session for turn in group.turns]
    assert "a boat" in group.turns[1].text
    assert 1_683_554_160_000_000 == group.turns[0].at_us < group.turns[1].at_us
    (question,) = group.questions
    assert (("t1/D1:2", "t1/D2:1"), "4 single-hop") == (question.gold, question.category)
    assert 2 == read.left_out


def test_commits_are_read_as_documents_outside_sessions() -> None:
    """Gold is the place of a document in its project; a question without one is left out."""
    text = json.dumps(
        {"p": {"docs": [{"text": "a"}, {"text": "b"}],
               "queries": [{"q": "x", "gold": [1]}, {"q": "y", "gold": []}]}}
    )  # fmt: skip
    read = read_devmem(text, "x")
    (group,) = read.groups
    assert [("p/0", ""), ("p/1", "")] == [(turn.key, turn.session) for turn in group.turns]
    assert [("p/1",)] == [question.gold for question in group.questions]
    assert 1 == read.left_out


@pytest.mark.parametrize("text", ["", "[]x", "[{}]", '{"p": 1}', "[1]", "3"])
def test_other_files_are_refused_by_name(text: str) -> None:
    """What is no such set says which file it was."""
    for reader in (read_locomo, read_devmem):
        with pytest.raises(InvalidRequest, match=r"set\.json"):
            reader(text, "set.json")


def asked(category: str = "4", keys: tuple[str, ...] = ("a", "b"), group: str = "g") -> Asked:
    """Give a question whose answer is in a and c."""
    question = SetQuestion("q", ("a", "c"), category)
    return Asked("pooled", group, question, keys, ("s2", "s1"), "q", keys[1:])


SESSIONS = {"a": "s1", "b": "s2", "c": "s1"}


def test_figures_count_documents_and_sessions() -> None:
    """Half of what answers, first place; its session second; lost with the slip."""
    figures = figures_of([asked()], SESSIONS)
    assert (0.5, 0.5, 1.0, 1.0, 0.0) == figures[1:6]
    assert (0.0, 1.0, 1.0, 0.5) == figures[6:]
    alone = figures_of([asked()], dict.fromkeys(SESSIONS, ""))
    assert (None, None, None, None) == alone[6:]


def test_pools_show_groups_categories_and_all_but_the_fifth() -> None:
    """The category about the wrong person has a line, and there is one without it."""
    pool = pool_of("pooled", 3, [asked(), asked("5 adversarial", (), "h")], SESSIONS)
    assert ["g", "h"] == [name for name, _ in pool.groups]
    assert ["4", "5 adversarial", "without 5"] == [name for name, _ in pool.categories]
    assert (0.25, 0.5) == (pool.overall.fraction_10, pool.categories[2][1].fraction_10)
    assert ["4"] == [name for name, _ in pool_of("x", 3, [asked()], SESSIONS).categories]


@pytest.mark.parametrize("text", ["which gateway listens", "Wo liegt der Anschluss", "remember it"])
def test_slip_is_one_slip_of_the_longest_word_and_the_same_each_time(text: str) -> None:
    """One word differs, by one edit, and never its first letter."""
    slipped = with_slip(text)
    assert slipped == with_slip(text)
    (pair,) = [
        pair for pair in zip(text.split(), slipped.split(), strict=True) if pair[0] != pair[1]
    ]
    assert is_one_slip(*pair)
    assert max(map(len, text.split())) == len(pair[0])


def test_question_without_a_long_word_stays() -> None:
    """There is nothing to slip on."""
    assert "is it up?" == with_slip("is it up?")
