"""What is reached from a record, within a budget?"""

import pytest

from tests.black_box.vault.desk import Desk

INPUT = (4, "invalid_input")
EDGES = {"a": "bc", "b": "da", "c": ["d", "zz"], "d": "e", "e": "", "f": "f"}


@pytest.fixture
def graph(desk: Desk) -> Desk:
    """Give six notes with edges between them, one of them to nowhere."""
    for name, targets in EDGES.items():
        lines = "".join(f"slug: {target}\n" for target in targets)
        desk.note(name, "2026-01-01", f"alpha\n{lines}")
    return desk


def reached(desk: Desk, start: str, *words: str) -> tuple[list[str], bool]:
    """Give the ids reached, and whether some were left out."""
    expansion = desk.ask("search", "alpha", "--expand", start, *words).data["expansion"]
    assert ["items", "est_tokens", "truncated"] == list(expansion)
    assert expansion["est_tokens"] == sum(item["est_tokens"] for item in expansion["items"])
    return [item["id"] for item in expansion["items"]], expansion["truncated"]


def test_walk_is_breadth_first(graph: Desk) -> None:
    """Each record once, the nearest first; unknown targets are passed over. Vault I1, I5, I6"""
    assert (list("abcde"), False) == reached(graph, "a")
    assert (["f"], False) == reached(graph, "f")


def test_number_of_records_is_bounded(graph: Desk) -> None:
    """Truncated says whether something that could be reached is missing. Vault I2, I3, I10"""
    assert (["a", "b"], True) == reached(graph, "a", "--max-nodes", "2")
    assert (list("abcde"), False) == reached(graph, "a", "--max-nodes", "5")
    assert (list("abcd"), True) == reached(graph, "a", "--max-nodes", "4")
    assert (["b", "d", "a"], True) == reached(graph, "b", "--max-nodes", "3")
    assert (["d", "e"], False) == reached(graph, "d", "--max-nodes", "2")


def test_only_repeats_left_is_not_truncated(desk: Desk) -> None:
    """Edges back to what was given do not count as missing. Vault I10"""
    desk.note("a", "2026-01-01", "alpha\nslug: b\nslug: b\n")
    desk.note("b", "2026-01-01", "alpha\nslug: a\nslug: b\n")
    assert (["a", "b"], False) == reached(desk, "a", "--max-nodes", "2")


def test_tokens_are_bounded(graph: Desk) -> None:
    """A record that does not fit ends the walk, the first one too. Vault I9"""
    assert ([], True) == reached(graph, "a", "--max-tokens", "1")
    sizes = {item["id"]: item["est_tokens"] for item in graph.ask("search", "alpha").data["items"]}
    two = sizes["a"] + sizes["b"]
    assert (["a", "b"], True) == reached(graph, "a", "--max-tokens", str(two))
    assert (["a"], True) == reached(graph, "a", "--max-tokens", str(two - 1))


@pytest.mark.parametrize("words", [[], ["--expand", "a"]])
def test_budgets_have_bounds(graph: Desk, words: list[str]) -> None:
    """A budget out of bounds is refused, with and without a walk. Vault I7, I13"""
    for name, bad in (
        ("--max-nodes", "0"),
        ("--max-nodes", "101"),
        ("--max-tokens", "0"),
        ("--max-tokens", "50001"),
    ):
        assert INPUT == graph.ask("search", "alpha", *words, name, bad).refusal
    top = ("--max-nodes", "100", "--max-tokens", "50000")
    assert 0 == graph.ask("search", "alpha", *words, *top).status


def test_filters_do_not_bound_the_walk(graph: Desk) -> None:
    """The walk shows what is connected, whatever the search is limited to. Vault I11"""
    reply = graph.ask("search", "alpha", "--expand", "b", "--type", "nothing")
    assert [] == reply.ids
    assert list("bdaec") == [item["id"] for item in reply.data["expansion"]["items"]]


def test_wikilinks_are_edges(desk: Desk) -> None:
    """A link of a note names another by file, path or with an alias; related stays as it was."""
    desk.note("a", "2026-01-01", "alpha [[B]] [[sub/c|see]] [[a#Part]] [[nowhere]]")
    desk.note("b", "2026-01-01", "alpha")
    desk.note("sub/c", "2026-01-01", "alpha")
    assert (["a", "b", "sub/c"], False) == reached(desk, "a")
    assert [] == desk.get("a")["related"]
