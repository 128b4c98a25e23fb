"""Does the benchmark measure what a person verified, and refuse the rest before it begins?"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.vault.desk import Desk
from tests.black_box.vault.schemas import complaints

SCHEMA = "lifeos-cortex-benchmark/v1"
WHEN = "2026-06-01T10:00:00.000Z"
Change = Callable[[dict[str, Any]], Any]


def label(id_: str = "one", query: str = "alpha", *expected: str) -> dict[str, Any]:
    """Give a label that is as it should be; it expects a and b unless told otherwise."""
    ids = list(expected or ("a", "b"))
    return {
        "id": id_,
        "query": query,
        "expected_ids": ids,
        "provenance": {
            "schema": "lifeos-cortex-benchmark-label-provenance/v1",
            "expected_ids_verification": {
                "method": "manual-corpus-verification",
                "verified_at": WHEN,
                "verifier": "upgrade-validation",
                "verified_ids": ids,
            },
            "query_execution": {
                "command": ["cortex", "vault", "search", query],
                "method": "live-cortex-cli",
                "executed_at": WHEN,
                "query": query,
                "returned_ids": [*ids, "zz"],
            },
        },
    }


def write(desk: Desk, *rows: object) -> Path:
    """Put labels beside the root and give their file."""
    path = desk.home / "labels.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def bench(desk: Desk, labels: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """Run the benchmark; give its status and the one object it printed."""
    ended = desk.raw("bench", "--labels", str(labels), "--memory-root", str(desk.root), *words)
    assert b"" == ended.stderr, ended.stderr.decode()
    assert 1 == ended.stdout.count(b"\n")
    found: dict[str, Any] = json.loads(ended.stdout)
    if ended.returncode:
        assert [] == complaints(found, "program-refusal")
        assert SCHEMA == found["schema"]
    return ended.returncode, found


def test_report_compares_two_disclosures_of_one_ranking(base: Desk) -> None:
    """Quality is the same for both, samples are 25 a label, digests are known. Vault O1"""
    rows = [label(), label("two", "beta", "c", "d")]
    status, report = bench(base, write(base, *rows))
    assert 0 == status
    assert [] == complaints(report, "bench-report")
    for row in rows:
        assert [] == complaints(row, "bench-label")
    assert (SCHEMA, 2, None) == (report["schema"], report["labels"], report["vector_config"])
    full, cards = report["configs"]
    assert ("bm25-baseline", "progressive") == (full["name"], cards["name"])
    assert ("rank-full-records", "rank-cards-expand-selected") == (
        full["execution_path"],
        cards["execution_path"],
    )
    for measure in ("recall_at_5", "mrr", "temporal_accuracy", "false_recall"):
        assert full[measure] == cards[measure]
    assert {50} == {config["latency_samples"] for config in report["configs"]}
    assert 50 == report["measurements"]["ranking_runs"]
    digest = base.ask("rebuild", "--from-canonical").data["canonical_digest"]
    assert digest == report["provenance"]["corpus_digest"]
    assert report["provenance"]["command"].startswith("cortex vault bench --labels ")
    assert report["generated_at"] == report["provenance"]["generated_at"]


def test_measures_are_those_of_the_ranking(base: Desk) -> None:
    """Recall, reciprocal rank, order in time and false ids follow from the five best."""
    one = {**label(), "temporal_expected_order": ["b", "a"], "false_ids": ["b", "d"]}
    two = label("two", "beta", "a", "d")  # Found are b, c, d; a is not.
    _, report = bench(base, write(base, one, two))
    config = report["configs"][0]
    assert (0.75, 0.25, 0) == (
        config["recall_at_5"],
        config["false_recall"],
        config["temporal_accuracy"],
    )
    order = base.ask("search", "beta").ids
    assert (1 + 1 / (order.index("d") + 1)) / 2 == config["mrr"]


def test_one_expected_id_is_in_order_when_it_is_found(base: Desk) -> None:
    """Of one id alone, order in time asks whether it came up."""
    assert (
        1
        == bench(base, write(base, label("x", "alpha", "a")))[1]["configs"][0]["temporal_accuracy"]
    )
    assert (
        0
        == bench(base, write(base, label("x", "alpha", "d")))[1]["configs"][0]["temporal_accuracy"]
    )


def test_tokens_are_those_of_what_is_handed_over(base: Desk) -> None:
    """A payload costs a quarter of its bytes: records whole, or cards and the first record."""
    _, report = bench(base, write(base, label()))
    items = base.ask("get", *base.ask("search", "alpha").ids).data
    whole = json.dumps(items, ensure_ascii=False, separators=(",", ":")).encode()
    cards = base.ask("search", "alpha", "--page-size", "5").data
    first = base.ask("get", cards["items"][0]["id"]).data
    both = {"search": cards, "fetch": first}
    part = json.dumps(both, ensure_ascii=False, separators=(",", ":")).encode()
    assert [-(-len(whole) // 4), -(-len(part) // 4)] == [
        config["injected_tokens"] for config in report["configs"]
    ]


def test_memory_is_in_bytes_and_nothing_grows(base: Desk) -> None:
    """Peak memory is that of a Python process in bytes; the corpus is only read."""
    before = list(base.states())
    _, report = bench(base, write(base, label()))
    config = report["configs"][0]
    assert 8 << 20 < config["peak_rss_bytes"] < 1 << 30
    size = sum(path.stat().st_size for path in (base.root / "KNOWLEDGE").glob("*.md"))
    assert (size, 0, 1) == (
        config["disk_bytes"],
        config["disk_growth_bytes"],
        config["process_count"],
    )
    assert before == list(base.states())


def test_repeat_says_the_same_but_for_times(base: Desk) -> None:
    """With ``--now`` two runs differ in latency and memory only."""
    labels = write(base, label(), label("two", "beta", "c"))
    reports = [bench(base, labels, "--now", "2026-06-15")[1] for _ in range(2)]
    for report in reports:
        for config in report["configs"]:
            del config["p95_latency_ms"], config["peak_rss_bytes"]
    assert reports[0] == reports[1]
    assert "2026-06-15T00:00:00.000Z" == reports[0]["generated_at"]


def test_validity_is_that_of_the_instant(base: Desk) -> None:
    """A record outside its window is not found, though its label may name it."""
    base.note("old", "2026-01-01", "alpha", valid_until="2026-02-01")
    labels = write(base, label("x", "alpha", "old"))
    assert 0 == bench(base, labels)[1]["configs"][0]["recall_at_5"]
    past = bench(base, labels, "--now", "2026-01-15")[1]
    assert 1 == past["configs"][0]["recall_at_5"]


def _set(*path: str, to: object = ...) -> Change:
    """Give a change that sets what lies at a path, or removes it."""

    def change(row: dict[str, Any]) -> dict[str, Any]:
        at = row
        for name in path[:-1]:
            at = at[name]
        if to is ...:
            del at[path[-1]]
        else:
            at[path[-1]] = to
        return row

    return change


EXECUTION = ("provenance", "query_execution")
VERIFICATION = ("provenance", "expected_ids_verification")
FAULTS: dict[str, Change] = {
    "unknown field": _set("note", to="x"),
    "no id": _set("id"),
    "blank id": _set("id", to=" "),
    "long id": _set("id", to="x" * 257),
    "no provenance": _set("provenance"),
    "provenance extra": _set("provenance", "extra", to=1),
    "provenance schema": _set("provenance", "schema", to="other/v1"),
    "no execution": _set(*EXECUTION),
    "execution extra": _set(*EXECUTION, "extra", to=1),
    "execution method": _set(*EXECUTION, "method", to="recalled"),
    "execution query": _set(*EXECUTION, "query", to="beta"),
    "execution date only": _set(*EXECUTION, "executed_at", to="2026-06-01"),
    "execution no such day": _set(*EXECUTION, "executed_at", to="2026-02-30T10:00:00.000Z"),
    "execution no fraction": _set(*EXECUTION, "executed_at", to="2026-06-01T10:00:00Z"),
    "no search in the command": _set(*EXECUTION, "command", to=["cortex", "get", "alpha"]),
    "no query in the command": _set(*EXECUTION, "command", to=["cortex", "search", "beta"]),
    "command empty": _set(*EXECUTION, "command", to=[]),
    "command of 33 words": _set(*EXECUTION, "command", to=["search", "alpha", *["x"] * 31]),
    "command too long": _set(*EXECUTION, "command", to=["search", "alpha", "x" * 16_372]),
    "command blank word": _set(*EXECUTION, "command", to=["search", "alpha", " "]),
    "expected not returned": _set(*EXECUTION, "returned_ids", to=["a"]),
    "verification method": _set(*VERIFICATION, "method", to="guess"),
    "verifier": _set(*VERIFICATION, "verifier", to="someone"),
    "verified order": _set(*VERIFICATION, "verified_ids", to=["b", "a"]),
    "verified empty": _set(*VERIFICATION, "verified_ids", to=[]),
    "verified date only": _set(*VERIFICATION, "verified_at", to="2026-06-01"),
    "expected empty": _set("expected_ids", to=[]),
    "expected twice": _set("expected_ids", to=["a", "a"]),
    "expected blank": _set("expected_ids", to=["a", " "]),
    "expected not a list": _set("expected_ids", to="a"),
    "false ids twice": _set("false_ids", to=["c", "c"]),
    "false ids null": _set("false_ids", to=None),
    "false id unknown": _set("false_ids", to=["zz"]),
    "order unknown": _set("temporal_expected_order", to=["a", "zz"]),
    "query without terms": lambda _: label("one", "!!!"),
    "query of 65 terms": lambda _: label("one", "a " * 65),
    "query too long": lambda _: label("one", "a" * 2049),
    "id of no record": lambda _: label("one", "alpha", "nobody"),
    "no object": lambda _: ["alpha"],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_label_that_is_not_proved_is_refused(base: Desk, fault: str) -> None:
    """Anything unknown, missing, or not verified about a label refuses the run. Vault O2"""
    assert 4 == bench(base, write(base, FAULTS[fault](label())))[0]


def test_label_at_its_bounds_is_taken(base: Desk) -> None:
    """The longest id, command and text of a query that are allowed are allowed."""
    row = label("x" * 256, "a " * 63 + "b")
    row["provenance"]["query_execution"]["command"] = [
        *["search", row["query"], *["x"] * 29],
        "y" * (16_384 - len("search") - len(row["query"]) - 29 - 31),
    ]
    assert 0 == bench(base, write(base, row))[0]


@pytest.mark.parametrize(
    "content",
    [b"", b" \n\n", b"{broken", b"\xff\xfe", b'{"id":"a\x07"}', b"x" * ((1 << 20) + 1), b"null",
     b'{"id":NaN}', b"[" * 5000],
)  # fmt: skip
def test_file_of_labels_must_be_one(base: Desk, content: bytes) -> None:
    """An empty, broken, non-UTF-8 or oversized file, or one with controls, is refused. Vault O2"""
    path = base.home / "labels.jsonl"
    path.write_bytes(content)
    assert 4 == bench(base, path)[0]


def test_labels_are_a_regular_file_with_each_id_once(base: Desk) -> None:
    """A link, a folder, a pipe, a missing file and a duplicate id are refused. Vault O2"""
    path = write(base, label())
    link, pipe = base.home / "link", base.home / "pipe"
    link.symlink_to(path)
    os.mkfifo(pipe)
    for each in (link, pipe, base.home, base.home / "missing"):
        assert 4 == bench(base, each)[0]
    assert 4 == bench(base, write(base, label(), label()))[0]
    assert 4 == bench(base, write(base, *[label(str(n)) for n in range(1001)]))[0]


def test_words_are_checked(base: Desk) -> None:
    """Unknown, doubled, missing and positional words are refused with status 4."""
    path = str(write(base, label()))
    root = str(base.root)
    for words in (
        [], ["--labels", path], ["--memory-root", root], ["x"], ["--labels", path, "--frob", "x"],
        ["--labels", path, "--labels", path, "--memory-root", root],
        ["--labels", path, "--memory-root"], ["--labels", "--memory-root", root],
        ["--labels", path, "--memory-root", root, "--now", "soon"],
        ["--labels", path, "--memory-root", f"{root}/missing"],
    ):  # fmt: skip
        ended = base.raw("bench", *words)
        assert (4, b"") == (ended.returncode, ended.stderr)
        assert json.loads(ended.stdout)["ok"] is False


def test_broken_vault_is_not_measured(base: Desk) -> None:
    """A vault at fault refuses the run."""
    base.put("KNOWLEDGE/bad.md", b"\xff")
    assert 4 == bench(base, write(base, label()))[0]


def test_report_is_kept_once(base: Desk) -> None:
    """A good name is written once; the second run is refused and changes nothing. Vault O3"""
    folder = base.root / "BENCHMARKS" / "deep"
    folder.mkdir(parents=True)
    for place in (folder.parent, folder):
        path = place / "cortex-benchmark-v1-20260615.json"
        status, report = bench(base, write(base, label()), "--output", str(path))
        assert 0 == status
        kept = path.read_bytes()
        assert json.dumps(report, indent=2) + "\n" == kept.decode()
        assert 4 == bench(base, write(base, label()), "--output", str(path))[0]
        assert kept == path.read_bytes()
    assert [] == [path for path in folder.parent.rglob("*") if path.name.startswith(".")]


def test_report_stays_in_its_folder(base: Desk) -> None:
    """Wrong names, folders outside, links out and missing folders are refused. Vault O3"""
    inside, outside = base.root / "BENCHMARKS", base.home / "out"
    inside.mkdir()
    outside.mkdir()
    (inside / "link").symlink_to(outside)
    (inside / "cortex-benchmark-v2-x.json").symlink_to(outside / "target.json")
    name = "cortex-benchmark-v1-a.json"
    for path in (
        inside / "report.json", inside / "cortex-benchmark-v-a.json", inside / "x" / name,
        inside / "cortex-benchmark-v1-.json.txt", inside / "cortex-benchmark-v1+a.json",
        outside / name, base.root / name, inside / ".." / name, inside / "link" / name,
        base.root / "BENCHMARKS2" / name, inside / "cortex-benchmark-v2-x.json", inside,
        inside / "cortex-benchmark-v1-a.json\n",
    ):  # fmt: skip
        status, _ = bench(base, write(base, label()), "--output", str(path))
        assert 4 == status, path
    assert [] == list(outside.iterdir())


def test_output_is_checked_before_anything_is_read(base: Desk) -> None:
    """A path that is refused is refused although labels and vault are at fault as well."""
    (base.root / "BENCHMARKS").mkdir()
    base.put("KNOWLEDGE/bad.md", b"\xff")
    _, found = bench(base, base.home / "missing", "--output", str(base.home / "x.json"))
    assert "cortex-benchmark-v" in found["error"]
