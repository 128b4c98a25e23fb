"""Does what is marked private stay where it is?"""

import json
from dataclasses import replace

import pytest

from tests.black_box.vault.desk import Desk

NBSP, MARK, WIDE = "\u00a0", "\ufeff", "\uff50rivate"
CASES = [
    ("F1", "p <private>x</private> q", "p  q"),
    ("F2", "<PRIVATE>x</Private>y", "y"),
    ("F3", "< private >x</ private >y", "y"),
    ("F3", "<\tprivate\n>x<\n/\nprivate>y", "y"),
    ("F5", "a<private>b<private>c</private>d</private>e", "ae"),
    ("F6", "a</private>b", "ab"),
    ("F7", "a<private>b", "a"),
    ("F9", "a<private/>b", "a"),
    ("F10", "a<private-note>b", "a"),
    ("F10", "a<privateer>b", "a"),
    ("F10", "a<privatekey>b</privatekey>c", "a"),
    ("F11", "a<private key>b</private>c", "ac"),
    ("F13", "a<private <b>x</private>y", "a"),
    ("F14", "a<<private>b</private>c", "a<c"),
    ("F15", "a<pri vate>b", "a"),
    ("F15", "a<pri\nvate>b", "a"),
    ("F17", f"a<{NBSP}private>b</private>c", "ac"),
    ("F17", f"a<{MARK}private>b</private>c", "ac"),
    ("F18", f"a<{WIDE}>b", "a"),
    ("F18", "a<\u1d56rivate>b", "a"),
    ("F18", "a<\u24dfrivate>b", "a"),
    ("F19", "a<private>b</pri vate>c", "a"),
    ("F19", "a</pri vate>b", "a</pri vate>b"),
    ("F19", "a</private", "a</private"),
    ("F19", "a</private/>b", "a</private/>b"),
    ("F21", "a<private>b <private/> c</private> d", "a"),
    ("F22", "a<private attr='>'>b</private>c", "ac"),
    ("F23", 'a<private attr="<">b</private>c', "a"),
    ("F26", "a\uff1cprivate\uff1eb\uff1c/private\uff1ec", "a"),
    ("F26", "a<private\u0301>b</private>c", "a"),
    ("surplus", "a<private>b</private>c</private>d", "acd"),
    ("unclosed", "a<private>b</private>c<private>d", "ac"),
    ("zero width", "a<pri\u200bvate>b", "a"),
    ("override", "a<\u202eprivate>b", "a"),
    ("entity", "&lt;private&gt;b", "&lt;private&gt;b"),
    ("comment", "<!--private-->b", "<!--private-->b"),
    ("other tag", "<b>private</b>", "<b>private</b>"),
    ("code", "`<private>x</private>`", "``"),
]


EVERY_READ = (
    ["get", "a"],
    ["export", "a"],
    ["search", "alpha"],
    ["search", "alpha", "--expand", "a"],
    ["timeline", "--anchor", "a"],
    ["rebuild", "--from-canonical"],
)


@pytest.mark.parametrize(
    ("body", "left"),
    [case[1:] for case in CASES],
    ids=[f"{place}-{case[0]}" for place, case in enumerate(CASES)],
)
def test_spans_are_removed(desk: Desk, body: str, left: str) -> None:
    """Each way to write a span, well or badly, hides exactly what it should.

    Vault F1, F2, F3, F5, F6, F7, F9, F10, F11, F13, F14, F15, F17, F18, F19, F21, F22, F23, F26
    """
    desk.put("KNOWLEDGE/a.md", body)
    assert left == desk.only()["content"]


def test_hidden_word_is_nowhere(desk: Desk) -> None:
    """A word inside a span is not found, not shown and not counted. Vault F25"""
    desk.note("a", "2026-01-01", "alpha <private>secretword secretword</private>")
    assert 0 == desk.ask("search", "secretword").data["total"]
    shown = len(desk.get("a")["content"])
    for words in EVERY_READ:
        reply = desk.ask(*words)
        assert "secretword" not in str(reply.envelope)
    assert -(-shown // 4) == desk.ask("search", "alpha").data["items"][0]["est_tokens"]


def test_hidden_part_of_a_file_name_is_not_shown(desk: Desk) -> None:
    """A private tag in a file name hides there too, in a fault's message as well. Vault F27"""
    desk.put("KNOWLEDGE/n<private>hush.md", "alpha")
    found = desk.only()
    assert "KNOWLEDGE/n" == found["title"]
    assert "hush" not in str(found)
    desk.put("KNOWLEDGE/z<private>hush.md", b"\xff")
    reply = desk.ask("status")
    assert (4, "integrity_error") == reply.refusal
    assert "hush" not in str(reply.envelope)


@pytest.mark.parametrize(
    ("head", "id_", "title"),
    [
        ("id: a\ntitle: t<private>x</private>u\n", "a", "tu"),
        ("id: <private>x</private>\ntitle: t\n", "path:eff112e5569df787", "t"),
        ("id: a\ntitle: <private>\n", "path:eff112e5569df787", "KNOWLEDGE/a.md"),
    ],
)
def test_spans_in_a_head(desk: Desk, head: str, id_: str, title: str) -> None:
    """A span in a field is removed there; an open one swallows the rest of the head."""
    desk.put("KNOWLEDGE/a.md", f"---\n{head}---\nalpha")
    found = desk.only()
    assert (id_, title) == (found["id"], found["title"])


IDEA = '{"type": "idea", "title": "Tea", "content": "warm"}'
GRANTED = ("--adapter", "claude", "--allow-write")
ABOUT_A_ROOT = (
    ("status",),
    ("doctor",),
    ("doctor", "--json"),
    ("health",),
    ("remember", IDEA, *GRANTED),
)


@pytest.mark.parametrize("words", ABOUT_A_ROOT, ids=lambda words: "-".join(words[:2])[:20])
def test_hidden_part_of_the_root_is_not_shown(desk: Desk, words: tuple[str, ...]) -> None:
    """A folder above the notes may have such a name too: no answer and no log tells it."""
    hushed = replace(desk, root=desk.root / "n <private hush" / "vault")
    hushed.note("a", "2026-01-01", "alpha")
    ended = hushed.raw(*words, "--memory-root", str(hushed.root))
    assert ended.returncode in (0, 1)
    assert b"hush" not in ended.stdout + ended.stderr
    logs = [path for path in hushed.root.rglob("*.jsonl") if b"hush" in path.read_bytes()]
    assert [] == logs


@pytest.mark.parametrize(
    "words",
    [
        ("status", "--<private hush"),
        ("search", "alpha", "--expand", "<private hush"),
        ("timeline", "--anchor", "<private hush"),
        ("doctor", "--memory-root", "/none<private hush"),
        ("health", "<private hush"),
        ("bench", "<private hush"),
    ],
    ids=lambda words: words[0],
)
def test_message_hides_what_a_word_hides(desk: Desk, words: tuple[str, ...]) -> None:
    """A refusal quotes the words it was given, but not what they mark as private."""
    desk.note("a", "2026-01-01", "alpha")
    ended = replace(desk, variables={"CORTEX_MEMORY_ROOT": str(desk.root)}).raw(*words)
    assert 0 != ended.returncode
    assert b"hush" not in ended.stdout + ended.stderr


def test_health_hides_what_a_variable_hides(desk: Desk) -> None:
    """A threshold that is none is reported, and neither the report nor its log row quotes it."""
    desk.note("a", "2026-01-01", "alpha")
    asked = replace(desk, variables={"CORTEX_PROPOSAL_BACKLOG": "9<private>hush</private>"})
    ended = asked.raw("health", "--memory-root", str(desk.root))
    found = {one["id"] for one in json.loads(ended.stdout)["findings"]}
    assert "cortex-threshold-invalid" in found
    assert b"hush" not in ended.stdout
    assert "hush" not in (desk.root / "OBSERVABILITY" / "memory-health.jsonl").read_text()
