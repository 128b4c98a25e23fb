"""Does a person, and two programs at once, take logs and files in with the installed command?"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.shell import CORTEX, Shell


def line(key: str, text: str) -> bytes:
    """Give one line of a log."""
    return json.dumps({"event_key": key, "text": text}).encode() + b"\n"


def tail(shell: Shell, offset: int, content: bytes) -> Any:
    """Hand over a portion and give the receipt."""
    where = ("--source", "log", "--offset", str(offset))
    return shell.ask("capture", "tail", *where, given=content)


def test_log_is_followed(shell: Shell) -> None:
    """CQR H5: portions follow each other from cursor to cursor; a receipt says where to go on."""
    shell.ask("capture", "register", "--source", "log", "--role", "tool_report")
    log = line("a", "one\r\n") + line("b", "端口 🎉") + line("c", "three")
    first = tail(shell, 0, log[:-4])
    assert len(log[:-4]) - len(line("c", "three")) + 4 == first["next_offset"]
    second = tail(shell, first["next_offset"], line("c", "three"))
    assert (len(log), 0) == (second["next_offset"], second["uncommitted_tail_bytes"])
    assert "one\r\n" == shell.ask("capture", "get", "obs:1")["text"]
    refused = shell.run("capture", "tail", "--source", "log", "--offset", "0", given=log)
    assert (2, True) == (refused.status, "cursor_conflict" in refused.err)
    bad = shell.run(
        *("--json", "capture", "tail", "--source", "log", "--offset", str(len(log))),
        given=line("d", "x") + b"broken\n",
    )
    assert "malformed_complete_record: line 2 at byte " in bad.error["message"]


def test_event_as_json_says_only_what_it_is(shell: Shell) -> None:
    """CQR H6: key, text and time come from the body; whose it is does not."""
    shell.ask("capture", "register", "--source", "log")
    put = ("capture", "put", "--source", "log", "--json-event")
    event = {"event_key": "a", "text": "\ufeffx\n", "observed_at": "2026-01-01T00:00:00Z"}
    kept = shell.ask(*put, given=json.dumps(event).encode())
    assert ("a", "2026-01-01T00:00:00Z") == (kept["event_key"], kept["observed_at"])
    assert {"ack_profile", "restore_epoch", "retained_bytes", "duplicate"} <= kept.keys()
    for field in ("actor", "role", "scope", "principal", "owner"):
        body = json.dumps({**event, field: "me"}).encode()
        assert "malformed_event" in shell.run(*put, given=body, status=2).err
    assert "--event-key" in shell.run(*put, "--event-key", "b", given=b"{}", status=2).err
    assert "--event-key" in shell.run("capture", "put", "--source", "log", status=2).err


def test_two_mebibytes_and_no_more(shell: Shell) -> None:
    """CQR H6: a text of exactly 2 MiB is kept; one byte more is refused by its limit."""
    shell.ask("capture", "register", "--source", "log", "--max-bytes", "2097152")
    put = ("capture", "put", "--source", "log", "--event-key")
    text = b"word " * 419_430 + b"xy"
    assert 2_097_152 == shell.ask(*put, "a", given=text)["retained_bytes"]
    assert "capture_byte_limit" in shell.run(*put, "b", given=text + b"x", status=2).err
    assert (
        "capture_batch_byte_limit"
        in shell.run(
            *("capture", "tail", "--source", "log", "--offset", "0"), given=text + b"x", status=2
        ).err
    )


@pytest.mark.parametrize(
    "words",
    [
        ("--source", " "),
        ("--source", "k" * 1025),
        ("--source", "host:codex:document"),
        ("--source", "log", "--max-bytes", "0"),
        ("--source", "log", "--role", "owner"),
        ("--source", "log", "--scope", "nowhere"),
        ("--source", "log", "--scope", "./missing"),
    ],
)
def test_register_that_is_refused_makes_nothing(shell: Shell, words: tuple[str, ...]) -> None:
    """CQR H6: a call that is out of bounds leaves no home behind."""
    assert shell.run("capture", "register", *words).status in (2, 3)
    assert not (shell.home / ".cortex").exists()


def test_quiet_prints_nothing(shell: Shell) -> None:
    """CQR H6: with --quiet nothing is printed when it worked, as words or as JSON."""
    actions = (
        "register --source log", "policy", "sources", "inventory", "hosts", "query x", "learn",
        "learn-explain x", "routes-rebuild", "why", "host-register --host codex", "transcript .",
    )  # fmt: skip
    for words in map(str.split, actions):
        for form in ((), ("--json",)):
            answer = shell.run(*form, "capture", *words, "--quiet", status=0)
            assert ("", "") == (answer.out, answer.err)
    refused = shell.run("capture", "get", "obs:9", "--quiet")
    assert (3, True) == (refused.status, "obs:9" in refused.err)


def test_scope_is_named_or_where_one_stands(shell: Shell) -> None:
    """A source belongs to the scope that is named by id or folder, or else to this place."""
    subprocess.run(["git", "init", "-q", str(shell.folder / "p")], check=True)
    here = shell.ask("capture", "register", "--source", "a")["scope"]
    named = shell.ask("capture", "register", "--source", "b", "--scope", "./p")["scope"]
    inside = shell.at(shell.folder / "p").ask("capture", "register", "--source", "c")["scope"]
    assert named == inside != here
    again = shell.ask("capture", "register", "--source", "b", "--scope", named)
    assert named == again["scope"]
    assert "user" == shell.ask("capture", "register", "--source", "d", "--scope", "user")["scope"]
    other = shell.run("capture", "register", "--source", "b", "--scope", "user", status=2)
    assert "source_registration_conflict" in other.err


def test_file_is_taken_in_by_its_own_path(shell: Shell) -> None:
    """CQR H1: a file is registered and kept by whichever path leads to its folder, exactly once."""
    content = "\ufeffa\r\n端口\n".encode()
    real = shell.folder / "real"
    real.mkdir()
    (real / "a.md").write_bytes(content)
    (shell.folder / "link").symlink_to(real)
    key = shell.ask("capture", "register", "--source", "file:link/a.md")["source"]
    assert f"file:{real}/a.md" == key
    first = shell.ask("capture", "file", "--path", "real/a.md")
    second = shell.ask("capture", "file", "--path", str(shell.folder / "link" / "a.md"))
    assert (False, True) == (first["duplicate"], second["duplicate"])
    assert content.decode() == shell.ask("capture", "get", first["reference"])["text"]
    (real / "b.md").symlink_to(real / "a.md")
    shell.ask("capture", "register", "--source", "file:real/b.md")
    refused = shell.run("capture", "file", "--path", "real/b.md", status=2)
    assert "source_unavailable" in refused.err


def test_registered_files_are_walked(shell: Shell) -> None:
    """CQR H14: an inventory is gone on with by another process, and looked at again."""
    for name in ("a.md", "b.md"):
        (shell.folder / name).write_text(name)
        shell.ask("capture", "register", "--source", f"file:{name}")
    made = shell.ask("capture", "inventory")
    revision = made["revision"]
    assert (32, "partially_indexed") == (len(revision), made["status"])
    bootstrap = ("capture", "bootstrap", "--revision", revision)
    assert 1 == shell.ask(*bootstrap, "--max-sources", "1")["next_index"]
    done = shell.ask(*bootstrap, "--max-bytes", "100")
    assert ("ready", ["obs:1", "obs:2"]) == (
        done["status"],
        [entry["reference"] for entry in done["entries"]],
    )
    (shell.folder / "b.md").unlink()
    again = shell.ask("capture", "reconcile", "--revision", revision)
    assert ["ready", "source_unavailable"] == [entry["status"] for entry in again["entries"]]
    assert again == shell.ask("capture", "inventory", "--revision", revision)
    assert 3 == shell.run("capture", "reconcile", "--revision", "f" * 32).status
    assert "obs:1" in shell.run("capture", "inventory", "--revision", revision, status=0).out


def test_operator_pauses_stops_and_resumes(shell: Shell) -> None:
    """A pause closes one way, a stop both; after a stop each source waits to be enabled."""
    shell.ask("capture", "register", "--source", "log")
    put = ("capture", "put", "--source", "log", "--event-key")
    shell.ask(*put, "a", given=b"kept")
    assert "paused" == shell.ask("capture", "pause")["state"]
    assert "capture_disabled" in shell.run(*put, "b", given=b"x", status=2).err
    assert "kept" == shell.ask("capture", "get", "obs:1")["text"]
    stopped = shell.ask("capture", "stop", "--scope", ".")
    assert ["stopped"] == [one["state"] for one in stopped["scopes"]]
    assert "capture_disabled" in shell.run("capture", "get", "obs:1", status=2).err
    assert [] == shell.ask("capture", "query", "kept")["evidence"]
    assert [] == shell.run("search", "kept", "--json").data["leads"]
    assert "stopped for" in shell.run("doctor").out
    resumed = shell.ask("capture", "resume")
    assert ("active", ["log"]) == (resumed["state"], resumed["to_enable"])
    assert "enable it" in shell.run("capture", "get", "obs:1", status=2).err
    assert [] == shell.run("search", "kept", "--json").data["leads"]
    shell.ask("capture", "enable", "--source", "log")
    assert "kept" == shell.ask("capture", "get", "obs:1")["text"]
    assert [] == shell.ask("capture", "policy")["to_enable"]


def test_word_that_cannot_be_read_closes_everything(shell: Shell) -> None:
    """A damaged or linked file of the operator is a stop, and the doctor says what to do."""
    shell.ask("capture", "register", "--source", "log")
    put = ("capture", "put", "--source", "log", "--event-key", "a")
    policy = shell.home / ".cortex" / "capture-policy"
    other = shell.folder / "other"
    other.write_text("cortex capture policy 1\nactive 0 *\n")
    for harm in (lambda: policy.write_text("junk"), lambda: policy.symlink_to(other)):
        policy.unlink(missing_ok=True)
        harm()
        assert "capture_disabled" in shell.run(*put, given=b"x", status=2).err
        told = {
            one["check"]: one for one in shell.run("--json", "doctor").envelope["data"]["findings"]
        }
        assert "fail" == told["capture"]["level"]
    shell.ask("capture", "resume")
    assert not policy.is_symlink()
    shell.ask("capture", "enable", "--source", "log")
    assert not shell.ask(*put, given=b"x")["duplicate"]


def test_words_said_at_once_all_hold(shell: Shell) -> None:
    """Of stops for several scopes at the same time none is lost."""
    scopes = [f"folder:/place/{number}" for number in range(6)]
    running = [
        subprocess.Popen(
            [CORTEX, "capture", "stop", "--scope", scope, "--quiet"],
            env=shell.environment,
            cwd=shell.folder,
        )
        for scope in scopes
    ]
    assert [0] * 6 == [one.wait(timeout=60) for one in running]
    told = shell.ask("capture", "policy")["scopes"]
    assert scopes == [one["scope"] for one in told]
    assert {"stopped"} == {one["state"] for one in told}


def test_stop_needs_no_store(shell: Shell) -> None:
    """Capture is stopped before there is a store, and beside one that cannot be read."""
    assert "stopped" == shell.ask("capture", "stop")["state"]
    assert not (shell.home / ".cortex" / "cortex.db").exists()
    (shell.home / ".cortex" / "cortex.db").write_bytes(b"no store " * 1000)
    assert "active" == shell.ask("capture", "resume")["state"]
    assert "active" == shell.ask("capture", "policy")["state"]


def test_owners_have_sources_of_their_own(shell: Shell) -> None:
    """CQR H6, CQR H14: in a shared brain each owner has sources and lists; nobody has none."""
    first, second = shell.having(CORTEX_OWNER="user:1"), shell.having(CORTEX_OWNER="user:2")
    (shell.folder / "a.md").write_text("one")
    for owner in (first, second):
        owner.ask("capture", "register", "--source", "log")
        owner.ask("capture", "put", "--source", "log", "--event-key", "e", given=b"same")
    first.ask("capture", "register", "--source", "file:a.md")
    made = first.ask("capture", "inventory")
    assert (1, 0) == (len(made["entries"]), len(second.ask("capture", "inventory")["entries"]))
    assert 3 == second.run("capture", "inventory", "--revision", made["revision"]).status
    assert 3 == second.run("capture", "get", "obs:1").status
    nobody = shell.having(CORTEX_TEAM="1")
    for action in (("inventory",), ("sources",), ("register", "--source", "log")):
        assert "CORTEX_OWNER" in nobody.run("capture", *action, status=2).err


def test_forgotten_event_is_not_taken_again(shell: Shell) -> None:
    """What was forgotten stays out when its log is handed over again, and a copy of it too."""
    statement = "The vault opens with the phrase purple zebra crossing"
    shell.ask("capture", "register", "--source", "log")
    put = ("capture", "put", "--source", "log", "--event-key", "a")
    shell.ask(*put, given=f"note: {statement}, she said".encode())
    shell.run("forget", shell.commit(statement), "--apply", status=0)
    again = shell.run(*put, given=f"note: {statement}, she said".encode())
    assert (2, True) == (again.status, "source_unavailable" in again.err)
    new = ("capture", "put", "--source", "log", "--event-key", "b")
    assert "forgotten" in shell.run(*new, given=statement.encode()).err
    shell.ask("capture", "register", "--source", "redacted", "--on-secret", "redact")
    kept = shell.ask(
        *("capture", "put", "--source", "redacted", "--event-key", "b"), given=statement.encode()
    )
    assert (0, {"forgotten_statement": 1}) == (kept["retained_bytes"], kept["redacted"])


def test_stopped_scope_gives_nothing_to_an_agent(shell: Shell) -> None:
    """What is stopped is closed on every surface: expand, and what stands beside the cards."""
    shell.ask("capture", "register", "--source", "log")
    shell.ask("capture", "put", "--source", "log", "--event-key", "a", given=b"gateway port 8443")
    query = ("op", "query", "--args", '{"need": "gateway port"}')
    expand = ("op", "expand", "--args", '{"reference": "obs:1"}')
    assert "8443" in shell.run("--json", *query).out
    assert "8443" in shell.run("--json", *expand).out
    shell.commit("The gateway listens on one port", "--evidence", "obs:1")
    assert "8443" in shell.run("why", "1", status=0).out
    shell.ask("capture", "stop")
    for words in (query, expand, ("why", "1")):
        assert "8443" not in shell.run("--json", *words).out
    cited = shell.run("commit", "It is open to the network", "--evidence", "obs:1")
    assert (2, True) == (cited.status, "capture is stopped" in cited.err)


def test_two_programs_follow_one_log(shell: Shell) -> None:
    """Of two that hand over the same portion at once one is taken, the other told; none is lost."""
    shell.ask("capture", "register", "--source", "log")
    offset = 0
    for number in range(6):
        portion = line(f"a{number}", "x") + line(f"b{number}", "y")
        command = [CORTEX, "--json", "capture", "tail", "--source", "log", "--offset", str(offset)]
        running = [
            subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=shell.environment,
                cwd=shell.folder,
            )
            for _ in range(2)
        ]
        for one in running:
            assert one.stdin is not None
            one.stdin.write(portion)
            one.stdin.close()
            one.stdin = None
        told = [json.loads(one.communicate(timeout=60)[0]) for one in running]
        assert [0, 2] == sorted(one.returncode for one in running)
        [taken] = [one["data"] for one in told if one["ok"]]
        [refused] = [one["error"] for one in told if not one["ok"]]
        assert refused["message"].startswith("cursor_conflict")
        offset = taken["next_offset"]
    found = shell.ask("capture", "query", "--limit", "100")["source_refs"]
    assert 12 == len(set(found)) == len(found)


def test_log_with_a_secret_goes_on(shell: Shell, tmp_path: Path) -> None:
    """Secret 15: a redacted source keeps the line without its key, which is nowhere in the home."""
    key = "sk-abcdefghijklmnop1234"
    shell.ask("capture", "register", "--source", "log", "--on-secret", "redact")
    taken = tail(shell, 0, line("a", f"token = {key} was used") + line("b", "after"))
    first, second = taken["accepted"]
    assert 1 == sum(first["redacted"].values())
    assert {} == second["redacted"]
    assert "was used" in shell.ask("capture", "get", "obs:1")["text"]
    for path in (shell.home / ".cortex").rglob("*"):
        assert not path.is_file() or key.encode() not in path.read_bytes()
