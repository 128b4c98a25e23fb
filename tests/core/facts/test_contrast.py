"""Do words, numbers and negations decide how two sentences stand to each other?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.facts.contrast import Contrast, contrast, read, similarity

# Short statements of few words, so that two of them often say the same or the opposite.
STATEMENTS = st.lists(
    st.sampled_from(["not", "never", "always", "the", "gateway", "uses", "port", "80", "8080"]),
    max_size=5,
).map(" ".join)


def between(new: str, old: str) -> Contrast:
    return contrast(read(new), read(old))


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("We use Postgres for storage", "We use Postgres for storage"),
        ("We use Postgres for the storage.", "we use Postgres for storage"),
        ("Set  x >= 5 in limits", "Set x >= 5 in limits."),
    ],
)
def test_spacing_articles_and_the_final_stop_make_no_other_statement(new: str, old: str) -> None:
    """CQR D6, case 95: a repeat is the same text but for what carries no meaning."""
    assert between(new, old) is Contrast.SAME


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Set x >= 5 in limits.", "Set x <= 5 in limits."),
        ("Never commit without tests", "Commit with tests"),
        ("We need at least 3 reviewers", "We need at most 3 reviewers"),
        ("Only admins can delete projects", "Admins can delete projects"),
        ("Reviews may be skipped", "Reviews must be skipped"),
        ("We use bcrypt", "We used bcrypt"),
        ("Traffic flows from A to B", "Traffic flows to A from B"),
        ("The limit is $5", "The limit is €5"),
        ("Ignore *.py files", "Ignore .py files"),
        ("Logs go to /srv/Data", "Logs go to /srv/data"),
        ("All tests pass", "Some tests pass"),
        ("Deploys run on Fridays", "Deploys are run on Friday"),
    ],
)
def test_one_small_sign_makes_another_statement(new: str, old: str) -> None:
    """What differs in a sign, a modal or a quantity is never folded into its neighbour."""
    assert between(new, old) is not Contrast.SAME


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Bob is not allergic to nuts.", "Alice is allergic to nuts."),
        ("The image cache is not enabled.", "The web cache is enabled."),
        ("Test B must pass after merge.", "Test A must pass before merge."),
        ("We use pnpm, not npm, because of disk space.", "We use pnpm because of disk space."),
        ("The frontend uses Tailwind.", "The frontend uses React."),
    ],
)
def test_what_is_said_of_another_thing_contradicts_nothing(new: str, old: str) -> None:
    """A denial or another value about another subject leaves the first statement alone."""
    assert between(new, old) in (Contrast.RELATED, Contrast.APART)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Backups are kept for 90 days", "Backups are kept for 30 days"),
        ("Retry 5 times on failure", "Retry 3 times on failure"),
        ("The quota is 100 requests per minute", "The quota is 100 requests per second"),
        ("Keys expire after 1 day", "Keys expire after 1 hour"),
        ("The launch is scheduled for April 3", "The launch is scheduled for March 3"),
    ],
)
def test_another_amount_or_unit_is_at_least_put_to_a_person(new: str, old: str) -> None:
    """Numbers with units, months and measures in one place are compared as such."""
    assert between(new, old) in (Contrast.OTHER_VALUE, Contrast.OTHER_WORD)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Never use tabs in Python files", "Always use tabs in Python files"),
        ("Don't use feature flags for rollouts", "Use feature flags for rollouts"),
        ("The staging cluster is not backed up", "The staging cluster is backed up"),
        ("Telemetry is disabled in production builds", "Telemetry is enabled in production builds"),
    ],
)
def test_negation_and_opposites_contradict(new: str, old: str) -> None:
    """CQR D6: always/never, a leading don't, not, and enabled/disabled speak against each other."""
    assert between(new, old) is Contrast.OPPOSED


def test_two_negations_cancel() -> None:
    """Both sides negated the same way agree; the parity decides, not the count."""
    assert between("We do not cache sessions", "We never cache sessions") is not Contrast.OPPOSED


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("The gateway listens on port 8080", "The gateway listens on port 80"),
        ("The minimum Python version is 3.12", "The minimum Python version is 3.11"),
        ("The request timeout is 30 seconds", "The request timeout is 60 seconds"),
        ("max_retries = 5 for the importer", "max_retries = 3 for the importer"),
        ("The deploy target is eu-west-1", "The deploy target is us-east-1"),
        ("The upload limit is 10MB", "The upload limit is 5GB"),
        ("The billing service is owned by Tom", "The billing service is owned by Mara"),
    ],
)
def test_another_value_in_the_same_place_is_seen(new: str, old: str) -> None:
    """Port 80 against port 8080: numbers, versions, units and names are compared as such."""
    assert between(new, old) is Contrast.OTHER_VALUE


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Sprint 13 velocity was 30 points", "Sprint 12 velocity was 30 points"),
        ("Customer 17 prefers email", "Customer 18 prefers email"),
        ("Migration 013 adds the links table", "Migration 014 adds the links table"),
        ("Node-17 runs on port 8017", "Node-18 runs on port 8018"),
        ("Alice owns the billing service", "Bob owns the billing service"),
    ],
)
def test_a_label_is_no_value(new: str, old: str) -> None:
    """Case 88: near-duplicates about different things are different facts."""
    assert between(new, old) in (Contrast.RELATED, Contrast.APART)


def test_word_order_counts() -> None:
    """ "A depends on B" is not "B depends on A"."""
    assert between("auth depends on billing", "billing depends on auth") is not Contrast.SAME


def test_another_plain_word_is_a_question_for_a_person() -> None:
    """ "The default branch is main" against "is trunk" may be a contradiction: ask."""
    found = between("The default branch is trunk", "The default branch is main")

    assert found is Contrast.OTHER_WORD


def test_unrelated_statements_are_apart() -> None:
    """CQR D6: statements about different matters share nothing."""
    assert between("The kitchen is closed on Sundays", "Use Postgres for storage") is Contrast.APART


def test_similarity_is_the_jaccard_overlap_of_content_words() -> None:
    """CQR D6: one shared word of three is a third; two empty texts are alike."""
    assert similarity(read("alpha beta"), read("beta gamma")) == 0.3333
    assert similarity(read(""), read("the")) == 1.0
    assert similarity(read("alpha"), read("")) == 0.0


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_get_a_verdict(one: str, other: str) -> None:
    """No text is too odd to be compared."""
    assert between(one, other) in Contrast


@pytest.mark.parametrize("contrast", [Contrast.SAME, Contrast.OPPOSED])
@given(one=STATEMENTS, other=STATEMENTS)
def test_sameness_and_opposition_hold_both_ways(one: str, other: str, contrast: Contrast) -> None:
    """Which of two statements came first does not decide whether they agree."""
    assert (between(one, other) is contrast) == (between(other, one) is contrast)
