"""Is each token the kind of handle a developer would call it?"""

import pytest

from cortex.core.anchors.classify import anchors_in, names_in, path_anchors
from cortex.model.anchors import AnchorKind


def kinds(text: str, *, is_question: bool = False) -> list[tuple[str, str, int]]:
    return [
        (a.kind.value, a.value, a.specificity) for a in anchors_in(text, is_question=is_question)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see decision::12", ("citation", "decision::12", 3)),
        ("see memory::7.", ("citation", "memory::7", 3)),
        ("call std::vec::Vec", ("symbol", "std::vec::vec", 3)),
        ("in src/payments/api.py:", ("path", "src/payments/api.py", 3)),
        ("in src\\\\payments\\\\api.py", ("path", "src/payments/api.py", 3)),
        ("ticket PAY-1234!", ("ticket", "pay-1234", 3)),
        ("error E0308 again", ("error_code", "e0308", 3)),
        ("error TS2304", ("error_code", "ts2304", 3)),
        ("pass --dry-run", ("flag", "--dry-run", 2)),
        ("at https://Example.com/x?y", ("url_host", "example.com", 2)),
        ("STAGE2_QUEUE_CAPACITY is set", ("symbol", "stage2_queue_capacity", 2)),
        ("recallBudgetMs is set", ("symbol", "recallbudgetms", 2)),
        ("open_brain() opens", ("symbol", "open_brain", 3)),
        ("the pipeline.rs file", ("path", "pipeline.rs", 2)),
        ("uses gline-rs now", ("term", "gline-rs", 2)),
        ("重跑gen-itgc后", ("term", "gen-itgc", 2)),
        ("PRs like #412", ("ticket", "#412", 2)),
    ],
)
def test_a_handle_has_its_kind(text: str, expected: tuple[str, str, int]) -> None:
    """Citations before symbols (CQR 16.3, defect 6), then paths, tickets, codes, flags, names."""
    assert expected in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "read and/or write",
        "the 80/443 split",
        "a plain english sentence",
        "version 1.2.3",
        "about utf-8 text",
        "an error occurred",
        "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
    ],
)
def test_words_ratios_and_secrets_are_no_hard_handle(text: str) -> None:
    """A slash, a dash or the word "error" alone does not name one thing, and no secret does."""
    assert [k for k in kinds(text) if k[2] >= 3] == []


def test_paths_keep_their_case() -> None:
    """Two files that differ in case only are two files on most disks."""
    assert ("path", "src/Main.java", 3) in kinds("src/Main.java")


def test_a_question_may_spell_a_ticket_small() -> None:
    """People type tickets in lower case; a stored fact must use capitals."""
    assert kinds("what about pay-12", is_question=True)[0][:2] == ("ticket", "pay-12")
    assert kinds("what about pay-12")[0][0] == "term"


def test_a_named_path_is_found_from_its_parents_too() -> None:
    """An explicit path carries its ancestors of two segments or more, with less weight."""
    found = [(a.value, a.specificity) for a in path_anchors("src/payments/api/**")]

    assert found == [("src/payments/api", 3), ("src/payments", 2)]


def test_names_are_acronyms_capitals_inside_a_sentence_and_versioned_names() -> None:
    """The first word of a sentence has a capital anyway, so it is no name."""
    found = [a.value for a in names_in("Picked Chronos and PPR. Later Qwen3-embedding won.")]

    assert found == ["chronos", "ppr", "qwen"]
    assert {a.kind for a in names_in("use PPR")} == {AnchorKind.TERM}
