"""Does a person learn everything that is wrong with a vault, and what it hides?"""

import json

from tests.black_box.vault.desk import ROW, Desk


def doctor(desk: Desk, *words: str) -> tuple[int, str]:
    """Give exit status and output of the doctor."""
    ended = desk.raw("doctor", *words, "--memory-root", str(desk.root))
    assert b"" == ended.stderr
    return ended.returncode, ended.stdout.decode()


def test_healthy_vault_has_nothing_to_say(base: Desk) -> None:
    """Nothing at fault is said in a line, with status 0; well closed spans are no finding."""
    base.note("e", "2026-01-01", "a <private>b</private> c</private>")
    status, text = doctor(base)
    assert 0 == status
    assert "5 records can be read" in text
    assert "Nothing is wrong" in text


def test_every_fault_is_named_at_once(base: Desk) -> None:
    """All files and rows at fault are listed, by path and line, with status 4."""
    base.put("KNOWLEDGE/bad.md", b"\xff")
    base.put("KNOWLEDGE/j.jsonl", f"{json.dumps(ROW)}\nbroken\n{json.dumps(ROW)}\n")
    (base.root / "KNOWLEDGE" / "link.md").symlink_to(base.root)
    status, text = doctor(base)
    assert 4 == status
    for place in ("KNOWLEDGE/bad.md", "KNOWLEDGE/j.jsonl:2", "KNOWLEDGE/link.md"):
        assert place in text
    assert "Duplicate canonical ID" in text
    assert "5 records can be read" in text


def test_what_a_tag_hides_is_named_and_not_shown(desk: Desk) -> None:
    """A malformed or open tag is found by its line, in notes and rows, escapes too."""
    desk.put("KNOWLEDGE/a.md", "one\ntwo <privateer> secretword\nthree")
    desk.put("KNOWLEDGE/b.md", "one\n\nthree <private> secretword")
    desk.put("KNOWLEDGE/c.md", "fine <private>secretword</private>")
    escaped = json.dumps({**ROW, "content": "a @ secretword"}).replace("@", "\\u003cprivate\\u003e")
    desk.put("KNOWLEDGE/j.jsonl", f"{json.dumps({**ROW, 'id': 'k'})}\n{escaped}\n")
    status, text = doctor(desk, "--json")
    assert 1 == status
    found = json.loads(text)
    assert [("KNOWLEDGE/a.md", 2), ("KNOWLEDGE/b.md", 3), ("KNOWLEDGE/j.jsonl", 2)] == [
        (place["path"], place["line"]) for place in found["hidden"]
    ]
    assert found["ok"]
    assert "secretword" not in text
    assert "malformed" in found["hidden"][0]["reason"]
    assert "never closed" in found["hidden"][1]["reason"]


def test_root_that_is_none_and_words_that_are_none(desk: Desk) -> None:
    """A missing root and unknown words are said with the contract's statuses."""
    ended = desk.raw("doctor", "--memory-root", str(desk.root / "gone"))
    assert 4 == ended.returncode
    assert b"does not exist" in ended.stdout
    assert 4 == desk.raw("doctor", "--frob").returncode
