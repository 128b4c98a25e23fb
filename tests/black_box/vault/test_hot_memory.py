"""What may happen to the memory every prompt carries, and what never does?"""

import json
import os
import subprocess
import sys

import pytest

from tests.black_box.vault.writer import HOT, RULE, Writer

ADD = {"type": "memory", "actor": "principal"}


def rules(count: int, start: int = 0) -> list[str]:
    """Give distinct entries."""
    return [f"RULE: number {number}" for number in range(start, start + count)]


def test_entry_is_added_and_an_old_one_is_not_doubled(writer: Writer) -> None:
    """A new entry goes to the end; one that stands there changes nothing. Vault M17"""
    writer.hot("RULE: old")
    detail = writer.result(RULE)["detail"]
    assert (1, 2, 1) == (detail["prior_count"], detail["new_count"], detail["accepted"])
    assert ["RULE: old", "RULE: speak plainly"] == writer.entries()
    stood = (writer.desk.root / HOT).read_bytes()
    detail = writer.result(RULE)["detail"]
    assert (2, 2, 0, 1) == tuple(
        detail[name] for name in ("prior_count", "new_count", "accepted", "dropped_duplicates")
    )
    assert stood == (writer.desk.root / HOT).read_bytes()


def test_set_replaces_everything(writer: Writer) -> None:
    """The entries of a set are all there are afterwards, each once. Vault M17"""
    writer.hot("RULE: old", "RULE: kept")
    detail = writer.result(ADD, op="set", entries=["RULE: kept", "NAME: Ann", "NAME: Ann"])[
        "detail"
    ]
    assert ["RULE: kept", "NAME: Ann"] == writer.entries()
    assert (1, 1, 1) == tuple(
        detail[name] for name in ("evictions", "additions", "dropped_duplicates")
    )


def test_file_holds_48_entries(writer: Writer) -> None:
    """48 pass, 49 do not, and nothing is added to 48. Vault M17"""
    writer.hot()
    writer.refuses(ADD, op="set", entries=rules(49))
    assert writer.put(ADD, op="set", entries=rules(48)).data
    assert "EAT_CAP" in writer.refuses(RULE)
    assert rules(48) == writer.entries()


@pytest.mark.parametrize(
    ("prior", "kept", "fresh", "code"),
    [
        (48, 2, 0, "ESUSPECT_SHRINK"),
        (48, 23, 0, "ESUSPECT_SHRINK"),
        (48, 24, 0, "ESUSPECT_EROSION"),
        (47, 45, 0, "ESUSPECT_EROSION"),
        (48, 47, 0, None),
        (47, 45, 1, None),
        (10, 2, 0, "ESUSPECT_SHRINK"),
        (10, 0, 2, "ESUSPECT_SHRINK"),
        (10, 0, 10, None),
        (9, 1, 0, None),
    ],
)
def test_loss_is_refused(
    writer: Writer, prior: int, kept: int, fresh: int, code: str | None
) -> None:
    """A file of ten entries or more does not lose much at once. Vault M17"""
    writer.hot(*rules(prior))
    entries = [*rules(kept), *rules(fresh, start=100)]
    if code is None:
        assert writer.put(ADD, op="set", entries=entries).data
        assert entries == writer.entries()
    else:
        assert code in writer.refuses(ADD, op="set", entries=entries)


@pytest.mark.parametrize(
    "changes",
    [
        {"content": "RULE: a\nRULE: b"},  # Vault M18
        {"op": "set", "entries": ["RULE: a\nb"]},
        {"op": "set", "entries": ["RULE: " + "x" * 251]},
        {"op": "set", "entries": []},
        {"op": "set", "entries": "RULE: a"},
        {"op": "set", "entries": ["RULE: a", 5]},
        {"op": "set"},
        {"op": "frob", "content": "RULE: a"},
        {"op": "add", "entries": ["RULE: a"]},
        {"op": "set", "entries": ["RULE: a"], "content": "RULE: b"},
        {"actor": "other", "content": "RULE: a"},
        {"provenance": "guessed", "content": "RULE: a"},
        {"content": "no known word"},  # Vault M19
        {"content": "RULE:"},
        {"content": "RULE: "},
        {"content": "RULE:close"},
        {"content": "rule: lower"},
        {"content": "RULE: " + "x" * 257},
        {"content": "RULE: <private>all</private>"},
        {"op": "set", "entries": ["no known word"]},
        {"op": "set", "entries": ["RULE: good", "no known word"]},
    ],
)
def test_entry_that_is_none_is_refused(writer: Writer, changes: dict[str, object]) -> None:
    """What would not be stored is never reported as stored, and no set empties a file by it.

    Vault M18, M19
    """
    writer.hot("RULE: old")
    writer.refuses(ADD, **changes)
    assert ["RULE: old"] == writer.entries()


def test_longest_entries_are_taken(writer: Writer) -> None:
    """256 characters with the word pass in a set, and 256 after the word when added. Vault M18"""
    writer.hot()
    assert writer.put(ADD, op="set", entries=["RULE: " + "x" * 250]).data
    assert writer.put(ADD, content="RULE: " + "y" * 256, provenance="explicit", confidence=1).data


def test_missing_file_is_not_made(writer: Writer) -> None:
    """Somebody has to make the file first; the message names it. Vault M18"""
    assert HOT in writer.refuses(RULE)
    assert "DA_MEMORY.md" in writer.refuses(RULE, actor="assistant")


def test_lock_of_unknown_holder_is_respected(writer: Writer) -> None:
    """A lock that says nothing holds for five minutes and is recovered after that. Vault M18"""
    writer.hot()
    lock = writer.desk.put(f"{HOT}.lock", "")
    assert "ELOCK_HELD" in writer.refuses(RULE)
    os.utime(lock, (1, 1))
    assert writer.put(RULE).data
    assert not lock.exists()
    (row,) = writer.rows("memory-locks.jsonl")
    assert ("stale_lock_recovered", "expired-unverifiable-holder") == (row["event"], row["reason"])
    assert ["ts", "pid", "event", "reason", "lock", "detail"] == list(row)


def test_lock_of_the_dead_is_recovered_and_of_the_living_never(writer: Writer) -> None:
    """The age of a lock says nothing when its holder can be asked for."""
    writer.hot()
    stamp = {"host": os.uname().nodename, "ts": "2026-01-01T00:00:00.000Z"}
    lock = writer.desk.put(f"{HOT}.lock", json.dumps({**stamp, "pid": os.getpid()}))
    os.utime(lock, (1, 1))
    assert "holder-alive" in writer.refuses(RULE)
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    lock.write_text(json.dumps({**stamp, "pid": gone.pid}))
    assert writer.put(RULE).data
    assert "holder-process-gone" == writer.rows("memory-locks.jsonl")[0]["reason"]


def test_lock_of_a_later_namesake_is_recovered(writer: Writer) -> None:
    """A process that has the number of the holder and began at another time is not the holder."""
    writer.hot()
    stamp = {"host": os.uname().nodename, "pid": os.getpid(), "started": 1}
    writer.desk.put(f"{HOT}.lock", json.dumps(stamp))
    assert writer.put(RULE).data


@pytest.mark.parametrize(
    "text", ["[]", "null", '{"pid": -1, "host": "x"}', '{"pid": "5"}', "\xff", "[" * 5000]
)
def test_lock_may_say_anything(writer: Writer, text: str) -> None:
    """A lock with odd content is one of an unknown holder."""
    writer.hot()
    writer.desk.put(f"{HOT}.lock", text)
    assert "ELOCK_HELD" in writer.refuses(RULE)


def test_snapshots_are_a_ring(writer: Writer) -> None:
    """Each write leaves what stood before it; 30 of each file are kept, the newest. Vault M21"""
    writer.hot("RULE: first")
    stood = (writer.desk.root / HOT).read_text()
    assert writer.put(RULE).data
    folder = writer.desk.root / "OBSERVABILITY" / "memory-snapshots"
    (first,) = folder.iterdir()
    assert first.name.startswith("PRINCIPAL_MEMORY__20")
    assert stood == first.read_text()
    for number in range(30):
        (folder / f"PRINCIPAL_MEMORY__2020-01-{number:02}.md").write_text("old")
    (folder / "DA_MEMORY__2020-01-01.md").write_text("theirs")
    assert writer.put(ADD, content="RULE: another").data
    names = sorted(path.name for path in folder.iterdir())
    assert 31 == len(names)
    assert "DA_MEMORY__2020-01-01.md" == names[0]
    assert "PRINCIPAL_MEMORY__2020-01-02.md" == names[1]
    assert first.name in names


def test_lines_by_hand_stay(writer: Writer) -> None:
    """Head, headings and remarks belong to whoever wrote them and survive every write."""
    text = "---\ntype: memory\nmine: yes\n---\n# About me\n\nRULE: loose\n\nA remark.\n"
    file = writer.hot("RULE: in the block", text=text)
    file.write_text(f"{file.read_text()}After it.\n")
    assert writer.put(RULE).data
    lines = file.read_text().splitlines()
    for line in ("type: memory", "mine: yes", "# About me", "A remark.", "After it."):
        assert 1 == lines.count(line)
    wanted = ["RULE: loose", "RULE: in the block", "RULE: speak plainly"]
    assert wanted == writer.entries()
    assert 1 == writer.desk.ask("status").data["canonical"]["records"]
    assert lines[0] == "---"
    assert writer.desk.only()["updated"] > "2026-01-01"


@pytest.mark.parametrize(
    "text",
    [
        "<!-- END ENTRIES -->\nRULE: a\n<!-- BEGIN ENTRIES -->\n",
        "RULE: a\n",
        "<!-- BEGIN ENTRIES -->\r\nRULE: a\r\n<!-- END ENTRIES -->\r\nBody\r\n",
        "<!-- BEGIN ENTRIES -->\nRULE: a",
        "---\nnever: closed\nRULE: a\n",
        "RULE: a\n<!-- END ENTRIES -->\n<!-- END ENTRIES -->\nRULE: a\n",
    ],
)
def test_broken_marks_heal_in_one_write(writer: Writer, text: str) -> None:
    """After a write there is one block, and the next write changes nothing but what it adds."""
    file = writer.desk.put(HOT, text)
    assert writer.put(RULE).data
    healed = file.read_text().splitlines()
    at = healed.index("<!-- BEGIN ENTRIES -->")
    assert ["RULE: a", "RULE: speak plainly", "<!-- END ENTRIES -->"] == healed[at + 1 : at + 4]
    assert 1 == healed.count("<!-- BEGIN ENTRIES -->") == healed.count("<!-- END ENTRIES -->")
    assert writer.put(ADD, content="RULE: b").data
    after = file.read_text().splitlines()
    assert {"RULE: b"} == {line for line in after if line not in healed and "updated" not in line}


def test_private_lines_stay_private_and_in_their_place(writer: Writer) -> None:
    """An entry inside a private span is no entry: it is neither moved out nor counted."""
    span = "<private>\nRULE: secret\n</private>\n"
    file = writer.hot("RULE: a", text=span)
    detail = writer.result(RULE)["detail"]
    assert 1 == detail["prior_count"]
    assert span in file.read_text()
    assert "secret" not in writer.desk.only()["content"]


@pytest.mark.parametrize("tag", ["<private>", "<privateer>"])
def test_block_that_nobody_would_see_is_not_written(writer: Writer, tag: str) -> None:
    """Below a tag that hides the rest, nothing is added."""
    writer.desk.put(HOT, f"{tag} on\n<!-- BEGIN ENTRIES -->\n<!-- END ENTRIES -->\n")
    writer.refuses(RULE)


def test_hot_file_behind_a_link_is_refused(writer: Writer) -> None:
    """A memory file that is a link is not written through."""
    theirs = writer.desk.home / "theirs.md"
    theirs.write_text("theirs")
    (writer.desk.root / HOT).symlink_to(theirs)
    writer.refuses(RULE)
    assert "theirs" == theirs.read_text()


def test_audit_row_says_what_changed(writer: Writer) -> None:
    """Each write leaves one row with its figures, in the published order."""
    writer.hot()
    assert writer.put(RULE).data
    (row,) = writer.rows("memory-writes.jsonl")
    names = list(row)
    assert ["ts", "file", "updated_by", "rejected"] == names[:4]
    assert ["prior_count", "new_count", "accepted"] == names[4:7]
    dropped = ["malformed", "overlength", "duplicates"]
    assert [f"dropped_{why}" for why in dropped] == names[7:10]
    assert ["evictions", "additions"] == names[10:]
    assert ("principal", False, 0, 1) == (
        row["updated_by"], row["rejected"], row["prior_count"], row["new_count"],
    )  # fmt: skip


def test_torn_row_of_a_log_is_ended_first(writer: Writer) -> None:
    """Half a row that a crash left does not swallow the next one."""
    writer.hot()
    log = writer.desk.put("OBSERVABILITY/memory-writes.jsonl", '{"ts":"half')
    assert writer.put(RULE).data
    first, second = log.read_text().splitlines()
    assert '{"ts":"half' == first
    assert json.loads(second)["file"].endswith(HOT)
