"""Do the brain and the bare index grow together, through the shipped ways?"""

from pathlib import Path

from cortex.model.questions import Question
from tools.bench.__main__ import MIDDLE, measure_size
from tools.bench.figures import Verdict
from tools.bench.samples import Sample
from tools.bench.site import CALLER, PLACE, Site
from tools.bench.writing import disk


def test_brain_and_index_hold_the_same_facts(tmp_path: Path) -> None:
    """What is loaded is found in both, and growing again adds only what is missing."""
    with Site(tmp_path, lambda _: None) as site:
        assert 1 == len(site.grow(30).values)
        site.grow(32)
        assert 32 == len(site.facts)
        question = site.corpus.questions(site.facts, 1)[0]
        view = site.house.query(Question(question.text), PLACE, CALLER)
        assert 32 == view.coverage.corpus_size
        rows = site.plain.ask(question.content_words)
        words = question.text.rstrip("?")
        source = next(n for n, fact in enumerate(site.facts, start=1) if words in fact)
        assert source in rows
        assert f"decision::{source}" in [card.fact.reference for card in view.cards]


def test_disk_is_measured_with_the_log_written_back(tmp_path: Path) -> None:
    """The file alone counts, and the text is what was said."""
    with Site(tmp_path, lambda _: None) as site:
        site.grow(50)
        figure = disk(site)
        assert figure.reference is not None
        said = sum(len(text.encode()) for text in site.facts) / 2**20
        assert said == figure.reference[1].median
        assert figure.ratio is not None
        assert 1 < figure.ratio
        assert 0 == (tmp_path / "cortex.db-wal").stat().st_size


def test_a_size_that_takes_too_long_to_load_is_said_to_be_left_out(tmp_path: Path) -> None:
    """Nothing is loaded, the figure is not measured, and the note says how long it would take."""
    with Site(tmp_path, lambda _: None) as site:
        slow = Sample((100.0,), "facts/s")
        (figure,), rates = measure_size(site, MIDDLE, slow)
        assert Verdict.NOT_MEASURED == figure.verdict
        assert "at 100 a second would take 17 minutes" in figure.note
        assert ([], slow) == (site.facts, rates)
