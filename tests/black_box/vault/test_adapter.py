"""Does a vault answer a program in process as it answers a command line?"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.black_box.vault.desk import KEYS, Desk

PRELUDE = """
import json, sys
from cortex import VaultRuntime, create_vault_adapter
calls = []
def add(item):
    calls.append(item)
    return answer
answer = {"ok": True, "type": "idea", "path": "p", "detail": {}}
made = create_vault_adapter("claude", VaultRuntime(sys.argv[1], add))
shown = lambda result: [result.exit_code, result.envelope]
IDEA = {"type": "idea", "title": "T", "content": "c"}
"""


def drive(desk: Desk, body: str) -> Any:
    """Run a program that uses the adapter and give what it put into `out`."""
    ended = subprocess.run(
        [sys.executable, "-c", f"{PRELUDE}\n{body}\nprint(json.dumps(out))", str(desk.root)],
        capture_output=True,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home), **desk.variables},
        timeout=60,
    )
    assert b"" == ended.stderr, ended.stderr.decode()
    return json.loads(ended.stdout)


def refused(shown: Any) -> tuple[int, str]:
    """Give status and code of an envelope that refuses, after checking its shape."""
    status, envelope = shown
    assert KEYS == list(envelope)
    assert envelope["ok"] is False
    assert envelope["data"] is None
    return status, envelope["error"]["code"]


def test_adapter_has_eight_members_and_cannot_be_changed(desk: Desk) -> None:
    """An adapter is its name and seven calls, and nothing of it can be set or removed. Vault N1"""
    body = """
out = {"members": [n for n in dir(made) if not n.startswith("_")], "name": made.name, "raised": 0}
for change in (lambda: setattr(made, "name", "codex"), lambda: setattr(made, "search", None),
               lambda: setattr(made, "new", 1), lambda: delattr(made, "name"),
               lambda: setattr(made, "_runtime", None)):
    try:
        change()
    except AttributeError:
        out["raised"] += 1
"""
    found = drive(desk, body)
    members = ["export", "get", "name", "propose", "remember", "search", "status", "timeline"]
    assert {"members": members, "name": "claude", "raised": 5} == found


def test_reading_answers_with_the_envelope_of_the_command_line(base: Desk) -> None:
    """Each reading call gives the envelope and status that the command prints."""
    body = """
out = [shown(made.status()), shown(made.search("alpha")), shown(made.get("a", "zz")),
       shown(made.export("c", "a")), shown(made.timeline("b")), shown(made.search("!!!")),
       shown(made.get())]
"""
    words = [["status"], ["search", "alpha"], ["get", "a", "zz"], ["export", "c", "a"],
             ["timeline", "--anchor", "b"], ["search", "!!!"], ["get"]]  # fmt: skip
    replies = [base.ask(*each, "--adapter", "claude") for each in words]
    assert [[reply.status, reply.envelope] for reply in replies] == drive(base, body)


@pytest.mark.parametrize("value", ["None", "1", "b'alpha'", "['a']", "{'a': 1}", "True"])
def test_reading_takes_texts_only(base: Desk, value: str) -> None:
    """A value that is no text is refused by every reading call that takes one. Vault N2"""
    body = f"""
bad = {value}
out = [shown(r) for r in (made.search(bad), made.get(bad), made.get("a", bad), made.export(bad),
                          made.timeline(bad))]
"""
    found = drive(base, body)
    assert [(4, "invalid_input")] * 5 == [refused(each) for each in found]
    commands = ["search", "get", "get", "export", "timeline"]
    assert commands == [envelope["command"] for _, envelope in found]


def test_permission_is_said_for_each_write(desk: Desk) -> None:
    """Without ``allowWrite: true`` a write is refused; with it the item goes over once. Vault N3"""
    body = """
denied = [shown(r) for r in (made.remember(IDEA), made.remember(IDEA, {}),
          made.remember(IDEA, {"allowWrite": False}), made.propose({"type": "proposal"}))]
before = len(calls)
given = shown(made.remember(IDEA, {"allowWrite": True}))
out = [denied, before, given, calls]
"""
    denied, before, (status, envelope), calls = drive(desk, body)
    assert [(5, "write_refused")] * 4 == [refused(each) for each in denied]
    assert 0 == before
    assert 0 == status
    written = {"ok": True, "type": "idea", "path": "p", "detail": {}}
    assert {"adapter": "claude", "result": written} == envelope["data"]
    assert [{"type": "idea", "title": "T", "content": "c"}] == calls


@pytest.mark.parametrize(
    "options",
    ["{'allowWrite': 1}", "{'allowWrite': 'true'}", "{'allowWrite': True, 'force': True}",
     "{object(): True}", "None", "[]", "{'allowWrite': None}", "True", "'allowWrite'"],
)  # fmt: skip
def test_permission_that_is_not_exactly_one_is_refused(desk: Desk, options: str) -> None:
    """Options that are not understood are invalid, and nothing is written. Vault N3"""
    found, calls = drive(desk, f"out = [shown(made.remember(IDEA, {options})), calls]")
    assert (4, "invalid_input") == refused(found)
    assert [] == calls


def test_item_must_be_json(desk: Desk) -> None:
    """A cycle, a set, bytes, not-a-number or no item at all is invalid; nothing is written."""
    body = """
cycle = {"type": "idea"}; cycle["self"] = cycle
yes = {"allowWrite": True}
out = [[shown(made.remember(bad, yes)) for bad in
        (cycle, {1, 2}, {"type": b"idea"}, {"n": float("nan")}, object(), {("a",): 1})]
       + [shown(made.remember())], calls]
"""
    found, calls = drive(desk, body)
    assert [(4, "invalid_input")] * 7 == [refused(each) for each in found]
    assert [] == calls


def test_gates_stand_before_the_writer(desk: Desk) -> None:
    """The type is bound to the command and the payload to 262,144 bytes. Vault L5, L6"""
    body = """
yes = {"allowWrite": True}
frame = len('{"type":"idea","content":""}')
large = lambda size: {"type": "idea", "content": "x" * (size - frame)}
out = [[shown(made.remember(bad, yes)) for bad in (None, [], {}, {"type": "proposal"}, "idea", 5,
        {"type": "other"}, {"type": ["idea"]})] + [shown(made.propose(IDEA, yes))],
       shown(made.remember(large(262_145), yes)), len(calls),
       shown(made.remember(large(262_144), yes))[0], len(calls)]
"""
    bound, large, before, status, after = drive(desk, body)
    assert [(5, "write_refused")] * 9 == [refused(each) for each in bound]
    assert (4, "invalid_input") == refused(large)
    assert (0, 0, 1) == (before, status, after)


def test_writing_without_a_writer_is_that_of_the_command_line(desk: Desk) -> None:
    """An idea kept in process is found at once, and refused as the command would refuse it."""
    body = """
made = create_vault_adapter("subagent", VaultRuntime(sys.argv[1]))
yes = {"allowWrite": True}
out = [shown(made.remember({"type": "idea", "title": "Red fox", "content": "jumps"}, yes)),
       shown(made.search("fox"))[1]["data"]["total"], shown(made.propose(IDEA, yes)),
       shown(made.remember({**IDEA, "title": ""}, yes)),
       shown(made.remember({**IDEA, "content": "\\ud800"}, yes))[0], shown(made.remember(IDEA))]
"""
    (status, envelope), total, bound, blank, half, denied = drive(desk, body)
    assert (0, 1) == (status, total)
    assert ["adapter", "result"] == list(envelope["data"])
    assert "subagent" == envelope["data"]["adapter"]
    assert (5, "write_refused") == refused(bound) == refused(denied)
    assert (5, "governance_refused") == refused(blank)
    assert 5 == half


def test_unknown_host_is_refused_by_the_call(base: Desk) -> None:
    """A name that no host has makes an adapter, each call of which is refused. Vault N5"""
    body = """
made = create_vault_adapter("gpt", VaultRuntime(sys.argv[1], add))
out = [shown(r) for r in (made.status(), made.search("alpha"), made.get("a"), made.timeline("a"),
       made.export("a"), made.remember(IDEA, {"allowWrite": True}), made.propose({}))]
out = [made.name, out, calls]
"""
    name, found, calls = drive(base, body)
    assert ("gpt", []) == (name, calls)
    assert [(4, "invalid_input")] * 7 == [refused(each) for each in found]


@pytest.mark.parametrize(
    ("answer", "message"),
    [({"ok": False, "code": "ETIER"}, "ETIER"), ({"ok": False, "code": "E", "message": "no"}, "no"),
     (None, None), ({}, None), ({"ok": 1}, None), ([], None)],
)  # fmt: skip
def test_refusal_of_the_writer_is_passed_on(desk: Desk, answer: object, message: str) -> None:
    """What a writer refuses, or does not answer, is a refusal with its words. Vault N6"""
    body = f"""
answer = {answer!r}
out = [shown(made.remember(IDEA, {{"allowWrite": True}})), len(calls)]
"""
    found, calls = drive(desk, body)
    assert (5, "governance_refused") == refused(found)
    assert 1 == calls
    if message is not None:
        assert message == found[1]["error"]["message"]


def test_writer_that_fails_is_an_internal_error(desk: Desk) -> None:
    """What a writer raises is told by its kind, without its words; so is an answer of no JSON."""
    body = """
def broken(item):
    raise RuntimeError("secretword")
made = create_vault_adapter("codex", VaultRuntime(sys.argv[1], broken))
out = [shown(made.remember(IDEA, {"allowWrite": True}))]
made = create_vault_adapter("codex", VaultRuntime(sys.argv[1], lambda _: {"ok": True, "x": {1}}))
out.append(shown(made.remember(IDEA, {"allowWrite": True})))
"""
    found = drive(desk, body)
    assert [(1, "internal_error")] * 2 == [refused(each) for each in found]
    assert "secretword" not in json.dumps(found)


def test_text_that_begins_like_an_option_is_searched_for(desk: Desk) -> None:
    """A value is never an option, whatever it begins with. Vault N7"""
    desk.note("--adapter", "2026-01-01", "adapter memory root")
    body = """
out = [shown(r) for r in (made.search("--adapter"), made.search("--memory-root"),
       made.get("--adapter"), made.timeline("--adapter"), made.export("--adapter"))]
"""
    found = drive(desk, body)
    assert [0] * 5 == [status for status, _ in found]
    assert ["--adapter"] * 5 == [envelope["data"]["items"][0]["id"] for _, envelope in found]


def test_root_is_injected_or_that_of_the_command_line(base: Desk) -> None:
    """An injected root goes before the variable; without one the variable holds."""
    desk = Desk(base.root, base.home, {"CORTEX_MEMORY_ROOT": str(base.home)})
    body = """
from pathlib import Path
roots = (VaultRuntime(), VaultRuntime(sys.argv[1]), VaultRuntime(Path(sys.argv[1])))
out = [create_vault_adapter("hermes", r).status().envelope["data"]["canonical"] for r in roots]
out.append(create_vault_adapter("hermes").status().envelope["data"]["canonical"])
"""
    home = {"root": str(base.home), "records": 0}
    root = {"root": str(base.root), "records": 4}
    assert [home, root, root, home] == drive(desk, body)


def test_reading_asks_as_of_an_instant(desk: Desk) -> None:
    """A runtime with an instant reads what held then; one that is none is refused."""
    desk.note("old", "2026-01-01", "alpha", valid_until="2026-02-01")
    body = """
at = lambda now: create_vault_adapter("codex", VaultRuntime(sys.argv[1], add, now))
out = [at("2026-01-31").search("alpha").envelope["data"]["total"],
       at("2026-02-01").search("alpha").envelope["data"]["total"],
       at("2026-01-31").remember(IDEA, {"allowWrite": True}).exit_code, shown(at("soon").status())]
"""
    *found, refusal = drive(desk, body)
    assert [1, 0, 0] == found
    assert (4, "invalid_input") == refused(refusal)


def test_envelope_loses_its_private_spans_before_it_is_consumed(desk: Desk) -> None:
    """A consumer sees no private text, and its answer is given back; the input stays as it was."""
    body = """
from cortex import CaptureEnvelope, CaptureTimestamps, create_envelope, ingest_envelope
when = CaptureTimestamps("2026-01-01T00:00:00Z")
given = CaptureEnvelope("hermes", "chat", when, "a <private>b</private> c", session_id="s")
seen = []
answer = ingest_envelope(given, lambda envelope: seen.append(envelope.content) or len(seen))
out = [seen, answer, given.content, create_envelope(given).session_id,
       create_envelope(given._replace(content="x<privateer>y")).content]
"""
    given = "a <private>b</private> c"
    assert [["a  c"], 1, given, "s", "x"] == drive(desk, body)


def test_envelopes_hold_within_their_window_only(desk: Desk) -> None:
    """The start is inside, the end is not; an instant that is none makes nothing valid."""
    body = """
from cortex import CaptureEnvelope, CaptureTimestamps, filter_valid
when = CaptureTimestamps("2026-01-01T00:00:00Z")
windows = {"open": (None, None), "from": ("2026-06-15", None), "until": (None, "2026-06-15"),
           "bad from": ("soon", None), "bad until": (None, "later"), "empty": ("", None)}
made = [CaptureEnvelope(name, "c", when, "x", *window) for name, window in windows.items()]
names = lambda at: [e.source for e in filter_valid(made, at)]
out = [names("2026-06-14T23:59:59.999Z"), names("2026-06-15"), names("now"), names("")]
"""
    assert [["open", "until"], ["open", "from"], [], []] == drive(desk, body)
