"""Does forgetting take exactly what it announced, and does it stay so?"""

import pytest

from cortex.core.text.digests import content_hash
from cortex.model.erasure import Proof, Scrubbed, Selection
from cortex.model.errors import Denied, InvalidRequest, NotFound
from cortex.model.facts import Provenance
from cortex.model.observations import Event, Grant, Role
from cortex.model.refusals import Forgotten
from cortex.model.text import CleanText
from cortex.ports.brain import Brain
from cortex.services.find import explain
from cortex.services.forget import Ground, forget, forget_again, lift
from cortex.services.forgotten import require_not_forgotten
from cortex.services.projection import project
from tests.contracts.brains import faults_of
from tests.services.factory import ANNA, BERT, SCOPE_ID, SOLO, START_US, replaced, stored

NOW_US = START_US + 1000
SECRET = "Anna Berg keeps the spare key under the blue flower pot"


def ground(brain: Brain) -> Ground:
    """Give a brain with nothing around it."""
    return Ground(brain, None, None, None, lambda: b"k" * 32)


def forgotten(brain: Brain, *references: str, **more: object) -> dict[str, int]:
    """Forget by reference and give the counts, which the preview must have said before."""
    selection = Selection(references, **more)  # type: ignore[arg-type]  # Tests name any field.
    told = forget(ground(brain), selection, SOLO, NOW_US, is_applied=False)
    done = forget(ground(brain), selection, SOLO, NOW_US, is_applied=True)
    assert told.counts == done.counts
    assert (told.facts, told.flagged, told.also_said_by) == (
        done.facts,
        done.flagged,
        done.also_said_by,
    )
    return dict(done.counts)


def standing(brain: Brain) -> list[str]:
    """Give every text there is."""
    with brain.reading() as reader:
        return [fact.content.text for fact in reader.iter_facts()]


def refused(brain: Brain, text: str, context: str | None = None) -> bool:
    """Tell whether a statement is kept out."""
    with brain.reading() as reader:
        try:
            require_not_forgotten(reader, text, context)
        except Forgotten as error:
            told = f"{error.message} {error.remedy}"
        else:
            return False
    assert text not in told
    return True


def test_preview_counts_what_applying_takes(brain: Brain) -> None:
    """Case 100: exact counts first, and exactly those rows go; a preview leaves no trace."""
    stored(brain, SECRET)
    stored(brain, "Deploys run on Mondays")
    forget(ground(brain), Selection(("d1",)), SOLO, NOW_US, is_applied=False)
    assert [SECRET, "Deploys run on Mondays"] == standing(brain)
    assert not refused(brain, SECRET)
    assert 1 == forgotten(brain, "d1")["facts"]
    assert ["Deploys run on Mondays"] == standing(brain)
    assert [] == faults_of(brain)


def test_forgotten_fact_is_told_apart_from_an_unknown_one(brain: Brain) -> None:
    """Case 98: the second call and every look-up get a typed answer with a clear word."""
    stored(brain, SECRET)
    forgotten(brain, "d1")
    with pytest.raises(NotFound, match="forgotten on purpose"):
        explain(brain, "decision::1", SOLO)
    with pytest.raises(NotFound, match="forgotten on purpose"):
        forgotten(brain, "d1")
    with pytest.raises(NotFound, match="does not exist"):
        forgotten(brain, "d9")


def test_wording_stays_out_until_lifted(brain: Brain) -> None:
    """CQR C14: in another dress, as a context and in every scope; lifting brings nothing back."""
    stored(brain, SECRET, context="As a note:\n\nShe is away until the ninth of May")
    assert not refused(brain, SECRET)
    forgotten(brain, "d1")
    assert refused(brain, SECRET.upper() + "!")
    assert refused(brain, "Something else", f"First.\n\n{SECRET}")
    assert refused(brain, "she is away, until the ninth of may")
    assert not refused(brain, SECRET + " of the neighbour")
    assert not refused(brain, "As a note:")
    assert 2 == lift(brain, Selection(("decision::1",)), SOLO, NOW_US)
    assert not refused(brain, SECRET)
    assert [] == standing(brain)
    with pytest.raises(NotFound):
        lift(brain, Selection(("decision::1",)), SOLO, NOW_US)


def test_lifting_by_words_wants_the_whole_statement(brain: Brain) -> None:
    """A part of it lifts nothing; neither a reference nor words is refused."""
    stored(brain, SECRET)
    forgotten(brain, "d1")
    with pytest.raises(NotFound):
        lift(brain, Selection(matching="Anna Berg"), SOLO, NOW_US)
    with pytest.raises(InvalidRequest):
        lift(brain, Selection(), SOLO, NOW_US)
    assert 1 == lift(brain, Selection(matching=SECRET.lower()), SOLO, NOW_US)


def test_what_was_built_on_it_is_flagged(brain: Brain) -> None:
    """A person sees in the story of a standing fact that its ground is gone."""
    old = stored(brain, SECRET)
    replaced(brain, old, "The key hangs behind the door now", NOW_US)
    report = forget(ground(brain), Selection(("d1",)), SOLO, NOW_US, is_applied=True)
    assert (("decision::2", "supersedes"),) == report.flagged
    assert ((1, "supersedes"),) == explain(brain, "d2", SOLO).forgotten_bases
    assert () == explain(brain, "d2", SOLO).supersedes


def test_merged_words_leave_the_fact_that_gathered_them(brain: Brain) -> None:
    """The other fact keeps standing with the rest of its context, and is found by the rest."""
    stored(brain, SECRET)
    stored(brain, "The house has two keys", context=f"One at the office.\n\n{SECRET}")
    assert 1 == forgotten(brain, "d1")["merged paragraphs"]
    story = explain(brain, "d2", SOLO)
    assert "One at the office." == story.fact.content.context
    assert ((1, "merged"),) == story.forgotten_bases


def test_words_that_stay_elsewhere_are_told(brain: Brain) -> None:
    """A fact that says the same within more is not taken unasked, and is named."""
    stored(brain, SECRET)
    stored(brain, f"{SECRET}, and Bert knows it")
    report = forget(ground(brain), Selection(("d1",)), SOLO, NOW_US, is_applied=True)
    assert ("decision::2",) == report.also_said_by


def test_matching_words_take_every_fact_that_holds_them(brain: Brain) -> None:
    """In text, context or a name, in any case; all conditions must be met (case 59)."""
    stored(brain, SECRET)
    stored(brain, "The plumber has a key", context="ask anna  berg")
    stored(brain, "ANNA BERG is the tenant", scope_id="user")
    stored(brain, "Anna Bergman is somebody else in another house")
    told = forget(ground(brain), Selection(matching="anna berg"), SOLO, NOW_US, is_applied=False)
    assert ("decision::1", "decision::2", "decision::3", "decision::4") == told.facts
    assert 2 == forgotten(brain, matching="anna berg", scope_id=SCOPE_ID)["facts"] - 1
    assert ["ANNA BERG is the tenant"] == standing(brain)


def test_scope_takes_its_own_facts_alone(brain: Brain) -> None:
    """Case 101: three scopes with the same facts; the other two are equal to before."""
    for scope_id in ("project:a", "project:b", "project:c"):
        for text in (SECRET, "Deploys run on Mondays"):
            stored(brain, text, scope_id=scope_id)
    with brain.reading() as reader:
        before = [fact for fact in reader.iter_facts() if fact.content.scope_id != "project:b"]
    assert 2 == forgotten(brain, scope_id="project:b")["facts"]
    with brain.reading() as reader:
        assert before == list(reader.iter_facts())
    assert 0 == forget_again(brain, NOW_US)


def test_source_is_one_condition(brain: Brain) -> None:
    """What one agent said goes, what another said stays."""
    for agent in ("importer", "cli"):
        stored(brain, f"{agent} says hello to the world", provenance=Provenance(agent))
    assert 1 == forgotten(brain, source="importer")["facts"]
    assert ["cli says hello to the world"] == standing(brain)


@pytest.mark.parametrize(
    "selection",
    [Selection(), Selection(("d1",), matching="anna"), Selection(matching=" !a")],
    ids=["nothing", "both", "too-short"],
)
def test_unclear_selection_is_refused(brain: Brain, selection: Selection) -> None:
    """Nothing named, two ways at once, or words too short to name anything."""
    stored(brain, SECRET)
    with pytest.raises(InvalidRequest):
        forget(ground(brain), selection, SOLO, NOW_US, is_applied=True)
    assert [SECRET] == standing(brain)


def test_nothing_met_is_an_honest_nothing(brain: Brain) -> None:
    """Words that no fact holds take nothing and say so."""
    stored(brain, SECRET)
    report = forget(ground(brain), Selection(matching="zebra"), SOLO, NOW_US, is_applied=True)
    assert ((), ()) == (report.facts, report.counts)


def test_only_the_owner_forgets(brain: Brain) -> None:
    """Somebody else's open fact is refused, a hidden one does not exist, bulk skips neither."""
    stored(brain, SECRET, owner_id=1)
    with pytest.raises(NotFound):
        forget(ground(brain), Selection(("d1",)), BERT, NOW_US, is_applied=True)
    shared = stored(brain, "Bert keeps a shared key", owner_id=2, visibility="shared")
    with pytest.raises(Denied):
        forget(ground(brain), Selection((shared.reference,)), ANNA, NOW_US, is_applied=True)
    assert 2 == len(standing(brain))


def test_erasure_survives_a_restore(brain: Brain) -> None:
    """CQR C14: an older copy that says it again loses it again, in its scope and no other."""
    stored(brain, SECRET)
    forgotten(brain, "d1")
    stored(brain, SECRET.lower())  # As if an older copy had come back.
    stored(brain, SECRET, scope_id="project:other")
    assert (1, 0) == (forget_again(brain, NOW_US), forget_again(brain, NOW_US))
    assert [SECRET] == standing(brain)
    assert [] == faults_of(brain)


def seen(brain: Brain, text: str, key: str, principal: str = SOLO.principal) -> None:
    """Capture a text as a host would."""
    grant = Grant("chat", SCOPE_ID, Role.USER_STATEMENT, 1_000)
    told = CleanText(text)
    with brain.writing() as writer:
        source = writer.observations.find_source(principal, grant.key)
        source = source or writer.observations.register(principal, grant, START_US)
        event = Event(key, told)
        project(writer, writer.observations.add(source, "s", event, content_hash(told), START_US))


def captured(brain: Brain) -> list[str]:
    """Give the text of every observation."""
    with brain.reading() as reader:
        return [one.event.text for one in reader.observations.iter_all()]


def test_observation_is_forgotten_by_its_reference(brain: Brain) -> None:
    """All of it goes, quotes of it too, and its words stay out; a short one cuts no other."""
    for key, text in (("1", SECRET), ("2", f"Look: {SECRET}!"), ("3", "the"), ("4", "theory")):
        seen(brain, text, key)
    assert 2 == forgotten(brain, "obs:1", "obs:3")["observations"]
    assert ["", "Look: !", "", "theory"] == captured(brain)
    assert refused(brain, SECRET.lower())
    with pytest.raises(NotFound, match="no words"):
        forget(ground(brain), Selection(("obs:1",)), SOLO, NOW_US, is_applied=True)
    assert [] == faults_of(brain)


def test_words_select_observations_of_the_caller_too(brain: Brain) -> None:
    """Facts and what was captured go together; another principal's stays and is not told."""
    stored(brain, SECRET)
    seen(brain, "Anna Berg called today", "1")
    seen(brain, "Anna Berg called me", "2", "user:7")
    selection = Selection(matching="anna berg")
    done = forget(ground(brain), selection, SOLO, NOW_US, is_applied=True)
    assert (("decision::1",), ("obs:1",)) == (done.facts, done.captured)
    assert ["", "Anna Berg called me"] == captured(brain)
    with pytest.raises(NotFound, match="does not exist"):
        forget(ground(brain), Selection(("obs:2",)), SOLO, NOW_US, is_applied=True)


def test_observation_stays_forgotten_over_a_restore(brain: Brain) -> None:
    """An older copy that holds the captured words loses them again."""
    seen(brain, "hunter2", "1")
    forgotten(brain, "obs:1")
    seen(brain, "hunter2", "2")  # As if an older copy had come back.
    assert (1, 0) == (forget_again(brain, NOW_US), forget_again(brain, NOW_US))
    assert ["", ""] == captured(brain)


def test_nothing_is_asked_where_nothing_was_forgotten(brain: Brain) -> None:
    """The empty case costs one look for a key and works out no digest."""
    stored(brain, SECRET)
    assert not refused(brain, SECRET)
    assert 0 == forget_again(brain, NOW_US)


def test_what_begins_while_pages_are_cleaned_is_not_finished_with_them(brain: Brain) -> None:
    """Two at once: pages that one cleaned may hold words of the other, which cleans them anew."""
    stored(brain, SECRET)

    class Meanwhile:
        """Cleans pages while somebody else forgets."""

        def scrub(self, wait_ms: int) -> Scrubbed:
            del wait_ms
            with brain.writing() as writer:
                writer.erasure.open_erasure("another", 1, NOW_US)
            return Scrubbed(1, 1)

        def search(self, words: object) -> Proof:
            del words
            return Proof(0, 0)

    around = ground(brain)._replace(scrubber=Meanwhile())
    forget(around, Selection(("d1",)), SOLO, NOW_US, is_applied=True)
    with brain.reading() as reader:
        assert ["another"] == [one.agent for one in reader.erasure.unfinished()]
