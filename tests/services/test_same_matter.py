"""Does a statement replace the earlier one about the same thing, however that thing is spelt?"""

import pytest

from cortex.model.facts import FactStatus, Visibility
from cortex.model.scopes import Scope
from cortex.ports.brain import Brain
from tests.recall.memory_kit import Kit

FIRST = "It answers on 8443"
SECOND = "It answers on 9000"


def statuses(brain: Brain) -> list[FactStatus]:
    """Give the status of every fact, by id."""
    with brain.reading() as reader:
        return [fact.content.status for fact in reader.iter_facts()]


REPLACED = [FactStatus.SUPERSEDED, FactStatus.ACTIVE]
BOTH = [FactStatus.ACTIVE, FactStatus.ACTIVE]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Auth Service", "Auth Service"),
        ("Auth Service", "auth-service"),
        ("auth-service", "authService"),
        ("Größe", "GRÖSSE"),
        ("Zürich Büro", "zurich-buro"),
        ("認証サービス", "認証サービス"),
    ],
)
def test_later_value_replaces_the_earlier(brain: Brain, one: str, other: str) -> None:
    """A subject and attribute are one matter in every spelling, and the spelling is kept."""
    kit = Kit(brain)
    first = kit.commit(FIRST, subject=one, attribute="Port")
    second = kit.commit(SECOND, subject=other, attribute="port")
    assert (first.fact.reference,) == second.superseded
    assert REPLACED == statuses(brain)
    assert (one, "Port") == first.fact.content.naming[:2]


def test_later_value_replaces_the_earlier_after_a_rebuild(brain: Brain) -> None:
    """What a fact is about is derived from it, so a rebuild finds it again."""
    kit = Kit(brain)
    kit.commit(FIRST, subject="Auth Service", attribute="Port")
    kit.rebuild()
    kit.commit(SECOND, subject="authService", attribute="port")
    assert REPLACED == statuses(brain)


def test_other_attribute_is_another_matter(brain: Brain) -> None:
    """Only both names together make a matter."""
    kit = Kit(brain)
    kit.commit(FIRST, subject="Auth Service", attribute="port")
    kit.commit("Mara Voss looks after it", subject="Auth Service", attribute="owner")
    assert BOTH == statuses(brain)


def test_other_scope_is_another_matter(brain: Brain) -> None:
    """The port in one project says nothing about the port in another."""
    kit = Kit(brain)
    kit.scope = Scope("project:/a/.git", "a")
    kit.commit(FIRST, subject="Auth Service", attribute="port")
    kit.scope = Scope("project:/b/.git", "b")
    kit.commit(SECOND, subject="auth-service", attribute="port")
    assert BOTH == statuses(brain)


@pytest.mark.parametrize("owners", [(1, 2), (None, 1), (1, None)])
@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.TEAM])
def test_other_owner_is_another_matter(
    brain: Brain, owners: tuple[int | None, int | None], visibility: Visibility
) -> None:
    """Nobody's statement closes somebody else's, also when both may read them."""
    kit = Kit(brain)
    for text, owner in zip((FIRST, SECOND), owners, strict=True):
        kit.commit(
            text, owner=owner, visibility=visibility, subject="Auth Service", attribute="port"
        )
    assert BOTH == statuses(brain)
