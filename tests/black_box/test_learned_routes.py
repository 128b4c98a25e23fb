"""Are routes and assemblies used, judged, moved and forgotten with the installed command?"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.black_box.shell import Shell

NOTES = b'{"b": 1.0, "a": [true, 1, "1", null], "n": 123456789012345678901234567890, "a1": {}}'


def heard(shell: Shell, key: str, text: str) -> str:
    """Keep a document of a source of its own and give its reference."""
    shell.ask("capture", "register", "--source", key, "--role", "document")
    put = ("capture", "put", "--source", key, "--event-key", "1")
    reference: str = shell.ask(*put, given=text.encode())["reference"]
    return reference


def assembled(shell: Shell, *members: tuple[str, str], notes: bytes = b"{}") -> Any:
    """Put records together as ``release``."""
    listed = ",".join(
        f'{{"revision_id": "{reference}", "role": "{role}", "fields": {notes.decode()}}}'
        for reference, role in members
    )
    told = f'{{"id": "release", "kind": "procedure", "members": [{listed}]}}'
    return shell.ask("capture", "assemble", given=told.encode())


def reported(shell: Shell, **changes: object) -> Any:
    """Report that ``release`` was worth something."""
    told = {
        "origin": "ci",
        "origin_event_id": "1",
        "training_unit": "run-7",
        "target": "asm:release",
        "kind": "verified_use",
        "reward": 1,
        "cues": ["deploy", "端口"],
    }
    return shell.ask("capture", "learn-event", given=json.dumps(told | changes).encode())


def test_words_are_learned_judged_and_dropped(shell: Shell) -> None:
    """Off, then on, weaker when blamed, and off again; nothing of it is lost (CQR H15)."""
    first = heard(shell, "a", "deploy goes through the gateway")
    heard(shell, "b", "restart the gateway after a deploy")
    explain = ("capture", "learn-explain", "deploy")
    assert {"status": "disabled", "routes": []} == shell.ask(*explain)
    assert "Nothing is used" in shell.run(*explain, status=0).out
    assert {"sources": 2} == shell.ask("capture", "learn")
    route = shell.ask(*explain)["routes"][0]
    assert ("gateway", "learned_local_association", 0.25) == (
        route["alias"],
        route["route"],
        route["score"],
    )
    assert "deploy -> gateway  0.250  obs:1, obs:2" in shell.run(*explain, status=0).out
    assess = ("capture", "assess", "--event-key", "run-7", "--id", first, "--assessment", "harmful")
    assert [True, False] == [shell.ask(*assess)["recorded"] for _ in range(2)]
    assert 0.125 == shell.ask(*explain)["routes"][0]["score"]
    conflict = shell.run("--json", *assess[:-1], "useful", status=2).error
    assert conflict["message"].startswith("feedback_identity_conflict")
    taken = shell.ask("capture", "unassess", "--event-key", "run-7")
    assert ("inactive", "harmful") == (taken["status"], taken["assessment"])
    assert 0.25 == shell.ask(*explain)["routes"][0]["score"]
    assert {"status": "disabled"} == shell.ask("capture", "learn-reset")
    assert "disabled" == shell.ask(*explain)["status"]
    assert 3 == shell.run("capture", "unassess", "--event-key", "nothing").status


def test_records_are_put_together_and_come_back_exactly(shell: Shell) -> None:
    """Every value of the notes, the order of their keys, and every byte (CQR H16)."""
    one, two = heard(shell, "a", "  deploy\ton friday \n"), heard(shell, "b", "never on friday")
    fact = shell.commit("The gateway listens on 8443")
    members = ((one, "support"), (two, "exception"), (fact, "qualification"))
    made = assembled(shell, *members, notes=NOTES)
    assert ("release@1", False, "ready") == (
        made["revision_id"],
        made["duplicate"],
        made["status"],
    )
    assert assembled(shell, *members, notes=NOTES)["duplicate"]
    got = shell.ask("capture", "assembly-get", "--id", "asm:release")
    assert ["obs:1", "obs:2", "rev:1@1"] == [member["revision_id"] for member in got["members"]]
    whole = shell.ask("capture", "assembly-expand", "--id", "release@1")
    assert ["  deploy\ton friday \n", "never on friday", "The gateway listens on 8443"] == [
        member["text"] for member in whole["members"]
    ]
    exact = NOTES.decode().replace(": ", ":").replace(", ", ",")
    assert [exact] * 3 == [member["fields_json"] for member in whole["members"]]
    assert json.dumps(json.loads(NOTES), sort_keys=True) == json.dumps(
        whole["members"][0]["fields"], sort_keys=True
    )
    shell.ask("capture", "retract", two, "--reason", "wrong")
    closed = shell.ask("capture", "assembly-expand", "--id", "release")
    assert "qualification_unavailable" == closed["status"]
    assert [None] * 3 == [member["text"] for member in closed["members"]]


def test_what_cannot_be_read_exactly_is_refused_before_anything_opens(shell: Shell) -> None:
    """Each fault is named with its place; no home is made (CQR H6)."""
    member = '{"revision_id": "obs:1", "role": "support"}'
    for given, named in (
        ("", "not JSON"),
        ("[]", "no object"),
        ('{"id": "a", "kind": "b", "members": 7}', "'members'"),
        ('{"id": "a", "kind": "b", "members": [7]}', "'members'"),
        ('{"id": "a", "kind": "b", "members": [{"revision_id": "obs:1"}]}', "'role'"),
        (f'{{"id": "a", "kind": "b", "members": [{member}], "principal": "x"}}', "'principal'"),
        (f'{{"id": 1, "kind": "b", "members": [{member}]}}', "'id'"),
        (f'{{"id": "a", "id": "b", "kind": "b", "members": [{member}]}}', "twice"),
        ('{"id": "a", "kind": "b", "members": [], "guards": [{"kind": "x"}]}', "'kind'"),
    ):
        error = shell.run("--json", "capture", "assemble", given=given.encode(), status=2).error
        assert named in error["message"], given
    for given, named in (
        ('{"origin": "ci"}', "'origin_event_id'"),
        ('{"reward": true}', "'origin'"),
    ):
        error = shell.run("--json", "capture", "learn-event", given=given.encode(), status=2).error
        assert named in error["message"]
    assert not (shell.home / ".cortex").exists()


def test_use_leads_to_an_assembly_until_taken_back(shell: Shell) -> None:
    """Off until rebuilt, shown with its reasons, and gone with the last report (CQR H16)."""
    one = heard(shell, "a", "deploy on friday")
    assembled(shell, (one, "support"))
    assert {"recorded": True, "status": "recorded"} == reported(shell, sources=[one])
    assert {"recorded": False, "status": "duplicate"} == reported(shell, sources=[one])
    why = ("capture", "why", "--query", "how do we deploy on 端口")
    assert {"status": "disabled", "explanations": []} == shell.ask(*why)
    assert {"edges": 2} == shell.ask("capture", "routes-rebuild")
    found = shell.ask(*why)["explanations"]
    assert ["release@1"] == [bundle["revision_id"] for bundle in found]
    assert (0.333333, 1.0, ["run-7"]) == tuple(
        found[0][key] for key in ("utility", "mass", "training_units")
    )
    assert "release@1" in shell.run(*why, status=0).out
    taken = ("capture", "learn-retract", "--origin", "ci", "--event", "1", "--reason", "flaky")
    assert "retracted" == shell.ask(*taken)["status"]
    assert [] == shell.ask(*why)["explanations"]
    assert "leads to no assembly" in shell.run(*why, status=0).out
    assert {"recorded": False, "status": "retracted"} == reported(shell, sources=[one])
    reported(shell, origin_event_id="2", sources=[one])
    assert {"retracted": 2} == shell.ask("capture", "learn-erase", "--source", one)
    assert [] == shell.ask(*why)["explanations"]
    assert {"status": "disabled"} == shell.ask("capture", "routes-reset")
    assert 3 == shell.run(*taken[:-3], "9", "--reason", "x").status


def test_one_report_is_kept_of_many_at_once(shell: Shell) -> None:
    """Eight processes hand the same report over at the same time: one keeps it, none fails."""
    one = heard(shell, "a", "deploy on friday")
    assembled(shell, (one, "support"))
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: reported(shell)["status"], range(8)))
    assert ["duplicate"] * 7 + ["recorded"] == sorted(told)
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: assembled(shell, (one, "exception")), range(8)))
    assert [False] + [True] * 7 == sorted(one["duplicate"] for one in made)
    assert {"release@2"} == {one["revision_id"] for one in made}


def test_answers_about_facts_are_the_same_with_and_without(shell: Shell) -> None:
    """Cards, order, reasons and bytes do not change; the section stands beside them (CQR H16)."""
    for number in range(6):
        shell.commit(f"The deploy of service{number} goes through the gateway on 84{number}3")
    one = heard(shell, "a", "deploy uses the gateway")
    heard(shell, "b", "gateway restarts with each deploy")
    questions = [
        ("query", "deploy gateway", "--why"),
        ("query", "8443"),
        ("query", "zebra"),
        ("boot",),
    ]
    request = ("op", "query", "--args", '{"need": "deploy gateway"}')
    before = [shell.run("--json", *words, status=0).out for words in questions]
    answered = shell.ask(*request)
    shell.ask("capture", "learn")
    assembled(shell, (one, "support"))
    reported(shell)
    shell.ask("capture", "routes-rebuild")
    assert before == [shell.run("--json", *words, status=0).out for words in questions]
    beside = shell.ask(*request)
    section = beside.pop("assemblies")
    assert ["release"] == [item["id"] for item in section["items"]]
    assert answered == beside
    out = ("op", "query", "--args", '{"need": "deploy gateway", "assemblies": false}')
    assert answered == shell.ask(*out)
    oriented = shell.ask("op", "orient", "--args", '{"task": "deploy"}')
    assert ["release"] == [item["id"] for item in oriented["assemblies"]["items"]]
    opened = shell.ask("op", "expand", "--args", '{"reference": "asm:release"}')
    assert "deploy uses the gateway" in json.dumps(opened)
    shell.ask("capture", "routes-reset")
    assert answered == shell.ask(*request)


def test_forgotten_words_leave_routes_and_assemblies(shell: Shell) -> None:
    """No file of the home holds them, and what quoted them teaches and tells nothing (CQR H15)."""
    secretly = "Anna signs as zanzibar"
    one = heard(shell, "a", f"deploy gateway. {secretly}")
    two = heard(shell, "b", "gateway before deploy")
    shell.ask("capture", "learn")
    shell.ask("capture", "routes-rebuild")
    noted = json.dumps({"said": secretly}).encode()
    assembled(shell, (two, "support"), notes=noted)
    reported(shell, cues=["zanzibar", "deploy"], sources=[one])
    assert ["gateway"] == [
        route["alias"] for route in shell.ask("capture", "learn-explain", "deploy")["routes"]
    ]
    fact = shell.commit(secretly)
    shell.run("forget", fact, "--apply", status=0)
    assert [] == shell.ask("capture", "learn-explain", "deploy")["routes"]
    assert [] == shell.ask("capture", "why", "--query", "deploy zanzibar")["explanations"]
    kept = shell.ask("capture", "assembly-expand", "--id", "release")
    assert "qualification_unavailable" == kept["status"]
    files = [path for path in shell.home.rglob("*") if path.is_file()]
    assert [] == [path for path in files if _holds(path, secretly) or _holds(path, "zanzibar")]


def test_everything_survives_export_and_restore(shell: Shell, tmp_path: Path) -> None:
    """In an empty brain routes are on where they were on, and lead to the same (CQR H15, H16)."""
    one = heard(shell, "a", "deploy goes through the gateway")
    heard(shell, "b", "restart the gateway after a deploy")
    shell.ask("capture", "learn")
    assembled(shell, (one, "support"), notes=NOTES)
    reported(shell)
    shell.ask("capture", "routes-rebuild")
    asked = [
        ("capture", "learn-explain", "deploy"),
        ("capture", "why", "--query", "deploy"),
        ("capture", "assembly-expand", "--id", "release"),
    ]
    before = [shell.ask(*words) for words in asked]
    file = tmp_path / "out.jsonl"
    shell.run("export", "--to", str(file), status=0)
    (tmp_path / "new").mkdir()
    other = Shell(tmp_path / "new", shell.folder, shell.variables)
    other.run("import", str(file), "--apply", status=0)
    assert before == [other.ask(*words) for words in asked]
    shell.run("rebuild-anchors", status=0)
    assert before == [shell.ask(*words) for words in asked]
    other.ask("capture", "learn-reset")
    other.run("rebuild-anchors", status=0)
    assert "disabled" == other.ask(*asked[0])["status"]


def _holds(path: Path, words: str) -> bool:
    return words.encode() in path.read_bytes()
