"""Is a graph that grows message by message the graph of all messages?"""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from cortex.core.seat.graph import building
from cortex.core.seat.graph.building import Asked, build
from cortex.core.seat.graph.names import Known
from cortex.model.client_graph import (
    BY_MODEL,
    ORIGIN_CONFIG,
    Graph,
    GraphEntity,
    GraphFact,
    GraphMessage,
    GraphRole,
)
from tests.core.seat.graph.talk import ACME, NOUNS, built, held, kept, message

TALK = (
    "Acme's invoice day is the 15th.",
    "Zed's budget is 9,000 EUR now.",
    "The deadline for the Acme logo is 12 March.",
    "Zephyr Ltd, also known as Zed, is on hold.",
    "From now on Acme's invoice day is the 1st.",
    "Acme likes phone calls.",
    "Acme doesn't want phone calls.",
    "东海贸易的发票日是每月1号。",
    "东海贸易的发票日改为每月15号。",
    "I prefer calls in the morning",
    "Zed's budget is 12,000 EUR now.",
    "Acme's owner is Bob.",
)


def messages() -> list[GraphMessage]:
    """Give a talk of two people."""
    return [
        message(text, at, speaker=("Dana Roe", "Ben Ito")[at % 2], sender=str(at % 2))
        for at, text in enumerate(TALK)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_what_grows_in_any_order_is_what_is_built_at_once(seed: int) -> None:
    """Late messages, late names and late nouns give the same facts, byte for byte."""
    order = messages()
    random.Random(seed).shuffle(order)
    graph = Graph()
    for size in range(1, len(order) + 1):
        graph = kept(build(graph, order[:size], NOUNS, ()).graph)
    assert kept(build(Graph(), messages(), NOUNS, ()).graph) == graph


def test_only_new_messages_are_read() -> None:
    """A second build of the same logs reads nothing; one more message is one more."""
    first = build(Graph(), messages()[:4], NOUNS, ())
    again = build(kept(first.graph), messages()[:4], NOUNS, ())
    assert (0, 0, first.graph) == (again.new, again.kept, again.graph)
    more = build(kept(first.graph), messages()[:5], NOUNS, ())
    assert (1, 1) == (more.new, more.kept)


def test_a_noun_that_is_named_later_is_found_in_old_messages() -> None:
    """The operator adds a noun, and what was said of it counts at once; and goes with it."""
    orca = GraphEntity("orca", "Orca", "company", ORIGIN_CONFIG)
    talk = [message("Orca's budget is 5,000 EUR.")]
    empty = build(Graph(), talk, (), ()).graph
    assert () == empty.facts
    named = build(kept(empty, ()), talk, (orca,), ()).graph
    assert ["5,000 EUR"] == [one.value for one in named.facts]
    assert () == build(kept(named, (orca,)), talk, (), ()).graph.facts


def test_what_is_gone_from_the_logs_is_gone_from_the_graph() -> None:
    """Case 97: a message that was taken out leaves no fact, no noun, and what it replaced holds."""
    whole = kept(build(Graph(), messages(), NOUNS, ()).graph)
    left = [one for one in messages() if one.text not in {TALK[4], TALK[3]}]
    graph = build(whole, left, NOUNS, ()).graph
    assert "the 15th" in [one.value for one in held(graph)]
    assert "zephyr ltd" not in [one.key for one in graph.entities]
    assert build(Graph(), left, NOUNS, ()).graph == graph


def test_a_later_value_replaces_an_earlier_one() -> None:
    """Case 85: by when it was said, whenever it came in; and what is said again is no change."""
    graph = built(*TALK[:1], TALK[4], "As said, Acme's invoice day is the 1st.").graph
    old, new, again = graph.facts
    assert (new.fact_id, "", "") == (old.superseded_by, new.superseded_by, again.superseded_by)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Acme likes phone calls.", "Acme does not want phone calls."),
        ("Acme's logo deadline is Friday", "Acme's logo deadline moved to Monday"),
        ("Acme is based in Berlin.", "Acme is based in Paris."),
        ("さくら商事の支払日は月初です。", "さくら商事の支払日は月末になりました。"),
        ("Acme bezahlt: bar", "Acme bezahlt: per Karte"),
    ],
)
def test_replacing_works_for_any_predicate(before: str, after: str) -> None:
    """Case 86: what can hold one value at a time, and what says the opposite, replaces."""
    graph = built(before, after).graph
    assert 1 == len(held(graph)), graph.facts
    assert graph.facts[-1] == held(graph)[0]


def test_things_that_can_both_hold_replace_nothing() -> None:
    """Two wishes are two wishes, and two nouns have a budget each."""
    graph = built(
        "Acme wants a blue logo.", "Acme wants weekly reports.", "Our budget is 5 EUR in all."
    ).graph
    assert 3 == len(held(graph))
    day = built("Acme's logo deadline is 12 March", "Acme's logo deadline is 12.03.2027").graph
    assert 2 == len(held(day))


def test_one_instant_replaces_nothing() -> None:
    """Of two values said at the same instant neither is later."""
    two = [message(f"Acme's invoice day is the {at}th.", 0)._replace(sha=f"s{at}") for at in (5, 6)]
    assert 2 == len(held(build(Graph(), two, NOUNS, ()).graph))


def test_a_model_is_asked_once_and_only_where_rules_are_silent() -> None:
    """What it found stays through later builds; what it was asked about is not asked again."""
    asked: list[list[str]] = []

    def asker(messages: Sequence[GraphMessage], known: Known) -> Asked:
        asked.append([one.text for one in messages])
        facts = tuple(
            GraphFact("f" * 16, ACME.key, "colour", "teal", "", one.text, 0, len(one.text), one.sha,
                      is_single=True, extractor=BY_MODEL)
            for one in messages if known.entities
        )  # fmt: skip
        return facts, Counter({"model_line": 1}), frozenset(one.sha for one in messages)

    talk = [message("Acme, you know, all teal!"), message("Acme's budget is 5 EUR a day.", 1)]
    first = build(Graph(), talk, NOUNS, (), asker)
    second = build(kept(first.graph), talk, NOUNS, (), asker)
    assert [["Acme, you know, all teal!"], []] == asked
    assert ({"teal", "5 EUR a day"}, 1) == (
        {one.value for one in second.graph.facts},
        first.reasons["model_line"],
    )


def test_roles_are_the_operator_s() -> None:
    """They are kept as given, sorted, and have no quote."""
    role = GraphRole(ACME.key, "billing contact", "Dana Roe")
    assert (role,) == build(Graph(), [], NOUNS, (role, role)).graph.roles


def test_a_value_said_a_thousand_times_is_replaced_by_the_next_other() -> None:
    """However often something is repeated, what follows replaces all of it, in one pass."""
    rows = [message("Acme's invoice day is the 5th.", at) for at in range(1_000)]
    rows.append(message("Acme's invoice day is the 6th.", 1_000))
    graph = build(Graph(), rows, NOUNS, ()).graph
    assert {graph.facts[-1].fact_id} == {one.superseded_by for one in graph.facts[:-1]}


def test_only_the_newest_messages_and_facts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit all stay; one more and the oldest goes, with its fact."""
    monkeypatch.setattr(building, "MESSAGES_MAX", 3)
    rows = [message(f"Acme's item number{at} is in box {at}.", at) for at in range(4)]
    assert 3 == len(build(Graph(), rows[:3], NOUNS, ()).graph.facts)
    graph = build(Graph(), rows, NOUNS, ()).graph
    assert ["in box 1", "in box 2", "in box 3"] == [one.value for one in graph.facts]
    again = build(kept(graph), rows, NOUNS, ())
    assert (0, graph) == (again.new, again.graph)
    monkeypatch.setattr(building, "FACTS_MAX", 2)
    assert 2 == len(build(Graph(), rows, NOUNS, ()).graph.facts)
