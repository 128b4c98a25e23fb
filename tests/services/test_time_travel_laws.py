"""Which laws hold after any sequence of commits, corrections and steps back?"""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from cortex.core.facts.trust import TrustTable
from cortex.model.commits import CommitRequest
from cortex.model.facts import COLD_STATUSES, FactContent
from cortex.model.gates import Gate, TemporalMode
from cortex.model.scopes import Scope
from cortex.model.stories import Resolution
from cortex.ports.brain import Brain
from cortex.services.commit import Committer
from cortex.services.find import is_rolled_back
from cortex.services.pin import pin
from cortex.services.resolve import Verdict, resolve
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import SCOPE_ID, SOLO, START_US, disagreed, replaced

BACK_DATED = 5  # One statement in so many tells of an earlier time.
EXAMPLES = 40  # Each one makes a brain of its own and writes it a dozen times.

HERE = Scope(SCOPE_ID, "demo", root="/srv/demo", ancestors=("user",))

# Some say the same, some contradict each other, some have nothing in common.
SENTENCES = (
    "The gateway listens on port 80",
    "The gateway listens on port 8080",
    "The gateway listens on port 8080 behind nginx",
    "The gateway never listens on port 80",
    "Deploys run on Tuesdays after the review",
    "Always squash commits before merging",
)

State = dict[int, FactContent]

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["commit", "replace", "retract", "pin", "resolve", "rollback"]),
        st.integers(0, 99),
        st.integers(0, 99),
    ),
    max_size=12,
)


def visible(brain: Brain) -> State:
    """Give every fact that was not rolled back, as it stands."""
    with brain.reading() as reader:
        return {
            fact.fact_id: fact.content
            for fact in reader.iter_facts()
            if not is_rolled_back(reader, fact)
        }


def check_head(brain: Brain) -> int | None:
    """HEAD is the newest entry that is not orphaned; ids only grow."""
    with brain.reading() as reader:
        versions = reader.versions(None, 1000)
        active = [version.version_id for version in versions if not version.is_orphaned]
        assert (max(active) if active else None) == reader.head()
        ids = [version.version_id for version in versions]
        assert sorted(ids, reverse=True) == ids
        return reader.head()


def commit(brain: Brain, text: str, variety: int, now_us: int) -> None:
    """Commit through the deposit, which merges, disputes, closes and supersedes on its own."""
    request = CommitRequest(
        text=text,
        subject="gateway" if variety % 3 == 0 else None,
        attribute="port" if variety % 3 == 0 else None,
        valid_from_us=now_us - 25 if variety % BACK_DATED == 0 else None,
        confidence=(0.2, 0.8, 1.0)[variety % 3],
        is_pinned=variety % 7 == 0,
    )
    committer = Committer(
        brain=brain,
        trust=TrustTable(),
        new_id=lambda: f"request-{now_us}",
        locate=lambda path: path,
    )
    committer.commit_all([request], HERE, SOLO, now_us)


def take(brain: Brain, step: tuple[str, int, int], now_us: int) -> None:
    """Take one step with facts chosen among those that stand; impossible steps do nothing."""
    verb, first, second = step
    facts = sorted(visible(brain))
    if verb == "commit" or not facts:
        commit(brain, SENTENCES[first % len(SENTENCES)], second, now_us)
        return
    chosen = str(facts[first % len(facts)])
    other = str(facts[second % len(facts)])
    with brain.reading() as reader:
        fact = reader.facts([int(chosen)])[0]
        rival = reader.facts([int(other)])[0]
        active = [v.version_id for v in reader.versions(None, 1000) if not v.is_orphaned]
    if verb == "replace":
        replaced(brain, fact, f"Rule {first} instead", now_us)
    elif verb == "retract":
        retract(brain, chosen, "", SOLO, now_us)
    elif verb == "pin" and fact.content.status not in COLD_STATUSES:
        pin(brain, chosen, SOLO, now_us, is_pinned=bool(second % 2))
    elif verb == "resolve" and fact.content.text != rival.content.text:
        disagreed(brain, fact, rival, now_us)
        action = list(Resolution)[(first + second) % 3]
        resolve(brain, Verdict(chosen, other, action), SOLO, now_us)
    elif verb == "rollback":
        rollback(brain, active[second % len(active)], SOLO, now_us, is_applied=True)


@settings(max_examples=EXAMPLES)
@given(STEPS)
def test_going_back_restores_the_state_of_that_entry(
    fresh_brain: Callable[[], Brain], steps: list[tuple[str, int, int]]
) -> None:
    """After any history, each entry that is still active can be gone back to, and the facts then
    are exactly those that stood when it was HEAD, field by field."""
    brain = fresh_brain()
    states: dict[int | None, State] = {}
    for number, step in enumerate(steps):
        take(brain, step, START_US + number)
        states[check_head(brain)] = visible(brain)
    now_us = START_US + len(steps)
    for head in sorted((head for head in states if head is not None), reverse=True):
        with brain.reading() as reader:
            version = reader.find_version(head)
        assert version is not None
        if version.is_orphaned:
            continue
        promised = rollback(brain, head, SOLO, now_us, is_applied=False)
        done = rollback(brain, head, SOLO, now_us, is_applied=True)
        assert (promised.orphaned, promised.revived) == (done.orphaned, done.revived)
        assert states[head] == visible(brain)
        assert head == check_head(brain)


@settings(max_examples=EXAMPLES)
@given(STEPS)
def test_no_correction_changes_an_answer_about_the_past(
    fresh_brain: Callable[[], Brain], steps: list[tuple[str, int, int]]
) -> None:
    """What was visible as of an instant when it was the present is what as-of gives ever after,
    as long as nothing is rolled back or told late."""
    brain = fresh_brain()
    # A back-dated statement changes the past on purpose, and a rollback is told apart above.
    steps = [(v, a, b if b % BACK_DATED else b + 1) for v, a, b in steps if v != "rollback"]
    answers: dict[int, list[int]] = {}
    for number, step in enumerate(steps):
        now_us = START_US + number * 10
        take(brain, step, now_us)
        with brain.reading() as reader:
            answers[now_us + 1] = reader.newest(Gate(TemporalMode.EXPLICIT_AS_OF, now_us + 1), 99)
    with brain.reading() as reader:
        for at_us, answer in answers.items():
            assert answer == reader.newest(Gate(TemporalMode.EXPLICIT_AS_OF, at_us), 99)
