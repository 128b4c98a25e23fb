"""Is recall measured on a real brain, through the shipped way, with the same bytes every time?"""

import json
from pathlib import Path

import pytest

from cortex.model.errors import InvalidRequest, UnknownName
from cortex.wiring.bench import MeasuredSuite, run_recall, suite_names

ITEMS = [
    {
        "id": "gateway",
        "category": "plain",
        "q": "which port does the gateway listen on",
        "gold": ["8443"],
        "context_memories": [
            {"text": "The gateway listens on port 8443 because 443 needs root."},
            {"text": "Backups of the ledger database run at three in the morning."},
        ],
    },
    {
        "id": "licence",
        "category": "plain",
        "q": "what licence does the parser crate `tokenline` have",
        "gold": ["apache-2.0"],
        "context_memories": [{"text": "The parser crate `tokenline` is under Apache-2.0."}],
    },
    {
        "id": "coffee",
        "category": "silence",
        "q": "who won the chess tournament in Oslo",
        "gold": [],
        "context_memories": [{"text": "Deployments of the web client happen on Tuesdays."}],
    },
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Give the file of a small set in a folder named after the suite."""
    path = tmp_path / "sets" / "cas" / "cas_small.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(item) + "\n" for item in ITEMS), encoding="utf-8")
    return path


def figures(measured: MeasuredSuite, pool: int) -> dict[str, object]:
    """Give the figures of all questions in one pool of the JSON form."""
    pools = measured.data["pools"]
    assert isinstance(pools, list)
    found = pools[pool]["all"]
    assert isinstance(found, dict)
    return found


def test_answers_and_silence_are_found_on_a_real_brain(data: Path) -> None:
    """Clear questions are answered alone and pooled, and the one without an answer gets no card."""
    measured = run_recall("cas", str(data))
    for pool in (0, 1):
        found = figures(measured, pool)
        assert {"hits": 2, "of": 2, "value": 1.0} == found["answer"]["at_5"]  # type: ignore[index]  # JSON values are objects to mypy.
        assert {"hits": 1, "of": 1, "value": 1.0} == found["abstention"]


def test_the_same_set_gives_the_same_bytes(data: Path, tmp_path: Path) -> None:
    """Two runs write the same questions file and the same report."""
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    reports = [run_recall("cas", str(data), str(path)) for path in files]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert reports[0].tables == reports[1].tables
    assert 2 * len(ITEMS) == len(files[0].read_text(encoding="utf-8").splitlines())


def test_every_question_is_written_with_its_cards(data: Path, tmp_path: Path) -> None:
    """The questions file holds one JSON object a line, alone first, then pooled."""
    out = tmp_path / "questions.jsonl"
    measured = run_recall("cas", str(data), str(out))
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert ["gateway", "licence", "coffee"] * 2 == [row["id"] for row in rows]
    assert ["per_item"] * 3 + ["pooled"] * 3 == [row["pool"] for row in rows]
    assert 1 == rows[0]["rank"]
    assert str(out) == measured.data["questions_file"]


@pytest.mark.parametrize("place", [".", "cas", "cas/cas_small.jsonl"])
def test_a_folder_leads_to_the_file_of_its_suite(data: Path, place: str) -> None:
    """The file, its folder, and the folder above with one named after the suite all work."""
    measured = run_recall("cas", str(data.parents[1] / place))
    assert "cas_small.jsonl" == measured.data["source"]


def test_two_files_in_a_folder_are_a_question_back(data: Path) -> None:
    """Nothing is picked for the caller when several files fit."""
    (data.parent / "cas_other.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(InvalidRequest, match=r"several files.*cas_other\.jsonl, cas_small\.jsonl"):
        run_recall("cas", str(data.parent))


def test_a_missing_file_and_an_empty_folder_are_named(tmp_path: Path) -> None:
    """The message holds the path that was looked at."""
    with pytest.raises(InvalidRequest, match=r"nowhere\.jsonl cannot be read"):
        run_recall("cas", str(tmp_path / "nowhere.jsonl"))
    with pytest.raises(InvalidRequest, match="holds no cas"):
        run_recall("cas", str(tmp_path))


def test_a_wrong_line_is_named_before_anything_is_measured(data: Path) -> None:
    """A broken line stops the run with file and number."""
    data.write_text(f"{json.dumps(ITEMS[0])}\nnot json\n", encoding="utf-8")
    with pytest.raises(InvalidRequest, match=r"cas_small\.jsonl, line 2: this is not JSON"):
        run_recall("cas", str(data))


def test_an_output_that_cannot_be_written_is_named_first(data: Path, tmp_path: Path) -> None:
    """The output file is tried before minutes are spent."""
    with pytest.raises(InvalidRequest, match="cannot be written"):
        run_recall("cas", str(data), str(tmp_path / "no" / "folder" / "out.jsonl"))


def test_an_unknown_suite_is_answered_with_a_known_one() -> None:
    """The nearest name is offered."""
    with pytest.raises(UnknownName) as caught:
        run_recall("cass", "anywhere")
    assert ("cas",) == caught.value.nearest
    assert "cas" in suite_names()


def test_nothing_is_left_in_the_home_of_the_caller(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A measurement neither reads nor makes the caller's own brain."""
    home = tmp_path / "home"
    monkeypatch.setenv("CORTEX_HOME", str(home))
    run_recall("cas", str(data))
    assert not home.exists()


def test_search_is_measured_through_the_shipped_search(tmp_path: Path) -> None:
    """Talks and commits go in, and what answers is found in both pools; twice the same bytes."""
    commits = {
        "p": {
            "docs": [{"text": "Fix the gateway port"}, {"text": "Update licence"}],
            "queries": [{"q": "The gateway listens on the right port", "gold": [0]}],
        }
    }
    talk = [
        {
            "sample_id": "t",
            "conversation": {
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [
                    {"speaker": "Ann", "dia_id": "D1:1", "text": "I sold the boat yesterday"},
                    {"speaker": "Bo", "dia_id": "D1:2", "text": "Who bought it?"},
                ],
            },
            "qa": [
                {"question": "When did Ann sell the boat?", "evidence": ["D1:1"], "category": 2}
            ],
        }
    ]
    for suite, content in (("devmem", commits), ("locomo", talk)):
        path, out = tmp_path / f"{suite}_small.json", tmp_path / f"{suite}.jsonl"
        path.write_text(json.dumps(content), encoding="utf-8")
        measured = run_recall(suite, str(path), str(out))
        for pool in (0, 1):
            assert {"at_5": 1.0, "at_10": 1.0} == figures(measured, pool)["fraction"]
        lines = out.read_bytes()
        assert [[1], [1]] == [json.loads(line)["places"] for line in lines.splitlines()]
        assert measured.tables == run_recall(suite, str(path), str(out)).tables
        assert lines == out.read_bytes()
        assert ('"at_1": 1.0' in json.dumps(measured.data)) is (suite == "locomo")
