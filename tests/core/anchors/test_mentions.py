"""Are the things of the user's world recognised by any of their names?"""

import pytest

from cortex.core.anchors.mentions import mentions_in, named_mentions, surface_of


def found(text: str) -> set[tuple[str, str]]:
    return {(m.kind, m.qualifier) for m in mentions_in(text)}


@pytest.mark.parametrize(
    "text", ["the auth service", "our login system", "auth-service", "AuthService", "oauth server"]
)
def test_names_of_one_service_are_one_entity(text: str) -> None:
    """The qualifier's cluster and the kind of the suffix word are the identity (CQR 2.2)."""
    assert ("service", "auth") in found(text)


def test_a_stop_word_or_a_kind_word_names_nothing() -> None:
    """ "the service" and "database cache" name no entity."""
    assert found("the service of our api server") == set()


def test_capitalised_runs_are_names() -> None:
    """Two to four capitalised words in a row are a name; a leading stop word is left out."""
    assert ("name", "mara voss") in found("ask Mara Voss about it")
    assert ("name", "cutover plan") in found("The Cutover Plan is ready")


def test_a_subject_is_known_by_all_its_aliases() -> None:
    """Every alias is a surface of the same entity, and the first name is its identity."""
    mentions = named_mentions("Payments Gateway", ("paygate", "PG"))

    assert [(m.surface, m.qualifier) for m in mentions] == [
        ("payments gateway", "payments gateway"),
        ("paygate", "payments gateway"),
        ("pg", "payments gateway"),
    ]
    assert all(m.is_explicit for m in mentions)


def test_no_names_no_mentions() -> None:
    """Blank names are no entity."""
    assert named_mentions(None, ()) == ()
    assert named_mentions("  ", ("",)) == ()


def test_surfaces_ignore_case_accents_and_separators() -> None:
    """The wording of a name is compared folded, with one space between words."""
    assert surface_of("Café-Service") == surface_of("cafe service") == "cafe service"
