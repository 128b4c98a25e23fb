"""Does a brain leave a machine whole, and come back the same?"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.shell import Shell

QUESTIONS = (
    "which port does the gateway listen on?",
    "what about the staging database?",
    "who decided on SQLite?",
    "tabs or spaces",
    "gateway",
)


@pytest.fixture
def told(shell: Shell) -> Shell:
    """Give a brain in which something of everything has happened."""
    shell.commit("The gateway listens on port 8080", "--subject", "gateway", "--attribute", "port")
    shell.commit(
        "The gateway listens on port 8443 — “root” needs 443",
        "--subject",
        "gateway",
        "--attribute",
        "port",
    )
    shell.commit("The staging database is db-staging-2\nand lives in Zürich", "--type", "note")
    decided = shell.commit(
        "We keep SQLite for the store",
        "--type",
        "decision",
        "--context",
        "> quoted\n\n<!-- odd -->",
    )
    shell.commit("We do not keep SQLite for the store", "--disputes", decided)
    shell.ask("pin", decided)
    gone = shell.commit("Tabs are used for indentation in every file")
    shell.ask("retract", gone, "--reason", "spaces now")
    shell.commit("Rolled back soon: the cache is Redis on port 6379")
    shell.ask("rollback", str(int(shell.ask("history")["entries"][1]["version"])), "--apply")
    shell.ask("query", "gateway port")
    return shell


def other(shell: Shell, name: str) -> Shell:
    """Give the same shell with an empty brain."""
    return shell.having(CORTEX_HOME=str(shell.home / name))


def answers(shell: Shell) -> list[Any]:
    """Ask everything, and give each answer but for how often the brain was restored."""
    given = [shell.ask("query", question) for question in QUESTIONS]
    for answer in given:
        del answer["watermark"]["restore_epoch"]
    return [json.dumps(answer) for answer in given]


def exported(shell: Shell, name: str) -> bytes:
    """Export to a file and give its bytes."""
    shell.ask("export", "--to", name)
    return (shell.folder / name).read_bytes()


def test_export_wipe_import_gives_the_same_brain(told: Shell) -> None:
    """Recall is the same byte for byte, and so is the export of the import, ids included."""
    first = exported(told, "a.jsonl")
    second = other(told, "b")
    (source,) = second.ask("import", "a.jsonl", "--apply")["sources"]
    assert source["exact"]
    assert first == exported(second, "b.jsonl")
    assert answers(told) == answers(second)
    assert told.run("history").out == second.run("history").out
    assert 0 == second.run("doctor").status
    assert (0o600, 0o600) == tuple(
        (told.folder / name).stat().st_mode & 0o777 for name in ("a.jsonl", "b.jsonl")
    )
    new = (
        told.commit("One more fact about the gateway"),
        second.commit("One more fact about the gateway"),
    )
    assert new[0] == new[1]


def test_a_second_import_of_an_export_adds_nothing(told: Shell) -> None:
    """Into the brain it came from and into the one it filled. case 92"""
    exported(told, "a.jsonl")
    second = other(told, "b")
    second.ask("import", "a.jsonl", "--apply")
    for shell in (told, second):
        before = exported(shell, "x.jsonl")
        (source,) = shell.ask("import", "a.jsonl", "--apply")["sources"]
        assert (False, {}) == (source["exact"], source["counts"])
        assert before == exported(shell, "x.jsonl")


def test_an_export_is_merged_by_content(told: Shell) -> None:
    """What is there already is not doubled; the rest comes with status, dates and pins."""
    exported(told, "a.jsonl")
    second = other(told, "b")
    second.commit("We keep SQLite for the store", "--type", "decision")
    second.commit("Only here: the build runs on Fridays")
    (source,) = second.ask("import", "a.jsonl", "--apply")["sources"]
    assert not source["exact"]
    assert 1 == source["known"]
    facts = second.ask("list")["facts"]
    said = [fact["statement"] for fact in facts]
    assert len(set(said)) == len(said)
    assert "The gateway listens on port 8443 — “root” needs 443" in said
    assert "Only here: the build runs on Fridays" in said
    assert "Tabs are used for indentation in every file" not in said
    assert not any("Redis" in one for one in said)


def test_two_exports_merged_by_git_lose_nothing(told: Shell) -> None:
    """Two branches add lines to one export; marks are told by line. case 127, case 128"""
    base = exported(told, "a.jsonl")
    second = other(told, "b")
    second.ask("import", "a.jsonl", "--apply")
    told.commit("Ours alone: the cache is Valkey")
    second.commit("Theirs alone: the queue is NATS")
    ours, theirs = exported(told, "ours.jsonl"), exported(second, "theirs.jsonl")
    assert base not in (ours, theirs)
    merged = b"<<<<<<< HEAD\n" + ours + b"=======\n" + theirs + b">>>>>>> b\n"
    (told.folder / "merged.jsonl").write_bytes(merged)
    third = other(told, "c")
    answer = third.run("--json", "import", "merged.jsonl", "--apply", status=1)
    (source,) = json.loads(answer.out)["data"]["sources"]
    marks = [one["where"] for one in source["skipped"] if "merge" in one["reason"]]
    assert ["merged.jsonl:1", 3] == [marks[0], len(marks)]
    said = [fact["statement"] for fact in third.ask("list")["facts"]]
    assert len(set(said)) == len(said)
    assert {"Ours alone: the cache is Valkey", "Theirs alone: the queue is NATS"} <= set(said)


def test_a_truncated_export_is_told_and_its_facts_are_kept(told: Shell) -> None:
    """Half a last line, no last line, a changed line: merged, and no success. case 16"""
    whole = exported(told, "a.jsonl")
    lines = whole.splitlines(keepends=True)
    for name, content in {
        "cut": whole[: len(whole) // 2],
        "no-end": b"".join(lines[:-1]),
        "edited": whole.replace(b"8443", b"9443"),
        "headless": b"".join(lines[1:]),
    }.items():
        (told.folder / f"{name}.jsonl").write_bytes(content)
        shell = other(told, name)
        words = ("import", f"{name}.jsonl", "--from", "cortex", "--apply")
        (source,) = json.loads(shell.run("--json", *words, status=1).out)["data"]["sources"]
        assert not source["exact"]
        assert source["damaged"]
        assert [] != shell.ask("list")["facts"]


def test_a_damaged_store_comes_back_from_its_export(told: Shell) -> None:
    """The export is taken in beside the damaged file, which stays. case 14"""
    before = answers(told)
    exported(told, "a.jsonl")
    store = told.home / ".cortex" / "cortex.db"
    store.write_bytes(b"x" * 4096)
    assert 6 == told.run("import", "a.jsonl", "--apply").status
    store.rename(store.with_suffix(".damaged"))
    told.ask("import", "a.jsonl", "--apply")
    assert before == answers(told)


def test_a_newer_export_is_refused(told: Shell) -> None:
    """A format this Cortex does not know is named, and nothing is written."""
    lines = exported(told, "a.jsonl").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["format"] = 999
    newer = [json.dumps(header).encode() + b"\n", *lines[1:-1]]
    from hashlib import sha256

    digest = sha256(b"".join(newer)).hexdigest()
    end = json.dumps({"end": {"lines": len(newer), "sha256": digest}}).encode()
    (told.folder / "n.jsonl").write_bytes(b"".join(newer) + end)
    second = other(told, "b")
    answer = second.run("--json", "import", "n.jsonl", "--from", "cortex", "--apply")
    assert "newer" in answer.error["message"]
    assert [] == second.ask("list")["facts"]


def test_a_secret_put_into_an_export_does_not_come_in(told: Shell) -> None:
    """A file that somebody edited is cleaned like everything else, even when its digest fits."""
    key = b"ghp_" + b"a1B2" * 9
    lines = exported(told, "a.jsonl").replace(b"8443", key).splitlines(keepends=True)
    from hashlib import sha256

    digest = sha256(b"".join(lines[:-1])).hexdigest()
    end = json.dumps({"end": {"lines": len(lines) - 1, "sha256": digest}}).encode()
    (told.folder / "e.jsonl").write_bytes(b"".join(lines[:-1]) + end)
    second = other(told, "b")
    (source,) = second.ask("import", "e.jsonl", "--apply")["sources"]
    assert not source["exact"]
    kept = b"".join(p.read_bytes() for p in (told.home / "b").rglob("*") if p.is_file())
    assert key not in kept


def test_standard_output_gets_the_same_bytes(told: Shell) -> None:
    """A pipe gets what a file gets; with --json there would be two answers, so that is refused."""
    whole = exported(told, "a.jsonl")
    assert whole.decode() == told.run("export", "--to", "-", status=0).out
    assert 2 == told.run("--json", "export", "--to", "-").status
    assert 0 != told.run("export", "--to", "no/such/folder/a.jsonl").status


def statements(shell: Shell) -> list[tuple[str, str | None]]:
    """Give statement and context of everything in force, sorted."""
    facts = [shell.ask("show", fact["reference"]) for fact in shell.ask("list")["facts"]]
    found = [fact.get("fact", fact) for fact in facts]
    return sorted((fact["statement"], fact.get("context")) for fact in found)


def test_markdown_comes_back_without_losing_a_statement(told: Shell) -> None:
    """One file a scope, readable, every statement and context in force the same afterwards."""
    report = told.ask("export", "--to", "md", "--format", "markdown")
    assert sum(report["counts"].values()) == len(told.ask("list")["facts"])
    (path,) = Path(told.folder, "md").iterdir()
    assert "- The gateway listens on port 8443" in path.read_text(encoding="utf-8")
    assert 0o600 == path.stat().st_mode & 0o777
    second = other(told, "b")
    second.ask("import", "md", "--apply")
    assert [said for said, _ in statements(told)] == [said for said, _ in statements(second)]
    assert 0 == second.ask("import", "md", "--apply")["sources"][0]["new"]


def test_an_empty_brain_exports_and_comes_back(shell: Shell) -> None:
    """Nothing kept yet is an honest refusal or an empty export, never a crash."""
    answer = shell.run("--json", "export", "--to", "a.jsonl")
    assert answer.status in (0, 6)
    assert "internal" not in answer.out


def test_a_forgotten_statement_stays_out_of_a_merge(told: Shell) -> None:
    """An export made before brings back everything but what was forgotten since (case 97)."""
    secret = told.commit("Anna keeps the spare key under the blue flower pot")
    exported(told, "old.jsonl")
    told.ask("forget", secret, "--apply")
    gone = told.commit("Only here: the build runs on Fridays")
    told.ask("retract", gone, "--reason", "moved")
    before = exported(told, "new.jsonl")
    (source,) = told.run("--json", "import", "old.jsonl", "--apply").data["sources"]
    assert ({}, 1) == (source["counts"], len(source["skipped"]))
    assert "forgotten" in source["skipped"][0]["reason"]
    assert before == exported(told, "again.jsonl")


def test_what_use_taught_comes_along(shell: Shell) -> None:
    """A fact that helped stands where it stood, and learning that was switched off stays off."""
    question = "which port does the mail service use?"
    for name in ("mail", "news", "chat"):
        shell.commit(f"The {name} service uses port 9{len(name)}2{ord(name[0])}")
    shell.commit("Mail goes out over a relay")
    shell.ask("feedback", "success", "decision::3", "--query", question)
    second, third = other(shell, "b"), other(shell, "c")
    exported(shell, "a.jsonl")
    second.ask("import", "a.jsonl", "--apply")
    assert shell.ask("learned") == second.ask("learned")
    assert shell.run("query", question).out == second.run("query", question).out
    shell.ask("learned", "off")
    exported(shell, "a.jsonl")
    third.ask("import", "a.jsonl", "--apply")
    assert shell.ask("learned") == third.ask("learned")
