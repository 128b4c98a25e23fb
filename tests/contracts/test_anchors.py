"""Are facts found by the handles they carry, strongest and newest first?"""

from cortex.model.anchors import AnchorHit, AnchorKind
from cortex.ports.brain import Brain
from tests.contracts.deposits import NOW, anchor, handles, path, stored

TICKET = (AnchorKind.TICKET, "ab-12")
SYMBOL = (AnchorKind.SYMBOL, "parse")


def test_hits_are_by_specificity_then_newest(brain: Brain) -> None:
    """The strongest anchor of a fact decides its place; the limit counts facts."""
    stored(brain, handles(anchors=[anchor(*TICKET, 2)]))
    stored(brain, handles(anchors=[anchor(*TICKET, 3), anchor(*SYMBOL, 1)]))
    stored(brain, handles(anchors=[anchor(*SYMBOL, 2)]))
    stored(brain, handles(anchors=[anchor(AnchorKind.SYMBOL, "other", 3)]))
    expected = [
        AnchorHit(2, *SYMBOL, 1, is_explicit=False),
        AnchorHit(2, *TICKET, 3, is_explicit=False),
        AnchorHit(3, *SYMBOL, 2, is_explicit=False),
        AnchorHit(1, *TICKET, 2, is_explicit=False),
    ]
    with brain.reading() as reader:
        asked = [TICKET, SYMBOL, (AnchorKind.FLAG, "--none")]
        assert expected == reader.anchor_hits(asked, NOW, 9)
        assert expected[:2] == reader.anchor_hits(asked, NOW, 1)
        assert expected[:3] == reader.anchor_hits(asked, NOW, 2)
        assert [] == reader.anchor_hits([], NOW, 9)


def test_kind_is_part_of_an_anchor(brain: Brain) -> None:
    """The same word as a symbol and as a term is two anchors."""
    stored(brain, handles(anchors=[anchor(AnchorKind.TERM, "parse", 1)]))
    with brain.reading() as reader:
        assert [] == reader.anchor_hits([SYMBOL], NOW, 9)


def test_repeated_anchor_counts_in_its_strongest_form(brain: Brain) -> None:
    """Named by the author and met in the text is one anchor: explicit, with the higher number."""
    given = [anchor(*SYMBOL, 3), anchor(*SYMBOL, 1, is_explicit=True)]
    stored(brain, handles(anchors=given))
    with brain.reading() as reader:
        assert {1: (AnchorHit(1, *SYMBOL, 3, is_explicit=True),)} == reader.anchors_of([1])


def test_anchors_of_a_fact_are_by_kind_then_value(brain: Brain) -> None:
    """Facts without anchors are left out."""
    given = [anchor(*SYMBOL), path("b"), path("a"), anchor(AnchorKind.CITATION, "decision::1")]
    stored(brain, handles(anchors=given))
    stored(brain)
    with brain.reading() as reader:
        found = reader.anchors_of([2, 1, 99])
        assert [1] == list(found)
        assert ["decision::1", "a", "b", "parse"] == [hit.value for hit in found[1]]


def test_degrees_count_carriers(brain: Brain) -> None:
    """An anchor nobody carries has no degree."""
    stored(brain, handles(anchors=[anchor(*SYMBOL), anchor(*TICKET)]))
    stored(brain, handles(anchors=[anchor(*SYMBOL, 1)]))
    with brain.reading() as reader:
        assert {SYMBOL: 2, TICKET: 1} == reader.anchor_degrees(
            [SYMBOL, (AnchorKind.FLAG, "--none"), TICKET]
        )
        assert {} == reader.anchor_degrees([])


def test_paths_below_count_and_paths_above_only_when_they_name_one_thing(brain: Brain) -> None:
    """A folder is found by its files, a file by the folder somebody named, never by shared ones."""
    stored(brain, handles(anchors=[path("src/pay/app.py"), path("src/pay", 2)]))
    stored(brain, handles(anchors=[path("src/pay", 3)]))
    stored(brain, handles(anchors=[path("src", 3)]))
    stored(brain, handles(anchors=[path("src/payments/ui.py")]))
    stored(brain, handles(anchors=[anchor(AnchorKind.TERM, "src/pay", 3)]))
    with brain.reading() as reader:
        below = reader.path_hits(["src/pay"], NOW, 9)
        assert [(3, "src"), (2, "src/pay"), (1, "src/pay"), (1, "src/pay/app.py")] == [
            (hit.fact_id, hit.value) for hit in below
        ]
        above = reader.path_hits(["src/pay/other.py"], NOW, 9)
        assert [(3, "src"), (2, "src/pay")] == [(hit.fact_id, hit.value) for hit in above]


def test_path_boundaries_and_case_are_respected(brain: Brain) -> None:
    """CQR A2: a neighbour whose name starts alike, or differs in case, is another path."""
    for value in ("src/app", "src/app2", "src/app-old/x", "src/app.py", "src/App", "src/app/%_"):
        stored(brain, handles(anchors=[path(value)]))
    with brain.reading() as reader:
        assert [6, 1] == [hit.fact_id for hit in reader.path_hits(["src/app"], NOW, 9)]
        assert [5] == [hit.fact_id for hit in reader.path_hits(["src/App"], NOW, 9)]
        assert [6, 1] == [hit.fact_id for hit in reader.path_hits(["src/app/%_"], NOW, 9)]


def test_path_hits_are_by_specificity_then_newest(brain: Brain) -> None:
    """The limit keeps the strongest, not the newest."""
    for specificity in (3, 2, 2):
        stored(brain, handles(anchors=[path("src/app", specificity)]))
    with brain.reading() as reader:
        for limit in range(5):
            hits = reader.path_hits(["src"], NOW, limit)
            assert [1, 3, 2][:limit] == [hit.fact_id for hit in hits]


def test_several_paths_are_one_question(brain: Brain) -> None:
    """A path that lies above one asked path and equals another counts as equal."""
    stored(brain, handles(anchors=[path("src/pay", 2)]))
    stored(brain, handles(anchors=[path("doc/a.md")]))
    with brain.reading() as reader:
        asked = ["src/pay/app.py", "src/pay", "doc"]
        assert [2, 1] == [hit.fact_id for hit in reader.path_hits(asked, NOW, 9)]
        assert [2] == [hit.fact_id for hit in reader.path_hits(asked, NOW, 1)]
        assert [] == reader.path_hits([], NOW, 9)
