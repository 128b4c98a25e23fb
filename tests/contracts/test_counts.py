"""Are the cheap counts of a store the same as its full figures?"""

from cortex.ports.brain import Brain
from tests.contracts.deposits import handles, stored


def test_cheap_counts_agree_with_the_figures(brain: Brain) -> None:
    """Whoever needs one number need not pay for all of them, and gets the same one."""
    for _ in range(3):
        stored(brain, handles())
    with brain.reading() as reader:
        figures = reader.figures()
        assert (3, figures.restore_epoch) == (reader.fact_count(), reader.restore_epoch())
        assert sum(figures.facts.values()) == reader.fact_count()


def test_clearing_gives_the_new_generation(brain: Brain) -> None:
    """The generation that is handed back is the one the figures show."""
    with brain.writing() as writer:
        generation = writer.clear_projection()
    with brain.reading() as reader:
        assert generation == reader.figures().projection_generation
