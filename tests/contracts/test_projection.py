"""Are handles replaced whole, and are they the same after a rebuild?"""

from collections.abc import Callable

import pytest

from cortex.model.anchors import AnchorKind, Handles, Mention
from cortex.ports.brain import Brain, BrainReader
from tests.contracts.brains import faults_of
from tests.contracts.deposits import EVER, anchor, content, handles, insert, path, stored

AUTH = Mention("auth service", "auth", "service")
FIRST = handles(
    [("port", 10), ("open", 20)],
    [path("src/app.py"), anchor(AnchorKind.SYMBOL, "parse")],
    [AUTH],
    [("ports", "port")],
)
SECOND = handles(
    [("shut", 5)], [path("doc")], [Mention("pay api", "pay", "api")], [("shut", "shut")]
)


def answers(reader: BrainReader) -> dict[str, object]:
    """Ask everything that handles answer."""
    terms = ["port", "open", "shut", *(f"term{number}" for number in range(12))]
    anchors = [
        (AnchorKind.PATH, "src/app.py"),
        (AnchorKind.PATH, "doc"),
        (AnchorKind.SYMBOL, "parse"),
    ]
    named = reader.entities_named(["auth service", "pay api"])
    ids = [entity_id for found in named.values() for entity_id in found]
    return {
        "size": reader.corpus_size(),
        "frequencies": reader.term_frequencies(terms),
        "words": reader.words_near("", 1, 20),
        "hits": reader.lexical_hits([(term, 3 + at) for at, term in enumerate(terms)], EVER, 50),
        "presence": reader.term_presence(range(1, 400), terms),
        "anchors": reader.anchors_of(range(1, 400)),
        "anchor_hits": reader.anchor_hits(anchors, EVER, 50),
        "path_hits": reader.path_hits(["src", "doc/a"], EVER, 50),
        "degrees": reader.anchor_degrees(anchors),
        "named": named,
        "aliases": reader.aliases_near("", 1, 20),
        "entity_hits": reader.entity_hits(ids, EVER, 50),
        "links": reader.neighbours([1, 5, 6, 7, 100, 250, 320], 16),
    }


def rebuilt(brain: Brain, projected: dict[int, Handles]) -> dict[str, object]:
    """Drop every handle, project every fact again in id order, and ask."""
    with brain.writing() as writer:
        writer.clear_projection()
        for fact in writer.iter_facts():
            writer.project(fact, projected[fact.fact_id])
    with brain.reading() as reader:
        return answers(reader)


def test_projecting_again_replaces_everything(brain: Brain) -> None:
    """Nothing is left that only the earlier handles had: no word, no alias, no count."""
    fact = stored(brain, FIRST)
    with brain.writing() as writer:
        writer.project(fact, SECOND)
    with brain.reading() as reader:
        got = answers(reader)
    alone = rebuilt(brain, {1: SECOND})
    assert alone == got
    assert ({"shut": 1}, [("shut", "shut")], ["pay api"]) == (
        got["frequencies"],
        got["words"],
        got["aliases"],
    )
    assert [] == faults_of(brain)


def test_projecting_the_same_again_changes_nothing(brain: Brain) -> None:
    """Once or three times, the answers are the same."""
    fact = stored(brain, FIRST)
    with brain.reading() as reader:
        once = answers(reader)
    for _ in range(2):
        with brain.writing() as writer:
            writer.project(fact, FIRST)
    with brain.reading() as reader:
        assert once == answers(reader)


def test_shared_names_stay_while_somebody_uses_them(brain: Brain) -> None:
    """Taking a word, anchor or alias from one of two facts leaves it to the other."""
    first, second = stored(brain, FIRST), stored(brain, FIRST)
    with brain.writing() as writer:
        writer.project(first, handles())
    with brain.reading() as reader:
        assert [("ports", "port")] == reader.words_near("p", 1, 9)
        assert ["auth service"] == reader.aliases_near("a", 1, 20)
        assert {"port": 1} == reader.term_frequencies(["port"])
        assert [second.fact_id] == list(reader.anchors_of([1, 2]))


def varied(number: int) -> Handles:
    """Give handles that overlap with those of other numbers in many ways."""
    terms = [(f"term{at}", 1 + (number * at) % 4095) for at in range(12) if number % (at + 2) == 0]
    return handles(
        terms,
        [
            path(f"src/m{number % 7}/f{number % 50}.py"),
            path(f"src/m{number % 7}", 2),
            anchor(AnchorKind.SYMBOL, f"fn{number % 11}", 1 + number % 3),
        ],
        [Mention(f"auth{number % 3} service", "auth", "service")] if number % 2 else [],
        [(f"{term}s", term) for term, _ in terms],
    )


@pytest.mark.parametrize("order", [lambda ids: ids, lambda ids: ids[::-1]], ids=["up", "down"])
def test_rebuild_gives_the_same_answers(
    brain: Brain, order: Callable[[list[int]], list[int]]
) -> None:
    """CQR A13: dropped and projected again, every read is what it was, whatever the history.

    Enough facts that a store which gathers postings has gathered them, and facts projected again
    out of order, with other handles and back.
    """
    projected = {number: varied(number) for number in range(1, 321)}
    with brain.writing() as writer:
        for number, carried in projected.items():
            insert(writer, content(f"Fact {number}"), carried)
    for changed in (5, 100, 320, 7, 6):
        projected[changed] = varied(changed * 3)
    for number in order([5, 6, 7, 100, 320, 250]):
        with brain.writing() as writer:
            fact = writer.facts([number])[0]
            writer.project(fact, SECOND)
            writer.project(fact, projected[number])
    with brain.reading() as reader:
        before = answers(reader)
        generation = reader.figures().projection_generation
    assert before == rebuilt(brain, projected)
    with brain.reading() as reader:
        assert generation + 1 == reader.figures().projection_generation
    assert [] == faults_of(brain)


def test_clearing_keeps_what_people_taught(brain: Brain) -> None:
    """Used and rejected links are canonical; handles are gone until they are made again."""
    shared = handles([("port", 1)], [path("a/b")])
    stored(brain, shared)
    stored(brain, shared)
    stored(brain, shared)
    with brain.writing() as writer:
        writer.use_link(1, 2, "used_with", is_rejected=False)
        writer.use_link(1, 3, "same_path", is_rejected=True)
        writer.clear_projection()
        assert ["used_with"] == [link.relation for link in writer.neighbours([1], 9)]
        assert (0, {}) == (writer.corpus_size(), writer.term_frequencies(["port"]))
        for fact in writer.iter_facts():
            writer.project(fact, shared)
        assert [("same_path", 2), ("used_with", 2)] == [
            (link.relation, link.high_fact_id) for link in writer.neighbours([1], 9)
        ]


def test_interrupted_rebuild_leaves_the_old_handles(brain: Brain) -> None:
    """A rebuild that does not come to its end was never begun."""
    stored(brain, FIRST)
    with brain.reading() as reader:
        before = answers(reader)

    def stopped() -> None:
        with brain.writing() as writer:
            writer.clear_projection()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    with brain.reading() as reader:
        assert before == answers(reader)
        assert 1 == reader.figures().projection_generation
