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


def test_name_that_hides_a_part_of_itself_is_named(desk: Desk) -> None:
    """A tag in a file name is a place too: the file shows under a name nobody finds it by."""
    desk.put("KNOWLEDGE/plan<private secretword.md", "alpha")
    desk.put("KNOWLEDGE/r<privateer>.jsonl", json.dumps(ROW))
    status, text = doctor(desk)
    assert 1 == status
    assert "KNOWLEDGE/plan:1: a private tag in the name" in text
    assert "KNOWLEDGE/r:1: a private tag in the name" in text
    assert "secretword" not in text


def test_marks_of_a_merge_are_named_by_line_and_read_past(desk: Desk) -> None:
    """Two branches added rows, and the merge was saved as it stood: no row is lost, none is twice.

    case 127, case 128
    """
    ours, theirs = (json.dumps({**ROW, "id": name}) for name in ("ours", "theirs"))
    merged = f"<<<<<<< HEAD\n{ours}\n=======\n{theirs}\n>>>>>>> other\n"
    desk.put("KNOWLEDGE/j.jsonl", merged)
    assert (4, "integrity_error") == desk.ask("status").refusal
    status, text = doctor(desk)
    assert 4 == status
    marks = [f"KNOWLEDGE/j.jsonl:{line}" for line in (1, 3, 5)]
    assert marks == [line.rpartition(" ")[2] for line in text.split("\n") if "FAIL" in line]
    found = desk.ask("search", "alpha", "--tolerant")
    assert ["ours", "theirs"] == sorted(found.ids)
    assert [1, 3, 5] == [place["line"] for place in found.data["skipped"]]
    desk.put("KNOWLEDGE/j.jsonl", f"{ours}\n{theirs}\n")
    assert ["ours", "theirs"] == sorted(desk.ask("search", "alpha").ids)


def test_rows_cut_or_marked_in_the_middle_are_named(desk: Desk) -> None:
    """Half a row at the end, and a byte order mark before a later row, cost that row only."""
    row = json.dumps(ROW)
    desk.put("KNOWLEDGE/half.jsonl", f"{row}\n{row[:40]}")
    desk.put("KNOWLEDGE/mark.jsonl", "\ufeff" + json.dumps({**ROW, "id": "k"}) + f"\n\ufeff{row}\n")
    status, text = doctor(desk)
    assert 4 == status
    assert "2 records can be read" in text
    assert "KNOWLEDGE/half.jsonl:2" in text
    assert "KNOWLEDGE/mark.jsonl:2" in text


def test_root_that_is_none_and_words_that_are_none(desk: Desk) -> None:
    """A missing root and unknown words are said with the contract's statuses."""
    ended = desk.raw("doctor", "--memory-root", str(desk.root / "gone"))
    assert 4 == ended.returncode
    assert b"does not exist" in ended.stdout
    assert 4 == desk.raw("doctor", "--frob").returncode
