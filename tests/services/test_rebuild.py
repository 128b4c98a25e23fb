"""Are all handles the same after they were dropped and made again?"""

import pytest

from cortex.core.anchors.handles import handles_of
from cortex.model.anchors import AnchorKind
from cortex.model.errors import InvalidRequest
from cortex.model.facts import Naming
from cortex.model.gates import Gate, TemporalMode
from cortex.ports.brain import Brain
from cortex.services.rebuild import BATCH_FACTS_MAX, rebuild_anchors
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import DAY_US, SOLO, START_US, replaced, stored

NOW_US = START_US + DAY_US
GATE = Gate(TemporalMode.HISTORICAL, NOW_US)


def a_used_brain(brain: Brain) -> None:
    """Fill a brain with facts of every standing, some with handles their authors gave."""
    named = Naming(
        subject="payments service",
        aliases=("billing",),
        paths=("src/payments/**",),
        symbols=("Ledger.post",),
        thread="Sprint 7",
        goal="move to Postgres",
    )
    first = stored(brain, "The payments service writes to PostgreSQL", naming=named)
    replaced(brain, first, "The payments service writes to MariaDB", NOW_US, naming=named)
    stored(brain, "Ticket PAY-17 tracks the 資料庫 move")
    stored(brain, "Deploys run on Tuesdays")
    retract(brain, "4", "", SOLO, NOW_US)
    stored(brain, "This goes away")
    rollback(brain, 5, SOLO, NOW_US, is_applied=True)


def everything_found(brain: Brain) -> list[object]:
    """Ask the store every question that handles answer."""
    with brain.reading() as reader:
        facts = list(reader.iter_facts())
        ids = [fact.fact_id for fact in facts]
        handles = [handles_of(fact.content) for fact in facts]
        terms = sorted({term for found in handles for term, _ in found.terms})
        anchors = sorted({(a.kind, a.value) for found in handles for a in found.anchors})
        weighted = [(term, 100 + place) for place, term in enumerate(terms)]
        surfaces = sorted({m.surface for found in handles for m in found.mentions})
        entities = reader.entities_named(surfaces)
        entity_ids = sorted({entity for named in entities.values() for entity in named})
        return [
            reader.corpus_size(),
            reader.term_frequencies(terms),
            reader.term_presence(ids, terms),
            reader.lexical_hits(weighted, GATE, 50),
            reader.anchor_hits(anchors, GATE, 50),
            reader.path_hits(["src/payments/api.py"], GATE, 50),
            reader.anchors_of(ids),
            reader.anchor_degrees(anchors),
            entities,
            reader.entity_hits(entity_ids, GATE, 50),
            reader.neighbours(ids, 16),
            reader.words_near("p", 1, 20),
        ]


def test_everything_is_found_as_before(brain: Brain) -> None:
    """CQR A13: after a rebuild each arm gives the same answer, twice in a row."""
    a_used_brain(brain)
    before = everything_found(brain)
    for _ in range(2):
        rebuild_anchors(brain, SOLO, NOW_US, batch=2)
        assert before == everything_found(brain)


def test_handles_an_author_gave_survive(brain: Brain) -> None:
    """CQR A13: explicit paths and threads come back, because they are part of the fact."""
    a_used_brain(brain)
    rebuild_anchors(brain, SOLO, NOW_US)
    with brain.reading() as reader:
        explicit = [hit.kind for hit in reader.anchors_of([1])[1] if hit.is_explicit]
    expected = {AnchorKind.PATH, AnchorKind.SYMBOL, AnchorKind.SESSION, AnchorKind.GOAL}
    assert expected <= set(explicit)


def test_report_counts_and_the_generation_moves_on(brain: Brain) -> None:
    """The report says how many facts were done and which generation their handles are."""
    a_used_brain(brain)
    first = rebuild_anchors(brain, SOLO, NOW_US)
    second = rebuild_anchors(brain, SOLO, NOW_US)
    assert (5, 5) == (first.facts, second.facts)
    assert first.generation + 1 == second.generation
    assert first.details == second.details
    assert {"anchors", "mentions", "terms"} == set(first.details)


def test_progress_is_told_after_each_batch_and_at_the_end(brain: Brain) -> None:
    """Long work says how far it is; the last word is that all is done."""
    a_used_brain(brain)
    told: list[tuple[int, int]] = []
    rebuild_anchors(
        brain, SOLO, NOW_US, batch=2, on_progress=lambda done, total: told.append((done, total))
    )
    assert [(2, 5), (4, 5), (5, 5)] == told


def test_interrupted_rebuild_leaves_the_old_handles(brain: Brain) -> None:
    """Ctrl-C in the middle of a rebuild costs nothing but the rebuild."""
    a_used_brain(brain)
    before = everything_found(brain)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild_anchors(brain, SOLO, NOW_US, batch=2, on_progress=interrupt)
    assert before == everything_found(brain)


def test_empty_brain_is_rebuilt_too(brain: Brain) -> None:
    """With nothing to do the report says so and no progress is told."""
    told: list[int] = []
    report = rebuild_anchors(brain, SOLO, NOW_US, on_progress=lambda *counts: told.extend(counts))
    assert (0, []) == (report.facts, told)


@pytest.mark.parametrize("batch", [0, BATCH_FACTS_MAX + 1])
def test_batch_out_of_range_is_refused(brain: Brain, batch: int) -> None:
    """Memory stays bounded whatever is asked for."""
    with pytest.raises(InvalidRequest):
        rebuild_anchors(brain, SOLO, NOW_US, batch=batch)
