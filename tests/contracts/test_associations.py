"""Does every store keep what observations teach, for whom, and as long as they stand?"""

from itertools import count

import pytest

from cortex.core.text.digests import content_hash
from cortex.model.associations import Assessed, Assessment, Evidence, Support
from cortex.model.limits import ASSOCIATION_SOURCE_BYTES_MAX, ASSOCIATION_SOURCES_MAX
from cortex.model.observations import Event, Grant, Observation, Role
from cortex.model.text import CleanText
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import content, insert

HERE, ME = "scope:here", "solo"
NAMES = count(1)


def kept(
    writer: BrainWriter,
    text: str,
    key: str = "doc",
    role: Role = Role.DOCUMENT,
    principal: str = ME,
    scope: str = HERE,
) -> Observation:
    """Keep an event of a source, registered when it is new."""
    grant = Grant(key, scope, role, 10**6)
    source = writer.observations.find_source(principal, key)
    source = source or writer.observations.register(principal, grant, NOW_US)
    event = Event(str(next(NAMES)), CleanText(text))
    digest = content_hash(CleanText(text))
    return writer.observations.add(source, "1", event, digest, NOW_US)


def support(seen: Observation, origin: int, *terms: str) -> Support:
    """Give what an observation teaches."""
    taught = tuple(sorted(terms))
    return Support(seen.observation_id, origin, taught, seen.source.source_no)


def test_only_what_people_wrote_is_evidence(brain: Brain) -> None:
    """Newest first, of documents and user statements of this scope and principal (CQR H15)."""
    with brain.writing() as writer:
        for number, role in enumerate(Role):
            kept(writer, f"text {number}", role.value, role)
        kept(writer, "of somebody else", "doc", principal="user:2")
        kept(writer, "elsewhere", "far", scope="scope:far")
        gone = kept(writer, "taken back")
        writer.observations.retract(gone.observation_id, "wrong", NOW_US)
        shut = kept(writer, "closed", "shut")
        writer.observations.set_enabled(shut.source.source_no, is_enabled=False)
    with brain.reading() as reader:
        found = reader.associations.evidence(ME, HERE)
    assert ["user_statement", "document"] == [one.role.value for one in found]
    digest = content_hash(CleanText("text 0"))
    assert Evidence(1, 1, Role.DOCUMENT, "1", digest, "text 0") == found[1]


def test_long_texts_and_old_ones_teach_nothing(brain: Brain) -> None:
    """At the limit of bytes it teaches, above it does not; only the newest count."""
    with brain.writing() as writer:
        kept(writer, "é" * (ASSOCIATION_SOURCE_BYTES_MAX // 2))
        kept(writer, "é" * (ASSOCIATION_SOURCE_BYTES_MAX // 2) + "x")
    with brain.reading() as reader:
        assert [1] == [one.observation_id for one in reader.associations.evidence(ME, HERE)]
        assert 2048 == len(reader.associations.evidence(ME, HERE)[0].opening)
    with brain.writing() as writer:
        for number in range(ASSOCIATION_SOURCES_MAX):
            kept(writer, f"t{number}")
    with brain.reading() as reader:
        ids = [one.observation_id for one in reader.associations.evidence(ME, HERE)]
    assert [*range(ASSOCIATION_SOURCES_MAX + 2, 2, -1)] == ids


def test_routes_are_off_until_learned_and_after_a_reset(brain: Brain) -> None:
    """A scope that was never taught is off; learning again replaces what was taught."""
    with brain.writing() as writer:
        first, second = kept(writer, "a"), kept(writer, "b")
        assert not writer.associations.is_on(ME, HERE)
        writer.associations.learn(ME, HERE, [support(first, 1, "port", "gateway")])
        writer.associations.learn(ME, HERE, [support(second, 1, "port", "proxy")])
        assert writer.associations.is_on(ME, HERE)
        assert [(ME, HERE)] == writer.associations.where_on()
    with brain.reading() as reader:
        assert [support(second, 1, "port", "proxy")] == reader.associations.supports(
            ME, HERE, ["port", "gateway"]
        )
        assert [] == reader.associations.supports(ME, HERE, ["gateway"])
        assert [] == reader.associations.supports(ME, HERE, [])
        assert [] == reader.associations.supports("user:2", HERE, ["port"])
        assert [] == reader.associations.supports(ME, "scope:far", ["port"])
        assert not reader.associations.is_on("user:2", HERE)
    with brain.writing() as writer:
        writer.associations.unlearn(ME, HERE)
        assert [] == writer.associations.where_on()
        assert [] == writer.associations.supports(ME, HERE, ["port"])
    assert [] == faults_of(brain)


def test_scopes_are_taught_apart(brain: Brain) -> None:
    """Learning or resetting one scope leaves what the other was taught."""
    with brain.writing() as writer:
        near, far = kept(writer, "a"), kept(writer, "b", "far", scope="scope:far")
        writer.associations.learn(ME, HERE, [support(near, 1, "port")])
        writer.associations.learn(ME, "scope:far", [support(far, 1, "port")])
        writer.associations.unlearn(ME, HERE)
        assert [support(far, 1, "port")] == writer.associations.supports(ME, "scope:far", ["port"])
        assert [] == writer.associations.supports(ME, HERE, ["port"])


@pytest.mark.parametrize("how", ["retracted", "disabled", "altered"])
def test_what_no_longer_stands_teaches_nothing(brain: Brain, how: str) -> None:
    """Without learning anew, an erased, retracted or closed source teaches no more (CQR H15)."""
    with brain.writing() as writer:
        insert(writer, content("Anna said zanzibar"))
        stays, goes = kept(writer, "port stays", "a"), kept(writer, "zanzibar port", "b")
        taught = [support(stays, 1, "port"), support(goes, 2, "port")]
        writer.associations.learn(ME, HERE, taught)
        assert taught == writer.associations.supports(ME, HERE, ["port"])
        if how == "retracted":
            writer.observations.retract(goes.observation_id, "wrong", NOW_US)
        elif how == "disabled":
            writer.observations.set_enabled(goes.source.source_no, is_enabled=False)
        else:
            writer.erasure.erase([1], ["zanzibar"], writer.erasure.open_erasure("t", 1, NOW_US))
        assert taught[:1] == writer.associations.supports(ME, HERE, ["port"])
    assert [] == faults_of(brain)


def test_assessments_add_up_while_they_are_active(brain: Brain) -> None:
    """Each counts by its word; an inactive one counts nothing, and a name keeps the last."""
    with brain.writing() as writer:
        first, second = kept(writer, "a"), kept(writer, "b")
        said = [
            ("1", first, Assessment.USEFUL, True),
            ("2", first, Assessment.USEFUL, True),
            ("3", first, Assessment.HARMFUL, False),
            ("4", second, Assessment.HARMFUL, True),
            ("5", second, Assessment.NEUTRAL, True),
        ]
        for key, seen, word, is_active in said:
            assessed = Assessed(seen.observation_id, word, is_active)
            writer.associations.assess(ME, HERE, key, assessed, NOW_US)
        far = Assessed(1, Assessment.USEFUL, is_active=True)
        writer.associations.assess(ME, "scope:far", "6", far, NOW_US)
    with brain.reading() as reader:
        kept_by = reader.associations
        assert {1: 2, 2: -1} == kept_by.feedback(ME, HERE, [1, 2, 9])
        assert {} == kept_by.feedback("user:2", HERE, [1, 2])
        assert {} == kept_by.feedback(ME, HERE, [])
        assert Assessed(1, Assessment.HARMFUL, is_active=False) == kept_by.find_assessment(
            ME, HERE, "3"
        )
        assert kept_by.find_assessment(ME, HERE, "9") is None
        assert (5, 0) == (
            kept_by.count_assessments(ME, HERE),
            kept_by.count_assessments("user:2", HERE),
        )
    assert [] == faults_of(brain)
