"""Is a fact read back as it was written, and listed in the promised order?"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cortex.model.errors import NotFound
from cortex.model.facts import (
    Fact,
    FactContent,
    FactKind,
    FactStatus,
    Naming,
    Provenance,
    RetentionClass,
    Visibility,
)
from cortex.model.text import CleanText
from cortex.model.versions import FactChange
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import EVER, NOW, content, handles, insert, stored

NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
LISTS = st.lists(NAMES, max_size=3).map(tuple)
INSTANTS = st.none() | st.integers(-(2**62), 2**62)
CONTENTS = st.builds(
    FactContent,
    kind=st.sampled_from(list(FactKind)),
    type=NAMES,
    text=NAMES.map(CleanText),
    context=st.none() | NAMES.map(CleanText),
    naming=st.builds(
        Naming,
        subject=st.none() | NAMES,
        attribute=st.none() | NAMES,
        aliases=LISTS,
        paths=LISTS,
        symbols=LISTS,
        anchors=LISTS,
        thread=st.none() | NAMES,
        goal=st.none() | NAMES,
    ),
    provenance=st.builds(
        Provenance,
        source_agent=NAMES,
        source_model=st.none() | NAMES,
        confidence=st.floats(0, 1),
        trust=st.floats(0, 1),
        worktree=st.none() | NAMES,
        branch=st.none() | NAMES,
    ),
    scope_id=NAMES,
    status=st.sampled_from(list(FactStatus)),
    retention=st.sampled_from(list(RetentionClass)),
    quality=st.integers(0, 100),
    surprise=st.floats(0, 1),
    is_pinned=st.booleans(),
    valid_from_us=INSTANTS,
    valid_until_us=INSTANTS,
    expires_us=INSTANTS,
    observed_us=st.integers(-(2**62), 2**62),
    created_us=st.integers(-(2**62), 2**62),
    owner_id=st.none() | st.integers(0, 2**40),
    visibility=st.sampled_from(list(Visibility)),
    disputes_id=st.none(),
    supersedes_id=st.none(),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(new=CONTENTS)
def test_every_content_comes_back_unchanged(brain: Brain, new: FactContent) -> None:
    """Case 82: every field, to the microsecond and the last character, is read as it was written.

    Text may hold any character that can be stored: quotes, line breaks, NUL, emoji.
    """
    with brain.writing() as writer:
        fact = insert(writer, new)
    with brain.reading() as reader:
        assert fact == reader.find_fact(fact.fact_id)
    assert (new, 1 <= fact.fact_id) == (fact.content, True)


def test_fresh_fact_has_no_history(brain: Brain) -> None:
    """A new fact was changed when it was made, merged never and read never."""
    fact = stored(brain)
    assert Fact(1, content(), 1, NOW_US, 0, 0, None) == fact
    assert "decision::1" == fact.reference


def test_missing_facts_are_left_out(brain: Brain) -> None:
    """Asking for what is not there gives nothing, and asking for nothing gives nothing."""
    fact = stored(brain)
    with brain.reading() as reader:
        assert reader.find_fact(99) is None
        assert [fact] == reader.facts([99, 1, 1, -4])
        assert [] == reader.facts([])
        assert [] == reader.facts([], NOW)


def test_facts_come_in_id_order(brain: Brain) -> None:
    """The order asked for is not the order given."""
    made = [stored(brain, text=f"Fact {number}") for number in range(4)]
    with brain.reading() as reader:
        assert made == reader.facts([4, 2, 3, 1])


@pytest.mark.parametrize("batch", [1, 2, 3, 500])
def test_stream_gives_every_fact_once(brain: Brain, batch: int) -> None:
    """Streaming passes over nothing at the edge of a batch, whatever status or version."""
    made = [stored(brain, status=status) for status in FactStatus]
    with brain.writing() as writer:
        writer.rollback_to(2, NOW_US)
    with brain.reading() as reader:
        assert [fact.fact_id for fact in made] == [f.fact_id for f in reader.iter_facts(0, batch)]
        assert [3, 4] == [fact.fact_id for fact in reader.iter_facts(2, batch)]


def test_pages_meet_without_gap_or_overlap(brain: Brain) -> None:
    """Case 142: following the pages to the end gives every fact once, newest first."""
    for number in range(7):
        stored(brain, scope_id="user" if number % 2 else "project:/a/.git")
    with brain.reading() as reader:
        pages: list[int] = []
        below: int | None = None
        while page := reader.fact_page(NOW, below, 3):
            pages += [fact.fact_id for fact in page]
            below = pages[-1]
    assert [7, 6, 5, 4, 3, 2, 1] == pages


def test_limits_cut_exactly(brain: Brain) -> None:
    """A limit gives that many, one more gives one more, none gives none."""
    for _ in range(3):
        stored(brain, is_pinned=True)
    with brain.reading() as reader:
        for limit in range(5):
            assert [3, 2, 1][:limit] == reader.newest(NOW, limit)
            assert [1, 2, 3][:limit] == [fact.fact_id for fact in reader.pinned(NOW, limit)]
            assert [3, 2, 1][:limit] == [f.fact_id for f in reader.fact_page(NOW, None, limit)]


def test_newest_of_several_scopes_are_merged(brain: Brain) -> None:
    """Asking for two scopes gives the newest of both together, each once."""

    for scope_id in ("user", "folder:/a", "user", "project:/b/.git", "folder:/a"):
        stored(brain, scope_id=scope_id)
    gate = NOW._replace(scope_ids=("folder:/a", "user", "user"))
    with brain.reading() as reader:
        assert [5, 3, 2] == reader.newest(gate, 3)
        assert [5, 3, 2, 1] == reader.newest(gate, 9)


def test_matter_is_matched_exactly(brain: Brain) -> None:
    """A matter is compared as projected, whole; the names a fact shows play no part."""
    for matter in (("api", "port"), None, ("API", "port"), ("api", "ports"), ("api", "port")):
        stored(brain, handles(matter=matter), naming=Naming("api", "port"))
    with brain.reading() as reader:
        assert [1, 5] == [fact.fact_id for fact in reader.facts_about(("api", "port"), NOW)]
        assert [] == reader.facts_about(("ap", "port"), NOW)


def test_matter_follows_the_last_projection(brain: Brain) -> None:
    """Projecting a fact again replaces its matter, and clearing takes all of them."""
    fact = stored(brain, handles(matter=("api", "port")))
    with brain.writing() as writer:
        writer.project(fact, handles(matter=("web", "port")))
        assert [] == writer.facts_about(("api", "port"), NOW)
        assert [fact] == writer.facts_about(("web", "port"), NOW)
        writer.clear_projection()
        assert [] == writer.facts_about(("web", "port"), NOW)
        writer.project(fact, handles())
        assert [] == writer.facts_about(("web", "port"), NOW)


def test_change_sets_what_it_names_and_nothing_else(brain: Brain) -> None:
    """A field left open in a change stays as it was."""
    fact = stored(brain, naming=Naming(subject="api", paths=("a", "b")))
    change = FactChange(
        status=FactStatus.SUPERSEDED,
        context=CleanText("because"),
        valid_until_us=NOW_US,
        merged_count=2,
        is_pinned=True,
    )
    with brain.writing() as writer:
        version_id = writer.open_version("revise", NOW_US + 5)
        changed = writer.update_fact(fact.fact_id, change, version_id, NOW_US + 5)
        writer.close_version(version_id, fact.fact_id, "revised")
    expected = content(
        status=FactStatus.SUPERSEDED,
        context=CleanText("because"),
        valid_until_us=NOW_US,
        is_pinned=True,
        naming=Naming(subject="api", paths=("a", "b")),
    )
    assert Fact(1, expected, 1, NOW_US + 5, merged_count=2) == changed
    with brain.reading() as reader:
        assert changed == reader.find_fact(1)


def test_change_of_a_missing_fact_is_refused(brain: Brain) -> None:
    """Nothing is made by changing what is not there."""
    with pytest.raises(NotFound), brain.writing() as writer:
        writer.update_fact(9, FactChange(quality=1), 1, NOW_US)


def test_touch_adds_up_and_never_goes_back_in_time(brain: Brain) -> None:
    """Uses are counted beside the fact: no version, no change of the fact itself."""
    stored(brain)
    stored(brain)
    with brain.writing() as writer:
        writer.touch({1: 2, 2: 1, 99: 5}, 100)
    with brain.writing() as writer:
        writer.touch({1: 1}, 50)
    with brain.reading() as reader:
        found = [(f.retrievals, f.last_accessed_us, f.updated_us) for f in reader.facts([1, 2])]
        assert [(3, 100, NOW_US), (1, 100, NOW_US)] == found
        assert 2 == reader.head()


def test_figures_count_what_is_stored(brain: Brain) -> None:
    """Counts are by status and by type, with what was rolled back apart."""
    stored(brain, type="constraint")
    stored(brain, status=FactStatus.SUPERSEDED)
    stored(brain, handles([("port", 1)]))
    stored(brain, status=FactStatus.ARCHIVED)
    with brain.writing() as writer:
        writer.rollback_to(2, NOW_US)
    with brain.reading() as reader:
        figures = reader.figures()
    counts = {"active": 1, "superseded": 1, "disputed": 0, "archived": 0, "rolled_back": 2}
    assert (counts, {"constraint": 1}) == (dict(figures.facts), dict(figures.types))
    assert (2, "brain-of-a-test", 0, 1, 7) == (
        figures.head_version,
        figures.brain_id,
        figures.open_conflicts,
        figures.projection_generation,
        figures.analysis_version,
    )


def test_empty_brain_answers_every_question_with_nothing(brain: Brain) -> None:
    """A brain without a row is a brain: no read fails and none makes anything up."""
    with brain.reading() as reader:
        assert [] == [*reader.newest(EVER, 9), *reader.pinned(EVER, 9), *reader.iter_facts()]
        assert [] == [*reader.lexical_hits([("a", 1)], EVER, 9), *reader.scopes()]
        assert [] == [*reader.versions(None, 9), *reader.neighbours([1], 9)]
        assert ({}, {}) == (reader.term_frequencies(["a"]), reader.anchors_of([1]))
        assert (None, 0) == (reader.head(), reader.corpus_size())
        assert {0} == set(reader.figures().facts.values())
    assert [] == faults_of(brain)
