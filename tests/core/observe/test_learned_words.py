"""Do words lead to others only on independent evidence, and as strongly as it is?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.observe.associations import aliases, cue_terms, features, supports
from cortex.model.associations import Alias, Evidence
from cortex.model.limits import ASSOCIATION_CUES_MAX, ASSOCIATION_TERMS_MAX, ASSOCIATIONS_MAX
from cortex.model.observations import Role


def evidence(number: int, text: str, source: int | None = None, **changes: object) -> Evidence:
    """Give an observation of a source of its own, unless said otherwise."""
    made = Evidence(number, source or number, Role.DOCUMENT, "1", text, text)
    return made._replace(**changes)  # type: ignore[arg-type]  # The fields are given by name.


def routes(asked: str, *seen: Evidence, feedback: dict[int, int] | None = None) -> list[Alias]:
    """Give the routes that observations teach for a question."""
    asked_terms = cue_terms([asked])
    taught = [one for one in supports(seen) if set(asked_terms) & set(one.terms)]
    return aliases(asked_terms, taught, feedback or {})


def test_two_independent_sources_make_a_route() -> None:
    """One source is a coincidence; two that use both words lead from one to the other (CQR H15)."""
    one, two = evidence(1, "deploy gateway slowly"), evidence(2, "restart gateway, deploy")
    assert [] == routes("deploy", one)
    assert [Alias("deploy", "gateway", 0.25, 2, 0, (1, 2))] == routes("deploy", one, two)
    assert [] == routes("nothing", one, two)
    assert [] == routes("", one, two)


@pytest.mark.parametrize(
    "seen",
    [
        [evidence(1, "deploy gateway"), evidence(2, "deploy gateway")],
        [evidence(1, "deploy gateway a"), evidence(2, "deploy gateway b", 1)],
        [evidence(1, "deploy gateway a"), evidence(2, "deploy gateway b", 1, generation="2")],
        [
            evidence(1, "deploy gateway a", role=Role.USER_STATEMENT),
            evidence(2, "deploy gateway b", 1, role=Role.USER_STATEMENT),
        ],
        [
            evidence(1, "deploy gateway a"),
            evidence(2, "deploy gateway b"),
            evidence(3, "shared text", 1),
            evidence(4, "shared text", 2),
        ],
        [
            evidence(1, "deploy gateway a"),
            evidence(2, "deploy gateway c", 3),
            evidence(3, "ab text", 1),
            evidence(4, "ab text", 2),
            evidence(5, "bc text", 2),
            evidence(6, "bc text", 3),
        ],
    ],
    ids=["copies", "one source", "its versions", "one session", "shared text", "through others"],
)
def test_copies_and_one_lineage_are_one_voice(seen: list[Evidence]) -> None:
    """Copies, versions, and sources with a text in common count once (CQR H15)."""
    assert [] == routes("deploy", *seen)
    assert 2 == routes("deploy", *seen, evidence(9, "deploy gateway z"))[0].support


def test_sessions_of_a_person_are_independent() -> None:
    """What a user says again in another session, in other words, is said twice."""
    said = [
        evidence(1, "deploy gateway a", 1, role=Role.USER_STATEMENT, generation="monday"),
        evidence(2, "deploy gateway b", 1, role=Role.USER_STATEMENT, generation="friday"),
    ]
    assert ["gateway"] == [route.alias for route in routes("deploy", *said)]


def test_feedback_moves_a_route_within_bounds() -> None:
    """It counts two eighths either way at most; a route at nothing is none."""
    seen = [evidence(1, "deploy gateway a"), evidence(2, "deploy gateway b")]
    scores = [
        [route.score for route in routes("deploy", *seen, feedback={1: said, 7: 9})]
        for said in (9, 1, -1, -2, -9)
    ]
    assert [[0.5], [0.375], [0.125], [], []] == scores


def test_support_is_full_at_eight() -> None:
    """More sources than eight make no stronger route, and praise takes none above one."""
    seen = [evidence(number, f"deploy gateway x{number}") for number in range(1, 11)]
    assert 1.0 == routes("deploy", *seen)[0].score
    assert (1.0, 10) == routes("deploy", *seen, feedback={1: 2})[0][2:4]


def test_no_word_of_the_question_is_an_alias() -> None:
    """What is asked for is found without a route (CQR H15)."""
    seen = [evidence(1, "deploy gateway router a"), evidence(2, "deploy gateway router b")]
    assert [("deploy", "router"), ("gateway", "router")] == [
        (route.cue, route.alias) for route in routes("deploy gateway", *seen)
    ]


def test_other_scripts_lead_somewhere() -> None:
    """A script without spaces or capitals teaches as well as Latin letters do."""
    seen = [evidence(1, "部署 网关 甲"), evidence(2, "部署 网关 乙")]
    assert ["网关"] == [route.alias for route in routes("部署", *seen)]
    greek = [evidence(1, "Διανομή πύλη ένα"), evidence(2, "πύλη διανομή δύο")]
    assert 1 == len(routes("διανομή", *greek))


def test_only_the_beginning_of_a_text_teaches() -> None:
    """The first 32 distinct words of the first 2,048 characters; short and stop words are none."""
    assert ASSOCIATION_TERMS_MAX == len(features(" ".join(f"word{n}x" for n in range(40))))
    assert ("deploy",) == features("to be it an of ok deploy " + " " * 2048 + " later")
    assert () == features("")
    assert () == features("x" * 65)
    assert ("port",) == features("[redacted] port [redacted]")


def test_question_and_answer_are_bounded() -> None:
    """Sixteen words of a question count, and sixty-four routes are given, the strongest."""
    assert ASSOCIATION_CUES_MAX == len(cue_terms([f"word{n}x" for n in range(30)]))
    texts = [" ".join(f"w{n}x{part}y" for n in range(20)) for part in range(5)]
    seen = [
        evidence(2 * part + copy, f"deploy {text} z{copy}", opening=f"deploy {text}")
        for part, text in enumerate(texts, start=1)
        for copy in (0, 1)
    ]
    strong = [evidence(90 + n, f"deploy strong q{n}") for n in range(3)]
    found = routes("deploy", *seen, *strong)
    assert ASSOCIATIONS_MAX == len(found)
    assert "strong" == found[0].alias


@given(order=st.permutations(range(1, 9)))
def test_order_of_evidence_is_no_matter(order: list[int]) -> None:
    """The same observations teach the same, in whatever order they are given."""
    seen = {n: evidence(n, f"deploy gateway t{n % 5}", n % 4 + 1) for n in range(1, 9)}
    expected = routes("deploy", *seen.values())
    assert expected == routes("deploy", *(seen[number] for number in order))
