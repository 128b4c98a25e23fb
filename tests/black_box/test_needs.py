"""Does an agent subscribe, and get what it needs, with the installed command?"""

import json
import re
from pathlib import Path
from typing import Any

from tests.black_box.shell import Shell
from tests.services.repositories import make_repository


def captured(shell: Shell, *texts: str, source: str = "ci") -> None:
    """Hand texts over, each as an event of one source."""
    shell.ask("capture", "register", "--source", source, "--role", "tool_report")
    for text in texts:
        put = ("capture", "put", "--source", source, "--event-key", text[:40])
        shell.ask(*put, given=text.encode())


def subscribed(shell: Shell, **spec: Any) -> Any:
    """Subscribe to a need."""
    body = {"id": "ci", "cues": ["failed", "timeout"], **spec}
    return shell.ask("capture", "subscribe", given=json.dumps(body).encode())


def test_subscribe_and_prepare(shell: Shell) -> None:
    """A view comes with a delivery; handed back, nothing is sent; the payload is the evidence."""
    captured(shell, "3 tests failed", "all is well", "日本 timeout")
    view = subscribed(shell)
    assert ("ready", ["obs:3", "obs:1"]) == (view["status"], view["source_refs"])
    assert view["delivery_id"] is None
    ask = ("capture", "prepare", "--id", "ci", "--context", "s7")
    first = shell.ask(*ask)
    assert ["日本 timeout", "3 tests failed"] == [one["text"] for one in first["evidence"]]
    again = shell.ask(*ask, "--present", first["delivery_id"])
    assert (True, [], 0) == (again["present"], again["evidence"], again["payload_bytes"])
    printed = shell.run(*ask, "--payload", status=0).out
    assert first["evidence"] == json.loads(printed)
    assert first["payload_bytes"] == len(printed.encode())
    assert "" == shell.run(*ask, "--payload", "--present", first["delivery_id"], status=0).out
    said = shell.run(*ask, status=0).out
    row = r"^obs:1 \d{4}-\d\d-\d\dT\d\d:\d\d tool_report of ci: 3 tests failed$"
    assert re.search(row, said, re.MULTILINE)


def test_a_view_that_gives_nothing_says_why(shell: Shell) -> None:
    """The status is the error of a payload, with a status of its own; the view itself succeeds."""
    captured(shell, "failed")
    subscribed(shell)
    shell.ask("capture", "disable", "--source", "ci")
    ask = ("capture", "prepare", "--id", "ci", "--context", "s7")
    assert ("permission_required", ["ci"]) == tuple(
        shell.ask(*ask)[key] for key in ("status", "blocked")
    )
    refused = shell.run(*ask, "--payload", "--json")
    assert 7 == refused.status
    assert "permission_required" == refused.error["code"]
    assert "permission_required: ci" in shell.run(*ask, status=0).out
    missing = shell.run("capture", "prepare", "--id", "no", "--context", "s7", "--json")
    assert 3 == missing.status
    assert "need_missing_or_expired" in missing.error["message"]


def test_a_question_goes_on_page_by_page(shell: Shell) -> None:
    """More than fits is a part, said to be one, with where to go on; or nothing, when asked."""
    captured(shell, *(f"failed {number}" for number in range(5)))
    ask = ("capture", "query", "failing", "--limit", "2")
    first = shell.ask(*ask)
    assert ("partial", ["obs:5", "obs:4"]) == (first["status"], first["source_refs"])
    assert {"count": 3, "bytes": 24, "too_large": []} == first["omitted"]
    seen, following = first["source_refs"], first["next"]
    while following is not None:
        page = shell.ask(*ask, "--after", following)
        seen, following = seen + page["source_refs"], page["next"]
    assert ["obs:5", "obs:4", "obs:3", "obs:2", "obs:1"] == seen
    assert "quota_blocked" == shell.ask(*ask, "--whole")["status"]
    assert "3 observations more, 24 bytes" in shell.run(*ask, status=0).out
    assert f"--after {first['next']}" in shell.run(*ask, status=0).out
    assert 2 == shell.run(*ask, "--after", "x").status
    assert "" == shell.run(*ask, "--quiet", status=0).out


def test_what_belongs_together_stays_together(shell: Shell) -> None:
    """A required observation comes along, after a rebuild too."""
    captured(shell, "failed", "but only on arm64")
    done = shell.ask("capture", "require", "--parent", "obs:1", "--child", "obs:2")
    assert {"status": "required", "parent": "obs:1", "child": "obs:2"} == done
    assert {"projected": 2} == shell.ask("capture", "rebuild")
    view = subscribed(shell)
    assert [("obs:2", "required"), ("obs:1", "literal")] == [
        (one["reference"], one["route"]) for one in view["evidence"]
    ]
    assert 2 == shell.run("capture", "require", "--parent", "obs:1", "--child", "obs:1").status


def test_other_projects_are_searched_when_named(shell: Shell, tmp_path: Path) -> None:
    """A question sees its own project; a path, a name or all of them add others."""
    here, there = tmp_path / "here", tmp_path / "there"
    make_repository(here)
    make_repository(there)
    shell = shell.at(here)
    captured(shell, "failed here")
    captured(shell.at(there), "failed there", source="other")

    def seen(*words: str) -> list[str]:
        refs: list[str] = shell.ask("capture", "query", "failed", *words)["source_refs"]
        return refs

    assert ["obs:1"] == seen()
    assert ["obs:2", "obs:1"] == seen("--path", str(there / "src.py"))
    assert ["obs:2", "obs:1"] == seen("--everywhere")
    assert ["obs:2"] == seen("--project", "there") == seen("--scope", str(there))
    assert ["obs:2", "obs:1"] == seen("--scope", "there", "--path", ".")
    assert {"projected": 1} == shell.ask("capture", "rebuild", "--scope", "there")
    view = subscribed(shell, scope="there")
    assert ["obs:2"] == view["source_refs"]


def test_a_need_that_is_wrong_names_its_fault(shell: Shell) -> None:
    """No object, an unknown field, a bound: each is refused with its field, and nothing is made."""
    for given, words in (
        (b"", "not JSON"),
        (b"[]", "no object"),
        (b'{"id": "x", "cues": ["a"], "limit": 3}', "limit"),
        (b'{"cues": ["a"]}', "'id' is missing"),
        (b'{"id": "x"}', "invalid_need_cues"),
        (b'{"id": "x", "cues": ["a"], "max_results": 129}', "invalid_need_bounds"),
        (b'{"id": "x", "cues": ["a"], "overflow": "cut"}', "overflow"),
        (b'{"id": "x", "cues": ["a"], "max_results": "many"}', "max_results"),
    ):
        refused = shell.run("capture", "subscribe", given=given)
        assert (2, True) == (refused.status, words in refused.err), refused.err
    assert not (shell.home / ".cortex").exists()
