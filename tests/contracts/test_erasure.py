"""Is a forgotten fact gone from every read, and its wording kept out?"""

from cortex.core.erasure.wording import tombstone_digest
from cortex.core.observe.cites import opened
from cortex.core.text.digests import content_hash
from cortex.model.anchors import AnchorKind
from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.erasure import ForgottenBase, Tombstone
from cortex.model.facts import FactStatus
from cortex.model.observations import Event, Grant, Role
from cortex.model.records import LedgerEntry
from cortex.model.text import CleanText
from cortex.model.versions import FactChange
from cortex.ports.brain import Brain
from cortex.services.projection import project
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import EVER, NOW, anchor, content, handles, insert

KEY = b"k" * 32
ENDED = FactStatus.SUPERSEDED
STONE = Tombstone(tombstone_digest(KEY, "a"), "user", KEY, 1, NOW_US)


def erase(brain: Brain, *fact_ids: int, words: tuple[str, ...] = ()) -> dict[str, int]:
    """Forget facts in a transaction of its own."""
    with brain.writing() as writer:
        erasure_id = writer.erasure.open_erasure("tester", len(fact_ids), NOW_US)
        return writer.erasure.erase(fact_ids, words, erasure_id)


def filled(brain: Brain) -> None:
    """Keep three facts; the second replaces the first and argues with the third."""
    with brain.writing() as writer:
        path = anchor(AnchorKind.PATH, "src/a.py")
        insert(
            writer, content("Anna said zanzibar"), handles(terms=[("zanzibar", 9)], anchors=[path])
        )
        new = content("Bert said otherwise", supersedes_id=1)
        insert(writer, new, handles(terms=[("otherwise", 9)], anchors=[path]))
        insert(writer, content("Cleo said nothing"), handles(terms=[("nothing", 9)]))
        version_id = writer.open_version("retract", NOW_US)
        writer.update_fact(1, FactChange(status=FactStatus.ARCHIVED), version_id, NOW_US)
        writer.close_version(version_id, 1, "retract: Anna said zanzibar")
        pair = (ConflictClass.CONTRADICTS, 0.5, (ConflictStatus.OPEN, "s"), NOW_US)
        writer.add_conflict((2, 1), *pair)
        writer.add_conflict((3, 2), *pair)
        writer.use_link(1, 3, "extends", is_rejected=False)


def test_forgotten_fact_is_found_by_no_read(brain: Brain) -> None:
    """Case 97: by number, page, term, anchor, link and log text there is nothing any more."""
    filled(brain)
    counts = erase(brain, 1)
    assert 1 == counts["facts"]
    with brain.reading() as reader:
        assert reader.find_fact(1) is None
        assert [2, 3] == [fact.fact_id for fact in reader.iter_facts()]
        assert [2, 3] == [fact.fact_id for fact in reader.facts([1, 2, 3])]
        assert ([3, 2], [3, 2]) == (reader.newest(EVER, 9), reader.newest(NOW, 9))
        assert [] == reader.lexical_hits([("zanzibar", 1)], EVER, 9)
        assert {} == reader.term_frequencies(["zanzibar"])
        assert (2, 2) == (reader.corpus_size(), reader.fact_count())
        assert [2] == [
            hit.fact_id for hit in reader.anchor_hits([(AnchorKind.PATH, "src/a.py")], EVER, 9)
        ]
        assert [] == reader.neighbours([2], 9)
        assert [] == reader.learned_links([3])
        assert [(3, 2)] == [
            (record.source_fact_id, record.target_fact_id)
            for record in reader.conflicts(tuple(ConflictStatus), 9)
        ]
        assert 2 == sum(reader.figures().facts.values())
        assert 2 == sum(row.fact_count for row in reader.scopes())
        assert (True, False) == (reader.erasure.is_forgotten(1), reader.erasure.is_forgotten(2))
    assert [] == faults_of(brain)


def test_log_keeps_its_numbers_without_the_words(brain: Brain) -> None:
    """Entries stay where they were with an empty summary; HEAD does not move."""
    filled(brain)
    with brain.reading() as reader:
        head, before = reader.head(), reader.versions(None, 9)
    erase(brain, 1)
    with brain.reading() as reader:
        after = reader.versions(None, 9)
        assert head == reader.head()
    assert [version.version_id for version in before] == [version.version_id for version in after]
    assert {""} == {version.summary for version in after if version.fact_id == 1}
    assert all(version.summary for version in after if version.fact_id != 1)


def test_rollback_does_not_bring_it_back(brain: Brain) -> None:
    """Case 97: no earlier state of a forgotten fact is kept to go back to."""
    filled(brain)
    erase(brain, 1)
    with brain.writing() as writer:
        writer.rollback_to(2, NOW_US)
    with brain.reading() as reader:
        assert reader.find_fact(1) is None
        assert [2] == reader.newest(EVER, 9)
    assert [] == faults_of(brain)


def test_number_is_not_given_again(brain: Brain) -> None:
    """A quoted reference never comes to mean something else, the last one neither."""
    filled(brain)
    erase(brain, 3)
    with brain.writing() as writer:
        assert 4 == insert(writer, content("Dora said hello")).fact_id


def test_erasing_twice_takes_nothing_more(brain: Brain) -> None:
    """The second call counts nothing, and an unknown number is passed over."""
    filled(brain)
    erase(brain, 1)
    assert {} == erase(brain, 1)
    assert {} == erase(brain)


def test_others_are_as_they_were(brain: Brain) -> None:
    """Case 101: every other fact is equal to itself before, to the last field."""
    filled(brain)
    with brain.reading() as reader:
        before = reader.facts([2, 3])
    erase(brain, 1)
    with brain.reading() as reader:
        assert before == reader.facts([2, 3])


def test_kept_answers_of_a_forgotten_fact_go(brain: Brain) -> None:
    """A repeat of the request cannot give the words back."""
    with brain.writing() as writer:
        for number in (1, 2):
            insert(writer, content(f"Anna said zanzibar {number}"))
            outcome = f'{{"action": "inserted", "fact": {{"fact_id": {number}, "a": "zanzibar"}}}}'
            writer.remember(LedgerEntry("solo", f"k{number}", "r", "h", outcome, NOW_US))
    assert 1 == erase(brain, 1)["kept answers"]
    with brain.reading() as reader:
        assert reader.find_ledger("solo", "k1") is None
        assert reader.find_ledger("solo", "k2") is not None


def test_dependents_are_named_with_how(brain: Brain) -> None:
    """What replaced, extends or was replaced by a fact; the fact itself and strangers are not."""
    filled(brain)
    with brain.reading() as reader:
        assert [ForgottenBase(2, 1, "supersedes"), ForgottenBase(3, 1, "extends")] == (
            reader.erasure.dependents([1])
        )
        assert [ForgottenBase(1, 2, "superseded_by")] == reader.erasure.dependents([2])
        assert ([], []) == (reader.erasure.dependents([1, 2, 3]), reader.erasure.dependents([]))


def test_flags_stay_on_standing_facts(brain: Brain) -> None:
    """A flag is kept once, and given by number."""
    filled(brain)
    flag = ForgottenBase(2, 1, "supersedes")
    with brain.writing() as writer:
        writer.erasure.mark_bases([flag])
        writer.erasure.mark_bases([flag, ForgottenBase(2, 3, "extends")])
    with brain.reading() as reader:
        assert [flag, ForgottenBase(2, 3, "extends")] == reader.erasure.bases_of(2)
        assert [] == reader.erasure.bases_of(3)


def test_holders_look_into_text_context_and_names(brain: Brain) -> None:
    """Exact words only; case and spacing are the caller's matter."""
    with brain.writing() as writer:
        insert(writer, content("Anna Berg called"))
        insert(writer, content("Somebody called", context="it was Anna Berg"))
        insert(writer, content("anna berg called"))
    with brain.reading() as reader:
        assert [1, 2] == reader.erasure.holders(["Anna Berg", "never said"])
        assert [] == reader.erasure.holders([])


def test_context_is_cut_without_a_log_entry(brain: Brain) -> None:
    """A paragraph merged into a standing fact goes, and no entry remembers it."""
    with brain.writing() as writer:
        insert(writer, content("Somebody called", context="it was Anna Berg"))
    with brain.writing() as writer:
        writer.erasure.cut_context(1, None, ["it was Anna Berg"])
    with brain.reading() as reader:
        fact = reader.find_fact(1)
        assert fact is not None
        assert fact.content.context is None
        assert 1 == len(reader.versions(1, 9))


def test_tombstones_are_kept_once_and_lifted(brain: Brain) -> None:
    """By digest or by fact; without any there is no key to ask with."""
    other = STONE._replace(scope_id="project:x", fact_id=2)
    with brain.writing() as writer:
        assert [] == writer.erasure.tombstone_keys()
        assert (2, 0) == tuple(writer.erasure.keep_tombstones([STONE, other]) for _ in range(2))
        assert [KEY] == writer.erasure.tombstone_keys()
    with brain.reading() as reader:
        assert [other, STONE] == reader.erasure.tombstones()
        assert [other, STONE] == reader.erasure.find_tombstones([STONE.digest, bytes(32)])
    with brain.writing() as writer:
        assert 1 == writer.erasure.lift_tombstones([], [2])
        assert 1 == writer.erasure.lift_tombstones([STONE.digest], [])
        assert 0 == writer.erasure.lift_tombstones([STONE.digest], [1, 2])
    with brain.reading() as reader:
        assert [] == reader.erasure.tombstones()


def test_forgetting_is_unfinished_until_told(brain: Brain) -> None:
    """The book keeps who and when, and what waits for its pages to be cleaned."""
    filled(brain)
    erase(brain, 1)
    with brain.writing() as writer:
        assert [("tester", 1, NOW_US, None)] == [one[1:] for one in writer.erasure.unfinished()]
        assert (1, 0) == tuple(writer.erasure.finish_erasures(1, NOW_US) for _ in range(2))
    with brain.reading() as reader:
        assert [] == reader.erasure.unfinished()


def test_words_are_seen_in_cold_facts_and_cut_out_of_them(brain: Brain) -> None:
    """A context that gathered the words holds them wherever it lies, and loses them there too."""
    with brain.writing() as writer:
        insert(writer, content("Bert pays", context="Anna said zanzibar", status=ENDED))
        insert(writer, content("Anna said zanzibar at noon", status=ENDED))
        insert(writer, content("Cleo said nothing", status=ENDED))
        assert 3 == writer.ages.move_cold([1, 2, 3])
        assert [1, 2] == writer.erasure.holders(["Anna said zanzibar"])
        writer.erasure.cut_context(1, None, ["Anna said zanzibar"])
        assert [2] == writer.erasure.holders(["Anna said zanzibar"])
    assert [] == faults_of(brain)


def test_observation_keeps_what_was_not_forgotten(brain: Brain) -> None:
    """It is found by the rest and by nothing else, and says that it is not what was captured."""
    grant = Grant("log", "user", Role.TOOL_REPORT, 1_000)
    with brain.writing() as writer:
        insert(writer, content("Anna said zanzibar"))
        source = writer.observations.register("me", grant, NOW_US)
        for key, text in (("1", "Payroll: Anna said zanzibar. Done"), ("2", "Anna said zanzibar")):
            told = CleanText(text)
            event = Event(key, told)
            kept = writer.observations.add(source, "1", event, content_hash(told), NOW_US)
            project(writer, kept)
    erase(brain, 1, words=("Anna said zanzibar",))
    with brain.reading() as reader:
        first, second = reader.observations.iter_all()
        assert ("Payroll: . Done", "") == (first.event.text, second.event.text)
        assert (False, False) == (opened(first).is_intact, opened(second).is_intact)
        index = reader.search_index
        spaces = [space.space_no for space in index.spaces("me", ["user"])]
        assert [1] == [number for _, number, _, _ in index.postings(spaces, "payrol")]
        assert [] == index.postings(spaces, "zanzibar")
        assert [] == index.words_near("z", 1, 20)
    assert [] == faults_of(brain)


def test_whole_observation_goes_and_leaves_a_shell(brain: Brain) -> None:
    """Its words are gone from row and index, its event is known, others keep what they share."""
    grant = Grant("chat", "user", Role.USER_STATEMENT, 1_000)
    with brain.writing() as writer:
        source = writer.observations.register("me", grant, NOW_US)
        for key, text in (("1", "zanzibar"), ("2", "zanzibar again")):
            told = CleanText(text)
            event = Event(key, told)
            project(writer, writer.observations.add(source, "1", event, content_hash(told), NOW_US))
    with brain.writing() as writer:
        erased = [writer.erasure.erase_observations(ids, NOW_US + 1) for ids in ([1], [1], [])]
    assert [1, 0, 0] == erased
    with brain.reading() as reader:
        first, second = reader.observations.iter_all()
        assert ("", NOW_US + 1, "forgotten") == (
            first.event.text,
            first.retracted_us,
            first.retraction,
        )
        assert (False, True) == (opened(first).is_intact, opened(second).is_intact)
        assert "zanzibar again" == second.event.text
        known = reader.observations.find_event(source.source_no, "1", "1")
        assert known is not None
        assert 1 == known.observation_id
        index = reader.search_index
        spaces = [space.space_no for space in index.spaces("me", ["user"])]
        assert [2] == [number for _, number, _, _ in index.postings(spaces, "zanzibar")]
    assert [] == faults_of(brain)
