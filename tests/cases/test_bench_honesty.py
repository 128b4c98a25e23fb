"""Does the benchmark measure what a user gets, and say exactly what it measured?"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.shell import Shell

ITEMS: list[dict[str, Any]] = [
    {
        "id": "gateway",
        "category": "plain",
        "q": "which port does the gateway listen on",
        "gold": ["8443"],
        "context_memories": [
            {"text": "The gateway listens on port 8443 because 443 needs root."},
            {"text": "The gateway was painted by Ivo."},
            {"text": "Backups of the ledger run at three in the morning."},
        ],
    },
    {
        "id": "oslo",
        "category": "silence",
        "q": "who won the chess tournament in Oslo",
        "gold": [],
        "context_memories": [{"text": "Deployments of the web client happen on Tuesdays."}],
    },
    {
        "id": "licence",
        "category": "plain",
        "q": "what licence does the parser crate `tokenline` have",
        "gold": ["apache-2.0"],
        "context_memories": [
            {"text": "The parser crate `tokenline` is under Apache-2.0."},
            {"text": "The lexer crate `wordline` is under MIT."},
        ],
    },
]


@pytest.fixture
def measured(shell: Shell) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Run the verb on a small set, and give its report and the lines of its questions file."""
    data = shell.folder / "cas_small.jsonl"
    data.write_text("".join(json.dumps(item) + "\n" for item in ITEMS), encoding="utf-8")
    out = shell.folder / "questions.jsonl"
    words = ("bench", "recall", "--suite", "cas", "--data", str(data), "--out", str(out))
    report: dict[str, Any] = shell.ask(*words)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return report, rows


def asked_by_hand(shell: Shell, home: Path, items: list[dict[str, Any]]) -> list[list[str]]:
    """Commit the memories and ask the questions as a user types them, and give the statements."""
    here = Shell(home, home)
    home.mkdir()
    for item in items:
        for memory in item["context_memories"]:
            here.run("commit", memory["text"], status=0)
    return [here.statements(item["q"]) for item in items]


@pytest.mark.slow
def test_measured_answers_are_those_of_the_command(
    shell: Shell, measured: tuple[dict[str, Any], list[dict[str, Any]]], tmp_path: Path
) -> None:
    """Typing the same commits and questions by hand gives the same cards, in order (case 145).

    So the figures are those of the product, and not of an index inside it.
    """
    _, rows = measured
    cards = [[card["text"] for card in row["cards"]] for row in rows]
    alone = [asked_by_hand(shell, tmp_path / item["id"], [item])[0] for item in ITEMS]
    pooled = asked_by_hand(shell, tmp_path / "pooled", ITEMS)
    assert [*alone, *pooled] == cards


def test_every_figure_says_what_it_counts(
    measured: tuple[dict[str, Any], list[dict[str, Any]]],
) -> None:
    """Each pool stands alone with its size, and each figure has numerator, denominator, meaning.

    case 146
    """
    report, rows = measured
    assert ["per_item", "pooled"] == [pool["pool"] for pool in report["pools"]]
    assert [(1, 3), (6, 6)] == [(pool["facts_min"], pool["facts_max"]) for pool in report["pools"]]
    for pool in report["pools"]:
        figures = pool["all"]
        assert {"at_1", "at_5"} == set(figures["answer"])
        for share in (*figures["answer"].values(), figures["abstention"], figures["silent"]):
            assert {"hits", "of", "value"} == set(share)
        assert figures["answer"]["at_1"]["of"] + figures["abstention"]["of"] == len(ITEMS)
        assert {"plain", "silence"} == set(pool["categories"])
    assert ("cas", "cas_small.jsonl", []) == tuple(
        report[key] for key in ("suite", "source", "exclusions")
    )
    assert {"@k", "abstained", "reachable", "silent", "own"} <= set(report["definitions"])
    assert all(row["pool"] in ("per_item", "pooled") for row in rows)


def test_tables_for_people_are_apart_and_name_no_judge(shell: Shell) -> None:
    """Two tables with their pool in the title; nobody else's figures stand beside ours (case 146).

    What is printed names the metric, k, the size of the pool and what was left out.
    """
    data = shell.folder / "cas_small.jsonl"
    data.write_text("".join(json.dumps(item) + "\n" for item in ITEMS), encoding="utf-8")
    out = shell.run("bench", "recall", "--suite", "cas", "--data", str(data), status=0).out
    for word in ("@1", "@5", "pool", "cas_small.jsonl", "exclu"):
        assert word in out
    folded = out.casefold()
    assert [] == [word for word in ("judge", "llm", "gpt", "mem0", "zep") if word in folded]
