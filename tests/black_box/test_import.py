"""Does what other programs remember come in once, whole, and without what nobody may keep?"""

import json
import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.black_box.shell import CORTEX, Shell

NOTE = """# Net

## Ports
- The gateway listens on port 8443 because 443 needs root
- TLS ends at nginx in front of the gateway
"""


def taken(shell: Shell, *words: str, status: int = 0) -> list[dict[str, Any]]:
    """Import, and give what is told of each kind."""
    answer = shell.run("--json", "import", *words, status=status)
    sources: list[dict[str, Any]] = json.loads(answer.out)["data"]["sources"]
    return sources


def count(shell: Shell) -> int:
    """Count the facts kept."""
    return len(shell.ask("list", "--limit", "1000")["facts"])


def write(shell: Shell, name: str, text: str | bytes) -> Path:
    """Write a file in the folder of the shell."""
    path = shell.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_without_apply_nothing_is_written(shell: Shell) -> None:
    """The preview counts, shows the first statements, and makes no store."""
    write(shell, "notes/net.md", NOTE)
    (source,) = taken(shell, "notes")
    assert (False, 2, {"note": 2}) == (source["applied"], source["new"], source["types"])
    assert "net.md:4" == source["examples"][0]["where"]
    assert "add --apply" in shell.run("import", "notes", status=0).out
    assert not (shell.home / ".cortex" / "cortex.db").exists()


def test_an_imported_fact_says_where_it_is_from(shell: Shell) -> None:
    """File and line of the source stay with the fact; one that was committed has none."""
    write(shell, "notes/net.md", NOTE)
    taken(shell, "notes", "--type", "convention", "--apply")
    (fact, *_) = shell.ask("list")["facts"]
    assert "convention" == fact["type"]
    assert "net.md:5" == shell.ask("show", fact["reference"])["origin"]["where"]
    assert "imported from net.md:5" in shell.run("show", fact["reference"]).out
    assert shell.ask("show", shell.commit("Committed by hand today"))["origin"] is None


def test_a_second_import_adds_nothing(shell: Shell) -> None:
    """What was taken in is known, however the files were touched. case 92, case 130"""
    path = write(shell, "notes/net.md", NOTE)
    assert 2 == taken(shell, "notes", "--apply")[0]["new"]
    os.utime(path, (path.stat().st_mtime + 3600,) * 2)
    (again,) = taken(shell, "notes", "--apply")
    assert (0, 2, 0) == (again["new"], again["known"], again["edited"])
    assert 2 == count(shell)
    assert ["The gateway listens on port 8443 because 443 needs root"] == shell.statements(
        "which port does the gateway listen on?"
    )[:1]


def test_an_edited_statement_supersedes_and_others_stay(shell: Shell) -> None:
    """One statement of a heading that changed is an edit; one put before it changes nothing."""
    write(shell, "notes/net.md", NOTE)
    taken(shell, "notes", "--apply")
    write(shell, "notes/net.md", NOTE.replace("8443", "9443"))
    (edited,) = taken(shell, "notes", "--apply")
    assert (0, 1, 1) == (edited["new"], edited["edited"], edited["known"])
    assert 2 == count(shell)
    longer = NOTE.replace("8443", "9443").replace("- The", "- Ports below 1024 need root\n- The")
    write(shell, "notes/net.md", longer)
    (more,) = taken(shell, "notes", "--apply")
    assert (1, 0, 2, 0) == (more["new"], more["edited"], more["known"], more["gone"])


def test_a_statement_that_went_is_told_and_kept(shell: Shell) -> None:
    """A note that got shorter forgets nothing by itself."""
    write(shell, "notes/net.md", NOTE)
    taken(shell, "notes", "--apply")
    write(shell, "notes/net.md", NOTE.partition("- TLS")[0])
    (source,) = taken(shell, "notes", "--apply")
    assert (1, 1) == (source["known"], source["gone"])
    assert 2 == count(shell)


def test_dates_of_the_source_are_kept(shell: Shell) -> None:
    """A fact holds from when its source says; a question about the past finds it. case 82"""
    write(shell, "n/a.md", "---\ndate: 2024-05-01T12:00:00+02:00\n---\n- The gateway is on 8443\n")
    taken(shell, "n", "--apply")
    (fact,) = shell.ask("list")["facts"]
    assert "2024-05-01T10:00:00Z" == fact["valid_from"]
    assert shell.statements("gateway port 8443", "--as-of", "2024-06-01")
    assert not shell.statements("gateway port 8443", "--as-of", "2024-04-01")


def test_what_is_damaged_is_named_and_the_rest_is_kept(shell: Shell) -> None:
    """An empty file, broken UTF-8 and marks of a merge cost only themselves. case 128, case 136"""
    write(shell, "all/empty.md", "")
    write(
        shell,
        "all/broken.md",
        b"- The first line holds well\n\xff\xfe\n- The third line holds too\n",
    )
    entity = '{"type":"entity","name":"Anna","entityType":"person","observations":["likes %s"]}'
    lines = ["<<<<<<< HEAD", entity % "tabs", "=======", entity % "spaces", ">>>>>>> b"]
    write(shell, "all/memory.jsonl", "\n".join(lines))
    sources = taken(shell, "all", "--apply", status=1)
    where = {one["where"] for source in sources for one in source["skipped"] if one["damaged"]}
    assert {"empty.md", "broken.md:2", *(f"memory.jsonl:{n}" for n in (1, 3, 5))} == where
    assert 4 == count(shell)
    shown = shell.run("import", "all", status=1).out
    assert "broken.md:2" in shown
    assert 1 == shown.count("the file is empty"), "what is named by its place is not told again"


def test_preview_says_where_it_files_and_how_much_it_leaves_out(shell: Shell) -> None:
    """A person sees before writing whose facts they become, and that the list is a sample."""
    write(shell, "notes/many.md", "".join(f"- Gate {n} opens at noon\n" for n in range(8)))
    shown = shell.run("import", "notes", "--global", status=0).out
    assert "markdown, filed for you, everywhere" in shown
    assert "  and 3 more\n" in shown


def test_secrets_and_private_spans_never_come_in(shell: Shell) -> None:
    """Tool results are not taken, and what is taken is redacted. case 104"""
    key = "ghp_" + "a1B2" * 9
    row = {"type": "user", "uuid": "1", "sessionId": "s", "timestamp": "2024-05-01T10:00:00Z"}
    said = f"remember that the deploy token is {key}"
    spoken = {**row, "message": {"role": "user", "content": said}}
    result = [{"type": "tool_result", "content": f"TOKEN={key}"}]
    tool = {**row, "uuid": "2", "message": {"role": "user", "content": result}}
    write(shell, "t.jsonl", json.dumps(spoken) + "\n" + json.dumps(tool) + "\n")
    note = "- Shown to all of us\n- <private>The first secret\n\n- the second</private> secret\n"
    write(shell, "n.md", note)
    assert 1 == sum(taken(shell, "t.jsonl", "--apply")[0]["redacted"].values())
    taken(shell, "n.md", "--apply")
    kept = b"".join(p.read_bytes() for p in (shell.home / ".cortex").rglob("*") if p.is_file())
    assert key.encode() not in kept
    assert b"first secret" not in kept
    assert b"the second" not in kept
    assert b"Shown to all" in kept


def test_two_imports_side_by_side_are_one(shell: Shell) -> None:
    """Both end well, and every statement is there once. case 10"""
    for number in range(12):
        text = "".join(
            f"- Service s{number}x{at} listens on port {8000 + at}\n" for at in range(25)
        )
        write(shell, f"notes/n{number}.md", text)
    running = [
        subprocess.Popen(
            [CORTEX, "import", "notes", "--apply"],
            cwd=shell.folder,
            env=shell.environment,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(2)
    ]
    assert [0, 0] == [one.wait(60) for one in running]
    (again,) = taken(shell, "notes", "--apply")
    assert (0, 300) == (again["new"], again["known"])
    assert 300 == count(shell)
    assert 0 == shell.run("doctor").status


@pytest.mark.slow
def test_a_killed_import_goes_on(shell: Shell) -> None:
    """After kill -9 the store is whole, and the next run takes in what is missing. case 11"""
    for number in range(8):
        text = "".join(
            f"- Service k{number}x{at} listens on port {8000 + at}\n" for at in range(100)
        )
        write(shell, f"notes/n{number}.md", text)
    command = [CORTEX, "import", "notes", "--apply"]
    for seconds in (0.3, 0.6, 0.9):
        running = subprocess.Popen(command, cwd=shell.folder, env=shell.environment)
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(60)
        assert 0 == shell.run("doctor").status
    (last,) = taken(shell, "notes", "--apply")
    assert 800 == last["new"] + last["known"]
    assert 0 == taken(shell, "notes", "--apply")[0]["new"]


def test_a_utf8_transcript_is_read_in_any_locale(shell: Shell) -> None:
    """The locale of the machine says nothing about the files. case 74, case 77"""
    row = {
        "type": "user",
        "uuid": "1",
        "message": {"role": "user", "content": "remember that Zoë likes 🦊 icons"},
    }
    write(shell, "t.jsonl", json.dumps(row, ensure_ascii=False))
    plain = shell.having(LC_ALL="C", PYTHONIOENCODING="gbk")
    assert 1 == taken(plain, "t.jsonl", "--apply")[0]["new"]
    assert "🦊" in shell.run("list").out


def test_a_zipped_chat_export_and_a_repository_come_in(shell: Shell) -> None:
    """The kind is found out; what somebody only said is left alone."""
    chat = {
        "uuid": "c",
        "chat_messages": [
            {
                "uuid": "m",
                "sender": "human",
                "text": "Remember that our CI takes an hour\nWhat a day",
            }
        ],
    }
    with zipfile.ZipFile(shell.folder / "export.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps([chat]))
    (source,) = taken(shell, "export.zip", "--apply")
    assert ("claude", 1) == (source["kind"], source["new"])
    git = ["git", "-C", str(shell.folder)]
    subprocess.run([*git, "init", "-q"], check=True, env={**os.environ, "HOME": str(shell.home)})
    message = "Move the gateway\n\nDecision: the gateway stays on port 8443\n"
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", message], check=True)
    (source,) = taken(shell, ".", "--apply")
    assert ("git", 1, {"decision": 1}) == (source["kind"], source["new"], source["types"])
    assert 0 == taken(shell, ".", "--apply")[0]["new"]


def test_claude_mem_and_its_memory_files_come_in(shell: Shell) -> None:
    """A database in use is read beside its owner; another database in the folder is left alone."""
    running = apsw.Connection(str(shell.folder / "claude-mem.db"))
    running.pragma("journal_mode", "wal")
    running.execute(
        "CREATE TABLE observations (id INTEGER PRIMARY KEY, project TEXT, type TEXT, title TEXT,"
        " narrative TEXT, created_at_epoch INTEGER)"
    )
    running.execute(
        "INSERT INTO observations VALUES (1, 'x', 'decision', 'The gateway is on port 8443',"
        " 'Because 443 needs root', 1714557600000)"
    )
    apsw.Connection(str(shell.folder / "chroma.sqlite3")).execute("CREATE TABLE t (a)")
    head = "---\nname: tabs\ndescription: indentation\ntype: feedback\n---\n"
    write(shell, "memory/feedback_tabs.md", f"{head}\nIndent with tabs only.\n")
    told = {source["kind"]: source for source in taken(shell, ".", "--global", "--apply")}
    assert {"claude-mem": 1, "claude-memory": 1} == {kind: s["new"] for kind, s in told.items()}
    assert {"decision", "preference"} == {fact["type"] for fact in shell.ask("list")["facts"]}
    running.close()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nowhere"], "invalid_request"),
        (["photo.jpg"], "invalid_request"),
        (["photo.jpg", "--from", "claude-mem"], None),
        (["notes", "--from", "nothing"], "unknown_name"),
        ([".", "--from", "git"], "invalid_request"),
    ],
)
def test_what_cannot_be_imported_says_why(shell: Shell, words: list[str], code: str | None) -> None:
    """A source that is missing, unknown or of another kind is refused or told as damage."""
    write(shell, "photo.jpg", b"\xff\xd8\xff")
    write(shell, "notes/a.md", NOTE)
    answer = shell.run("--json", "import", *words)
    assert 0 != answer.status
    if code is not None:
        assert code == answer.error["code"]
        assert answer.error["remedy"]


@pytest.mark.slow
def test_three_hundred_megabytes_are_read_in_bounded_memory(shell: Shell) -> None:
    """A huge transcript, damaged files: good rows kept, below 300 MB. case 136, case 137"""
    answer = json.dumps(
        {"type": "assistant", "message": {"role": "assistant", "content": "x" * 20_000}}
    )
    spoken = json.dumps(
        {
            "type": "user",
            "uuid": "1",
            "message": {"role": "user", "content": "remember that staging is db-2"},
        }
    )
    with (shell.folder / "big").with_suffix(".jsonl").open("w", encoding="utf-8") as file:
        file.write('{"type":"summary","leafUuid":"x"}\n')
        for _ in range(15_000):
            file.write(answer + "\n")
        file.write("y" * 20_000_000 + "\n")
        file.write(spoken + "\n")
    write(shell, "empty.md", "")
    assert 300_000_000 < (shell.folder / "big.jsonl").stat().st_size
    running = subprocess.Popen(
        [CORTEX, "--json", "import", ".", "--apply"],
        cwd=shell.folder,
        env=shell.environment,
        stdout=subprocess.PIPE,
    )
    assert running.stdout is not None
    with running.stdout as output:
        told = json.loads(output.read())
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert 1 == running.returncode
    assert usage.ru_maxrss < 300 * 1024
    assert 1 == sum(source["new"] for source in told["data"]["sources"])
    where = {one["where"] for source in told["data"]["sources"] for one in source["skipped"]}
    assert {"empty.md", "big.jsonl:15002"} == where
