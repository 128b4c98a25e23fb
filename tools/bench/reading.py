"""What does asking cost, next to the plainest full-text query on the same rows?"""

from cortex.model.questions import Question
from tools.bench.corpus import Asked
from tools.bench.figures import Budget, Figure
from tools.bench.samples import in_turns
from tools.bench.site import CALLER, PLACE, Site

RECALL_BUDGET = Budget(3, 1)
BOOT_BUDGET = Budget(40, 15, is_ratio=False)
BOOT_TOKENS = 600
BOOTS = 30


def recall(site: Site, rounds: int) -> list[Figure]:
    """Measure questions of twelve words against FTS5 with and without their function words.

    A bare query takes words as they come. The other one knows which words say nothing, as we do, so
    it is the harder comparison.
    """
    questions = site.corpus.questions(site.facts, rounds + 1)
    ours, content, every = in_turns(
        [
            lambda at: ask(site, questions[at]),
            lambda at: site.plain.ask(questions[at].content_words),
            lambda at: site.plain.ask(questions[at].text.rstrip("?").split()),
        ],
        rounds,
    )
    name = f"recall, 12 words, {len(site.facts):,} facts"
    return [
        Figure(name, ours, ("FTS5 OR, all 12 words", every), RECALL_BUDGET),
        Figure(name, ours, ("FTS5 OR, no function words", content), RECALL_BUDGET),
    ]


def boot(site: Site) -> Figure:
    """Measure the boot brief of a scope that holds everything."""
    (taken,) = in_turns([lambda _: site.house.boot(BOOT_TOKENS, PLACE, CALLER)], BOOTS)
    return Figure(f"boot brief, {len(site.facts):,} facts", taken, budget=BOOT_BUDGET)


def ask(site: Site, asked: Asked) -> None:
    """Ask one question through the shipped recall."""
    site.house.query(Question(asked.text), PLACE, CALLER)
