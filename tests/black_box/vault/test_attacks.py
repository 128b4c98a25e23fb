"""Does a hostile or broken vault get an envelope, soon, and never a traceback?"""

import json
import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from tests.black_box.shell import CORTEX
from tests.black_box.vault.desk import ROW, Desk, read
from tests.black_box.vault.test_doctor import doctor

INPUT, NOT_FOUND = (4, "invalid_input"), (3, "not_found")
INTEGRITY, INTERNAL = (4, "integrity_error"), (1, "internal_error")
SOON_S = 10
"""Seconds; what these texts once took was minutes, what they take is a fraction of one."""


@pytest.mark.parametrize("recency", ["1e22", "1.7e308", "0x" + "f" * 250])
def test_huge_weight_keeps_its_scores(base: Desk, recency: str) -> None:
    """A weight beyond all sense is still a number, and so is the score."""
    items = base.ask("search", "alpha", "--recency", recency).data["items"]
    assert {"a", "b"} == {item["id"] for item in items}
    assert all(item["score"] > 1e20 for item in items)


@pytest.mark.parametrize("text", ["0x" + "f" * 400, "1e400", "9" * 400])
def test_number_beyond_all_numbers_is_refused(base: Desk, text: str) -> None:
    """What no double holds is infinite, and refused as that."""
    assert INPUT == base.ask("search", "alpha", "--recency", text).refusal
    assert INPUT == base.ask("search", "alpha", "--page", text).refusal


def test_largest_page_is_empty(base: Desk) -> None:
    """A page far past the end has no items and the same total."""
    data = base.ask("search", "alpha", "--page", str(2**53 - 1), "--page-size", "100").data
    assert ([], 2) == (data["items"], data["total"])


def test_last_evening_of_the_last_year(base: Desk) -> None:
    """A zone may lead past 9999, and the anchor says so in the published form."""
    anchor = "9999-12-31T23:59:59.999-00:01"
    data = base.ask("timeline", "--anchor", anchor).data
    assert "+010000-01-01T00:00:59.999Z" == data["anchor"]["date"]
    early = base.ask("timeline", "--anchor", "0100-01-01T00:00+00:01").data
    assert "0099-12-31T23:59:00.000Z" == early["anchor"]["date"]


def test_text_with_many_brackets_is_a_text(desk: Desk) -> None:
    """Brackets inside a value are no nesting: a log with lost escapes is full of them."""
    desk.row(content="[0m" * 5_000 + "{" * 300)
    assert desk.get("j")["content"].startswith("[0m[0m")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("\n" * 200_000 + "slug: x", id="blank lines"),
        pytest.param("\n \n-" * 60_000 + "slug:", id="list of nothing"),
        pytest.param("slug: " * 100_000, id="slugs"),
        pytest.param("[[" * 200_000, id="brackets"),
        pytest.param("[[a|" * 100_000, id="bars"),
        pytest.param("<private " * 100_000, id="openers"),
        pytest.param("---\n" * 100_000, id="rules"),
        pytest.param("---\n" + "a:" * 200_000, id="colons"),
        pytest.param("---\nid: a" + "\u0301" * 200_000 + "\n---\n", id="marks"),
    ],
)
def test_no_note_takes_more_than_linear_time(desk: Desk, body: str) -> None:
    """A note of one repeated opening is read in time proportional to its length."""
    desk.put("KNOWLEDGE/a.md", body)
    desk.put("KNOWLEDGE/b.md", "other")
    started = monotonic()
    assert 0 == desk.ask("rebuild", "--from-canonical").status
    assert 0 == doctor(desk)[0] or body.startswith("<private")
    assert monotonic() - started < SOON_S


def test_slug_after_blank_lines_is_an_edge(desk: Desk) -> None:
    """White space before and after may cross lines, whatever ends them."""
    desk.put(
        "KNOWLEDGE/a.md",
        "---\nid: a\n---\nslug:\nnext\n\n \t\n - \n slug: far\rslug: old\u2028- slug: sep\n"
        "text slug:\nslug: own\n-- slug: no\n",
    )
    assert ["next", "far", "old", "sep", "own"] == desk.get("a")["related"]


def test_hot_file_name_that_is_no_text(base: Desk) -> None:
    """A memory file whose name is no UTF-8 is named, by every command."""
    Path(os.fsdecode(os.fsencode(base.root) + b"/<private>hush\xff_MEMORY.md")).write_text("x")
    for words in (["status"], ["rebuild", "--from-canonical"], ["get", "a"]):
        reply = base.ask(*words)
        assert INTERNAL == reply.refusal
        assert "hush" not in str(reply.envelope)
    assert 4 == base.ask("status", "--tolerant").data["canonical"]["records"]


def test_root_that_may_not_be_listed(desk: Desk) -> None:
    """A root without permission is an envelope, not a traceback."""
    desk.root.chmod(0)
    reply = desk.without_privilege("status")
    desk.root.chmod(0o700)
    assert INTERNAL == reply.refusal


def test_folders_without_end_are_at_fault(desk: Desk) -> None:
    """Folders nest to a depth that no person reaches, and not further."""
    deep = desk.root / "KNOWLEDGE"
    for _ in range(64):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "a.md").write_text("x")
    assert 1 == desk.ask("status").data["canonical"]["records"]
    (deep / "d").mkdir()
    assert INTEGRITY == desk.ask("status").refusal


def test_number_of_faults_that_are_named(base: Desk) -> None:
    """A thousand faults are read past; with one more, tolerance ends and the doctor counts."""
    rows = base.put("KNOWLEDGE/z.jsonl", "broken\n" * 1000)
    assert 1000 == len(base.ask("status", "--tolerant").data["skipped"])
    rows.write_text("broken\n" * 1001)
    assert INTEGRITY == base.ask("status", "--tolerant").refusal
    status, text = doctor(base, "--json")
    found = json.loads(text)
    assert (4, 1000, 1, 4) == (status, len(found["faults"]), found["more_faults"], found["records"])
    assert "1 more faults are not listed" in doctor(base)[1]


def test_missing_record_may_be_among_the_skipped(base: Desk) -> None:
    """Who reads past faults and finds nothing is told that there were faults."""
    base.put("KNOWLEDGE/bad.md", b"\xff")
    for words in (
        ["get", "zz"],
        ["timeline", "--anchor", "zz"],
        ["search", "alpha", "--expand", "zz"],
    ):
        reply = base.ask(*words, "--tolerant")
        assert NOT_FOUND == reply.refusal
        assert "1 faults were read past" in reply.envelope["error"]["message"]


def test_tolerance_does_not_loosen_what_is_hidden(desk: Desk) -> None:
    """A row that a span breaks is left out whole; nothing of it is shown."""
    desk.put("KNOWLEDGE/j.jsonl", json.dumps({**ROW, "content": "a <private> secretword"}))
    for words in (["search", "alpha"], ["status"], ["rebuild", "--from-canonical"]):
        reply = desk.ask(*words, "--tolerant")
        assert ["KNOWLEDGE/j.jsonl"] == [one["path"] for one in reply.data["skipped"]]
        assert "secretword" not in str(reply.envelope)
    assert "secretword" not in doctor(desk)[1]


def test_doctor_takes_a_pipe_a_link_and_a_closed_folder(base: Desk) -> None:
    """What no command reads, the doctor names and does not wait for."""
    os.mkfifo(base.root / "KNOWLEDGE" / "f.md")
    (base.root / "KNOWLEDGE" / "l.md").symlink_to("/dev/zero")
    (base.root / "X_MEMORY.md").mkdir()
    status, text = doctor(base)
    assert 4 == status
    for place in ("KNOWLEDGE/f.md", "KNOWLEDGE/l.md", "X_MEMORY.md"):
        assert place in text
    assert "4 records can be read" in text


def test_doctor_prints_no_control_character(base: Desk) -> None:
    """A file name cannot write to the terminal."""
    base.put("KNOWLEDGE/\x1b[31mred\n.md", b"\xff")
    _, text = doctor(base)
    assert "\x1b" not in text
    assert "\\u001b[31mred\\u000a.md" in text


def test_escaped_tag_in_a_list_is_named(desk: Desk) -> None:
    """The doctor looks into lists as well."""
    line = json.dumps({**ROW, "related": ["a@b"]}).replace("@", "\\u003cprivate\\u003e")
    desk.put("KNOWLEDGE/j.jsonl", line)
    status, text = doctor(desk)
    assert 1 == status
    assert "KNOWLEDGE/j.jsonl:1" in text


def test_pipe_that_does_not_wait_gets_everything(desk: Desk) -> None:
    """A pipe somebody made non-blocking is waited for, not given up."""
    desk.note("big", "2026-01-01", "alpha " * 200_000)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    running = subprocess.Popen(
        [CORTEX, "vault", "get", "big", "--memory-root", str(desk.root)],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    os.close(writing)
    with suppress(subprocess.TimeoutExpired):
        running.wait(timeout=1)  # The pipe is full by now.
    received = b""
    while chunk := os.read(reading, 65_536):
        received += chunk
    os.close(reading)
    assert running.stderr is not None
    assert b"" == running.stderr.read()
    running.stderr.close()
    assert 0 == running.wait(timeout=30)
    assert received.endswith(b"}\n")
    assert len(received) > 1_200_000


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="shows no progress of a process")
def test_interrupt_is_no_traceback(desk: Desk) -> None:
    """Ctrl-C during a long reading ends it quietly, with the status shells expect."""
    for number in range(40):
        desk.put(f"KNOWLEDGE/n{number}.md", "alpha <b> [[c]] " * 100_000)
    running = subprocess.Popen(
        [CORTEX, "vault", "search", "alpha", "--memory-root", str(desk.root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    reading = f"/proc/{running.pid}/io"
    while not (seen := Path(reading).read_text()) or int(seen.split()[1]) < 8_000_000:
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    out, error = running.communicate(timeout=30)
    assert (130, b"", b"") == (running.returncode, out, error)


def test_file_that_is_too_large_is_read_past(base: Desk) -> None:
    """One file over its limit is a fault of that file."""
    base.put("KNOWLEDGE/large.md", b"x" * (8 * 1024 * 1024 + 1))
    assert INTEGRITY == base.ask("status").refusal
    data = base.ask("status", "--tolerant").data
    assert 4 == data["canonical"]["records"]
    assert ["KNOWLEDGE/large.md"] == [one["path"] for one in data["skipped"]]


@pytest.mark.parametrize("words", ["status", "doctor", "doctor --json"])
def test_folder_that_is_gone(desk: Desk, words: str) -> None:
    """A relative root below a current folder that was deleted is an answer, not a traceback."""
    script = f"mkdir gone && cd gone && rmdir ../gone && {CORTEX} vault {words} --memory-root here"
    ended = subprocess.run(
        ["sh", "-c", script],
        capture_output=True,
        check=False,
        cwd=desk.home,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    assert ended.returncode in (1, 4)
    assert b"" == ended.stderr
    assert ended.stdout.endswith(b"\n")


def test_root_whose_name_is_no_text_is_written_to(desk: Desk) -> None:
    """A folder of bytes that are no UTF-8 is a root like another, its log rows included."""
    odd = replace(desk, root=desk.root / "r\udcff")
    odd.note("a", "2026-01-01", "alpha")
    item = json.dumps({"type": "idea", "title": "Tea", "content": "warm"})
    assert odd.ask("remember", item, "--adapter", "claude", "--allow-write").data["result"]["ok"]
    (row,) = (odd.root / "OBSERVABILITY" / "tier-b-writes.jsonl").read_text().splitlines()
    assert json.loads(row)["file"].endswith("KNOWLEDGE/Ideas/tea.md")
    assert 2 == odd.ask("status").data["canonical"]["records"]


def test_closed_standard_input_is_the_callers_mistake(desk: Desk) -> None:
    """Nothing can be read from an input that is not there, and that is said."""
    words = (CORTEX, "vault", "remember", "-", "--adapter", "claude", "--allow-write")
    ended = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *words],
        capture_output=True,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    reply = read(ended, "remember")
    assert INPUT == reply.refusal
    assert "standard input" in reply.envelope["error"]["message"]


@pytest.mark.parametrize(
    ("command", "status"),
    [("status", 1), ("doctor", 1), ("health", 2), ("bench --labels x", 4)],
)
def test_root_below_a_folder_that_is_gone(desk: Desk, command: str, status: int) -> None:
    """A root named from a current folder that was removed is refused with its name."""
    gone = desk.root / "gone"
    gone.mkdir()
    words = (CORTEX, "vault", *command.split(), "--memory-root", "notes")
    ended = subprocess.run(
        ["/bin/sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh", *words],
        capture_output=True,
        check=False,
        cwd=gone,
        env={"PATH": os.environ["PATH"], "HOME": str(desk.home)},
    )
    assert status == ended.returncode
    assert b"current folder is gone" in ended.stdout
    assert b"notes" in ended.stdout
