"""Are things known by all their names, and facts found by the things they mention?"""

from cortex.model.anchors import Mention
from cortex.ports.brain import Brain
from tests.contracts.deposits import NOW, handles, stored

AUTH = Mention("auth service", "auth", "service")
LOGIN = Mention("login system", "auth", "service")
AUTH_DB = Mention("auth service", "auth", "store")
PAY = Mention("payment api", "payments", "api")


def ids_of(brain: Brain, surface: str) -> tuple[int, ...]:
    with brain.reading() as reader:
        return reader.entities_named([surface]).get(surface, ())


def test_names_of_one_thing_lead_to_one_entity(brain: Brain) -> None:
    """CQR A3: qualifier and kind are the identity, wordings are aliases."""
    stored(brain, handles(mentions=[AUTH]))
    stored(brain, handles(mentions=[LOGIN, PAY]))
    assert ids_of(brain, "auth service") == ids_of(brain, "login system")
    assert 1 == len(ids_of(brain, "auth service"))
    assert () == ids_of(brain, "auth")
    with brain.reading() as reader:
        assert {} == reader.entities_named([])


def test_one_name_of_two_things_gives_both(brain: Brain) -> None:
    """An alias may be ambiguous; ids come ascending."""
    stored(brain, handles(mentions=[AUTH, AUTH_DB]))
    both = ids_of(brain, "auth service")
    assert (2, sorted(both)) == (len(both), list(both))


def test_two_wordings_of_one_thing_are_one_mention(brain: Brain) -> None:
    """A fact that names a thing twice is one hit for it."""
    stored(brain, handles(mentions=[AUTH, LOGIN]))
    (auth,) = ids_of(brain, "auth service")
    with brain.reading() as reader:
        assert [(1, auth)] == reader.entity_hits([auth], NOW, 9)


def test_hits_are_newest_first_and_limit_counts_facts(brain: Brain) -> None:
    """A fact that mentions two asked entities is one fact with two hits."""
    stored(brain, handles(mentions=[AUTH]))
    stored(brain, handles(mentions=[AUTH, LOGIN, PAY]))
    stored(brain, handles(mentions=[PAY]))
    (auth,), (pay,) = ids_of(brain, "auth service"), ids_of(brain, "payment api")
    low, high = sorted((auth, pay))
    expected = [(3, pay), (2, low), (2, high), (1, auth)]
    with brain.reading() as reader:
        assert expected == reader.entity_hits([pay, auth, auth], NOW, 9)
        assert expected[:3] == reader.entity_hits([pay, auth], NOW, 2)
        assert [] == reader.entity_hits([], NOW, 9)


def test_aliases_are_found_by_first_letters_and_length(brain: Brain) -> None:
    """Each alias once, sorted, whatever the number of things it names."""
    stored(brain, handles(mentions=[AUTH, AUTH_DB, LOGIN, PAY]))
    with brain.reading() as reader:
        assert ["auth service"] == reader.aliases_near("a", 1, 20)
        assert ["login system", "payment api"] == [
            *reader.aliases_near("l", 12, 12),
            *reader.aliases_near("p", 11, 11),
        ]
        assert [] == reader.aliases_near("p", 12, 20)
