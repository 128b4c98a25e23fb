"""Do two backends that share no code give the same answers to anything?

Brains are made of a few terms, paths and names, so that facts meet in every way; each example is
played on both backends and every read is compared.
"""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cortex.model.anchors import AnchorKind, Handles, Mention
from cortex.model.facts import FactStatus, Naming, Visibility
from cortex.model.gates import Gate, TemporalMode
from cortex.model.versions import FactChange
from cortex.ports.brain import Brain, BrainReader, BrainWriter
from cortex.stores.sqlite import anchors, folding
from tests.contracts.brains import NOW_US, faults_of, memory_brain, sqlite_brain
from tests.contracts.deposits import anchor, content, handles, insert, path

TERMS = [f"t{number}" for number in range(8)]
PATHS = ["a", "a/b", "a/b/c.py", "a/bc", "d/e"]
SURFACES = ["auth service", "login", "pay api"]
SCOPES = ["user", "folder:/a", "project:/b/.git"]
INSTANTS = st.none() | st.integers(0, 6)

TERM_WEIGHTS = st.dictionaries(st.sampled_from(TERMS), st.integers(1, 5)).map(
    lambda weights: tuple(weights.items())
)
HANDLES = st.builds(
    lambda terms, paths, symbols, surfaces, matter: handles(
        terms,
        [*(path(*given) for given in paths), *(anchor(AnchorKind.SYMBOL, *s) for s in symbols)],
        [Mention(surface, surface[:4], "service") for surface in surfaces],
        [(term + "s", term) for term, _ in terms],
        matter,
    ),
    TERM_WEIGHTS,
    st.lists(st.tuples(st.sampled_from(PATHS), st.integers(0, 3)), max_size=3),
    st.lists(st.tuples(st.sampled_from(["f", "g"]), st.integers(1, 3)), max_size=2),
    st.lists(st.sampled_from(SURFACES), max_size=2),
    st.sampled_from([None, ("x", "y"), ("x", "z")]),
)


@dataclass(frozen=True)
class Step:
    """One thing that happens to a brain; numbers choose among the facts there are."""

    action: str
    number: int
    carried: Handles
    changes: dict[str, object]


OTHER_ACTIONS = ["project", "update", "roll back", "use", "reject", "touch"]
STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(
            ["insert"] * 5 + ["project", "update", "roll back", "use", "reject", "touch"]
        ),
        st.integers(0, 30),
        HANDLES,
        st.fixed_dictionaries(
            {
                "scope_id": st.sampled_from(SCOPES),
                "status": st.sampled_from(list(FactStatus)),
                "valid_from_us": INSTANTS,
                "valid_until_us": INSTANTS,
                "owner_id": st.none() | st.integers(1, 2),
                "visibility": st.sampled_from(list(Visibility)),
                "is_pinned": st.booleans(),
                "naming": st.builds(
                    Naming, st.sampled_from([None, "x"]), st.sampled_from([None, "y"])
                ),
            }
        ),
    ),
    max_size=14,
)
GATES = st.builds(
    Gate,
    mode=st.sampled_from(list(TemporalMode)),
    at_us=st.integers(0, 6),
    scope_ids=st.none() | st.lists(st.sampled_from(SCOPES), max_size=2).map(tuple),
    owner_id=st.none() | st.integers(1, 2),
)
WEIGHTED = st.lists(st.tuples(st.sampled_from([*TERMS, "none"]), st.integers(-1, 9)), max_size=9)


def play(writer: BrainWriter, step: Step) -> None:
    """Do one step; a step that has nothing to work on does nothing."""
    facts = list(writer.iter_facts())
    if step.action == "insert":
        insert(writer, content(**step.changes), step.carried)  # type: ignore[arg-type]  # Drawn by name.
        return
    if not facts:
        return
    fact = facts[step.number % len(facts)]
    other = facts[(step.number // 2) % len(facts)]
    if step.action == "project":
        writer.project(fact, step.carried)
    elif step.action == "update":
        version_id = writer.open_version("revise", NOW_US)
        naming = Naming(subject="x", attribute="y")
        change = FactChange(status=FactStatus.DISPUTED, quality=step.number, naming=naming)
        writer.update_fact(fact.fact_id, change, version_id, NOW_US)
        writer.close_version(version_id, fact.fact_id, "revised")
    elif step.action == "roll back":
        active = [version for version in writer.versions(None, 99) if not version.is_orphaned]
        writer.rollback_to(active[step.number % len(active)].version_id, NOW_US)
    elif step.action == "touch":
        writer.touch({fact.fact_id: 1 + step.number}, NOW_US)
    elif fact != other:
        is_rejected = step.action == "reject"
        relation = "same_path" if is_rejected else "used_with"
        writer.use_link(fact.fact_id, other.fact_id, relation, is_rejected=is_rejected)


def answers(reader: BrainReader, gate: Gate, weighted: list[tuple[str, int]]) -> dict[str, object]:
    """Ask everything a reader can be asked."""
    ids = list(range(1, 20))
    keys = [(AnchorKind.PATH, value) for value in PATHS] + [(AnchorKind.SYMBOL, "f")]
    entities = sorted({i for found in reader.entities_named(SURFACES).values() for i in found})
    given: dict[str, object] = {
        "all": list(reader.iter_facts(0, 3)),
        "facts": reader.facts(ids, gate),
        "page": reader.fact_page(gate, 6, 3),
        "newest": reader.newest(gate, 4),
        "pinned": reader.pinned(gate, 3),
        "about": reader.facts_about(("x", "y"), gate),
        "size": reader.corpus_size(),
        "frequencies": reader.term_frequencies(TERMS),
        "presence": reader.term_presence(ids, TERMS),
        "words": reader.words_near("t", 1, 3),
        "anchors": reader.anchors_of(ids),
        "degrees": reader.anchor_degrees(keys),
        "versions": [reader.versions(fact_id, 9) for fact_id in (None, 1, 2)],
        "written": reader.facts_written_by([1, 3, 4]),
        "head": reader.head(),
        "scopes": reader.scopes(),
        "counts": (dict(reader.figures().facts), dict(reader.figures().types)),
        "links": reader.neighbours(ids, 4),
    }
    for limit in (1, 3, 50):
        given[f"hits {limit}"] = reader.lexical_hits(weighted, gate, limit)
        given[f"anchor hits {limit}"] = reader.anchor_hits(keys, gate, limit)
        given[f"path hits {limit}"] = reader.path_hits(["a/b", "d/e/f"], gate, limit)
        given[f"entity hits {limit}"] = reader.entity_hits(entities, gate, limit)
    return given


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder for the brains of all examples."""
    return tmp_path_factory.mktemp("brains")


NUMBERS = count()


def pair(folder: Path) -> tuple[Brain, Brain]:
    """Make an empty brain of each backend."""
    file = folder / f"{next(NUMBERS)}.db"
    return sqlite_brain(file), memory_brain(file)


@settings(max_examples=80)
@given(steps=STEPS, gate=GATES, weighted=WEIGHTED, looked_at=st.sampled_from([1, 3, 20_000]))
def test_any_history_reads_alike(
    folder: Path, steps: list[Step], gate: Gate, weighted: list[tuple[str, int]], looked_at: int
) -> None:
    """Whatever happened, every read gives the same, in the same order, on both backends.

    Every path counts as a broad one, for which the newest facts are looked at first.
    """
    got = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(anchors, "BROAD_ANCHORS_MIN", 0)
        patched.setattr(anchors, "NEWEST_LOOKED_AT", looked_at)
        for brain in pair(folder):
            for step in steps:
                with brain.writing() as writer:
                    play(writer, step)
            with brain.reading() as reader:
                got.append(answers(reader, gate, weighted))
            brain.close()
    assert got[0] == got[1]


@settings(max_examples=25)
@given(
    corpus=st.lists(TERM_WEIGHTS, min_size=1, max_size=60),
    asked=WEIGHTED,
    limit=st.integers(0, 8),
    waiting_max=st.sampled_from([0, 1, 5, 256]),
)
def test_scores_do_not_depend_on_where_postings_are(
    folder: Path,
    corpus: list[tuple[tuple[str, int], ...]],
    asked: list[tuple[str, int]],
    limit: int,
    waiting_max: int,
) -> None:
    """Folded, waiting or half and half, the sums are those of the plain definition."""
    got = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(folding, "UNFOLDED_FACTS_MAX", waiting_max)
        for brain in pair(folder):
            for number, terms in enumerate(corpus):
                with brain.writing() as writer:
                    insert(writer, content(scope_id=SCOPES[number % 3]), handles(terms))
            with brain.reading() as reader:
                for scope_ids in (None, ("user",), ("user", "folder:/a")):
                    gate = Gate(TemporalMode.CURRENT, NOW_US, scope_ids)
                    got.append(reader.lexical_hits(asked, gate, limit))
            assert [] == faults_of(brain)
            brain.close()
    assert got[:3] == got[3:]
