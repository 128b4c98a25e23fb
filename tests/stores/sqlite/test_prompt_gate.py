"""Does the quick look never refuse a question that the full recall would answer?

Brains and questions are made at random, by seed: shared words, names, kinds of things, errors,
slips of the finger, taught links, other scopes, superseded facts.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.core.brief import plain
from cortex.core.brief.plain import read_plain, weigh
from cortex.core.query import units as full
from cortex.core.query.frame import read_question
from cortex.core.recall import quorum
from cortex.core.text import readings
from cortex.core.text.edits import is_one_slip
from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.facts import Naming
from cortex.model.links import LinkRelation
from cortex.model.receipts import Durability
from cortex.model.scopes import Scope
from cortex.ports.brain import Brain
from cortex.services import evidence
from cortex.services.evidence import weighed_units
from cortex.services.prompt_brief import prompt_question
from cortex.services.recall import Asker, admitted_cards, judge_question
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.sqlite.looking import Look
from cortex.stores.sqlite.prompt_gate import Index
from cortex.stores.system.locks import WriteQueue
from tests.services.factory import DAY_US, SCOPE_ID, START_US, replaced, stored

SEEDS = range(16)
QUESTIONS = 60
HERE = Scope(SCOPE_ID, "demo", "/srv/demo", "main", ("user",))
WORDS = (
    "gateway port deploy release cache redis login auth service worker queue payment billing "
    "token session schema migration index search rollout logs trace timeout retry limit proxy "
    "server database canary ring window friday morning review owner team quota budget error "
    "about explain handle step change important "
    "staging production secret rotate backup restore replica shard leader follower latency"
).split()
GLUE = "the of a is in on for with what which how do we and it's don't our".split()
ASKING = "about explain handle step change important 42".split()
NAMES = (
    "Mara Voss",
    "Mara Voss",
    "Atlas",
    "API",
    "ERROR",
    "Kafka",
    "GraphQL",
    "Oslo",
    "PostgreSQL",
)
NOW_US = START_US + DAY_US


@pytest.fixture
def brain(tmp_path: Path) -> Iterator[Brain]:
    """Give an empty brain in a real file."""
    path = str(tmp_path / "cortex.db")
    opening = Opening(START_US, "brain-of-a-test", ANALYSIS_VERSION, Durability.FAST)
    opened = open_brain(path, WriteQueue(f"{path}.queue", 5.0), opening)
    yield opened
    opened.close()


def statement(chance: random.Random) -> str:
    """Give a sentence of a few words, names and numbers."""
    words = chance.sample(WORDS, chance.randint(2, 7)) + chance.sample(GLUE, 3)
    if chance.random() < 0.4:
        words.append(chance.choice(NAMES))
    if chance.random() < 0.2:
        words.append(str(chance.randint(1, 9000)))
    chance.shuffle(words)
    return " ".join(words).capitalize() + "."


def asked(chance: random.Random) -> str:
    """Give a prompt of plain words: known and unknown ones, slips, capitals, marks."""
    if chance.random() < 0.15:
        return " ".join([*chance.sample(ASKING, chance.randint(1, 3)), "what", "is"])
    words = chance.sample(WORDS, chance.randint(1, 4)) + chance.sample(GLUE, chance.randint(1, 5))
    words += chance.sample(["kitchen", "zebra", "sunlight", "poem", "waterfall"], 2)
    for _ in range(chance.randint(0, 2)):
        words.append(slip(chance, chance.choice(WORDS)))
    if chance.random() < 0.2:
        words.append(str(chance.randint(1, 9000)))
    chance.shuffle(words)
    shown = [chance.choice([word, word.capitalize(), word.upper()]) for word in words]
    if chance.random() < 0.4:
        shown += [slip(chance, part) for part in chance.choice(NAMES).split()]
    if chance.random() < 0.3:
        shown += chance.choice(NAMES).split()
    return " ".join(f"{word}{chance.choice(['', '', ',', '?', '...'])}" for word in shown)


def slip(chance: random.Random, word: str) -> str:
    """Give a word with one slip of the finger."""
    at = chance.randrange(1, len(word))
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    return chance.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
        ]
    )


def fill(brain: Brain, chance: random.Random, *, is_taught: bool) -> list[str]:
    """Keep some facts, here and elsewhere; replace some, name things, teach a link."""
    texts = [statement(chance) for _ in range(chance.choice([3, 30, 160]))]
    for place, text in enumerate(texts):
        now_us = START_US + place
        subject = chance.choice(
            [None, None, None, f"{chance.choice(WORDS)} service", "Mara Voss", "Kafka"]
        )
        fact = stored(
            brain,
            text,
            now_us,
            scope_id=chance.choice(["user", HERE.scope_id, "project:/srv/other/.git"]),
            naming=Naming(subject=subject),
        )
        if chance.random() < 0.1:
            replaced(brain, fact, statement(chance), now_us, scope_id=fact.content.scope_id)
    if is_taught:
        low, high = sorted(chance.sample(range(1, len(texts) + 1), 2))
        with brain.writing() as writer:
            writer.learning.switch(is_on=True)
            writer.use_link(low, high, LinkRelation.USED_WITH, is_rejected=False)
    return texts


def admitted(brain: Brain, text: str) -> list[str]:
    """Give the references that the full recall admits here."""
    asker = Asker(HERE, HERE.visible_ids, None, NOW_US)
    with brain.reading() as reader:
        verdict = judge_question(reader, prompt_question(text), asker)
        return [card.fact.reference for card in admitted_cards(reader, verdict, asker)]


def test_constants_are_those_of_the_full_recall() -> None:
    """What is written twice, so that a hook need not load it, is the same."""
    assert plain.BACKGROUND_FACTS == full.BACKGROUND_FACTS
    assert plain.UNSEEN_FREQUENCY == full.UNSEEN_FREQUENCY
    assert plain.GENERIC_SHARE == full.GENERIC_SHARE
    assert plain.NUMBER_SHARE == full.NUMBER_SHARE
    assert plain.VARIANT_STRENGTH == full.VARIANT_STRENGTH
    assert plain.MATE_STRENGTH == full.MATE_STRENGTH
    assert plain.SLIP_STRENGTH == full.SLIP_STRENGTH
    assert plain.WHOLE == full.WHOLE
    assert plain.FLOOR_PERMILLE == min(quorum.FLOOR_PERMILLE, quorum.PAIR_PERMILLE)
    assert plain.FLOOR_PERMILLE <= quorum.LONE_PERMILLE
    assert plain.SLIP_LENGTH_MIN == evidence.SLIP_LENGTH_MIN
    assert plain.TERM_CHARS_MAX == readings.TERM_CHARS_MAX


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_refused_has_no_answer(brain: Brain, tmp_path: Path, seed: int) -> None:
    """A plain question that the look refuses is one for which the recall admits nothing."""
    chance = random.Random(seed)
    texts = fill(brain, chance, is_taught=seed % 3 == 0)
    questions = [asked(chance) for _ in range(QUESTIONS)]
    questions += [chance.choice(texts) for _ in range(5)]
    refused = 0
    for text in questions:
        question = read_plain(text)
        if question is None:
            continue
        look = Look(str(tmp_path / "cortex.db"), 100, lambda: False)
        try:
            may = look.may_answer(question, HERE.visible_ids)
        finally:
            look.close()
        refused += not may
        assert may or [] == admitted(brain, text), text
    assert seed % 3 == 0 or refused > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_units_and_weights_are_those_of_the_full_recall(
    brain: Brain, tmp_path: Path, seed: int
) -> None:
    """Every plain question has the same units, terms and weights on both ways."""
    chance = random.Random(seed)
    texts = fill(brain, chance, is_taught=False)
    for text in [*[asked(chance) for _ in range(20)], *texts[:10], " ".join(WORDS)]:
        question = read_plain(text)
        if question is None:
            continue
        with brain.reading() as reader:
            want, size = weighed_units(reader, read_question(prompt_question(text)).units)
        look = Look(str(tmp_path / "cortex.db"), 100, lambda: False)
        try:
            index = Index(look.connection)
            known = index.learn(question.units)
            weigh(question.units, known, index.corpus_size())
            assert size == index.corpus_size()
        finally:
            look.close()
        assert [(unit.terms, unit.weight) for unit in want] == [
            (tuple(unit.terms), unit.weight) for unit in question.units
        ], text


@pytest.mark.parametrize("seed", SEEDS)
def test_slips_are_found_by_the_index(brain: Brain, tmp_path: Path, seed: int) -> None:
    """The words one slip away are those that comparing with every word gives."""
    chance = random.Random(seed)
    fill(brain, chance, is_taught=False)
    stored(brain, "Das Café übt größer, naïve Größe; cafés; 😀")
    look = Look(str(tmp_path / "cortex.db"), 100, lambda: False)
    try:
        words = {str(word) for (word,) in look.connection.execute("SELECT word FROM words")}
        index = Index(look.connection)
        for word in [*words][:40]:
            for _ in range(3):
                wrong = slip(chance, word) if len(word) > 1 else "gatewey"
                if len(wrong) >= plain.SLIP_LENGTH_MIN:
                    assert {one for one in words if is_one_slip(wrong, one)} == set(
                        index.near(wrong)
                    )
    finally:
        look.close()


@pytest.mark.parametrize(
    "text",
    [
        "look at src/app.py",
        "the café is closed",
        "what about OPS-3",
        "fix user_id",
        "call run() now",
        "the history of this port",
        "previous versions of it",
        "see ERROR there",
        "so-called friends",
        "and so on",
        "rock'n'roll",
        "",
        "... ?!",
    ],
)
def test_other_texts_are_asked_in_full(text: str) -> None:
    """A text that is not surely made of plain words is given up on."""
    assert read_plain(text) is None


def test_long_text_is_heard_as_far_as_the_full_recall_hears_it() -> None:
    """Beyond the bytes and units of a question nothing is read; beyond the words it is given up."""
    text = " ".join(f"{word}{number}" for word in WORDS for number in [""])
    question = read_plain(text)
    assert question is not None
    want = read_question(prompt_question(text)).units
    assert [unit.terms for unit in want] == [tuple(unit.terms) for unit in question.units]
    assert read_plain(" ".join(["gateway"] * plain.WORDS_MAX)) is not None
    assert read_plain(" ".join(["gateway"] * (plain.WORDS_MAX + 1))) is None
