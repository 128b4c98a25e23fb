"""Does each verb do its job from a shell, on a real store?"""

from tests.black_box.shell import Shell

PORT = "The gateway listens on port 8443 because 443 needs root"


def test_committed_fact_is_found_with_its_reason(shell: Shell) -> None:
    """The main job: a fact goes in, and comes out with a why (CQR A1)."""
    reference = shell.commit(PORT)
    view = shell.ask("query", "which port does the gateway use?")
    card = view["cards"][0]
    assert (reference, PORT) == (card["reference"], card["statement"])
    assert "gateway" in card["why"]["questions"]["coverage"]["matched"]
    assert {"name": "clock-quorum", "modelFree": True, "rank": "rank/3"} == view["engine"]


def test_receipt_tells_what_was_kept(shell: Shell) -> None:
    """A commit is acknowledged with a reference, a version and what it survives."""
    data = shell.ask("commit", PORT, "--type", "constraint")
    assert ("inserted", "constraint", "active") == tuple(
        data["entry"][key] for key in ("action", "type", "status")
    )
    assert {"kind": "power_loss_assumed"} == data["receipt"]["durability"]["ack_profile"]
    assert "accepted" == data["capture"]["status"]


def test_every_option_of_commit_arrives(shell: Shell) -> None:
    """What is said about a fact is stored with it."""
    reference = shell.commit(
        PORT,
        *("--type", "constraint", "--context", "443 needs root", "--subject", "gateway"),
        *("--attribute", "port", "--alias", "edge", "--alias", "front door", "--path", "src/gw.py"),
        *("--symbol", "Gateway.listen", "--thread", "ports", "--goal", "no root", "--pin"),
        *("--retention", "audit", "--ttl", "30d", "--valid-from", "2026-01-01"),
        *("--confidence", "0.9", "--agent", "tester", "--model", "some-model"),
    )
    fact = shell.ask("show", reference)
    assert ("constraint", "443 needs root", "gateway", "port", True, "audit") == tuple(
        fact[key] for key in ("type", "context", "subject", "attribute", "pinned", "retention")
    )
    assert ["edge", "front door"] == fact["aliases"]
    assert ["Gateway.listen"] == fact["symbols"]
    assert fact["paths"][0].endswith("src/gw.py")
    assert "2026-01-01T00:00:00Z" == fact["valid_from"]
    assert ("tester", "some-model", 0.9) == tuple(
        fact["provenance"][key] for key in ("agent", "model", "confidence")
    )
    assert fact["expires_at"]


def test_text_may_come_from_standard_input(shell: Shell) -> None:
    """No argument, or a hyphen, reads what is piped in."""
    for words in (("commit",), ("commit", "-")):
        data = shell.ask(*words, "--subject", f"s{len(words)}", given=f"{PORT}\n".encode())
        assert PORT == shell.ask("show", data["reference"])["statement"]


def test_words_need_no_quotes(shell: Shell) -> None:
    """A question typed without quotes is the same question."""
    shell.commit(PORT)
    assert [PORT] == shell.statements("which port does the gateway use")
    words = "which port does the gateway use".split()
    assert PORT == shell.ask("query", *words)["cards"][0]["statement"]


def test_text_that_begins_with_a_hyphen(shell: Shell) -> None:
    """Behind two hyphens everything is text."""
    text = "-5 is the lowest temperature that sensor T1000 reports"
    data = shell.run("commit", "--json", "--", text).data
    assert text == shell.ask("show", data["reference"])["statement"]


def test_options_stand_before_or_behind_the_verb(shell: Shell) -> None:
    """Home, store and JSON are understood in both places (case 125)."""
    other = str(shell.home / "elsewhere.db")
    shell.run("--db", other, "--json", "commit", PORT, status=0)
    assert [PORT] == shell.statements("gateway port", "--db", other)
    assert [] == shell.statements("gateway port")
    assert other == shell.ask("status", "--db", other)["path"]


def test_supersede_replaces_for_any_wording(shell: Shell) -> None:
    """The named fact is closed, whatever the new text says (case 86)."""
    old = shell.commit("Anna is assigned to the billing service")
    data = shell.ask("supersede", old, "Bert looks after invoices now")
    assert [old] == data["entry"]["supersedes"]
    assert "superseded" == shell.ask("show", old)["status"]
    assert data["reference"] in shell.ask("why", old)["superseded_by"]


def test_retract_hides_and_repeats_safely(shell: Shell) -> None:
    """A retracted fact is not found, stays in history, and retracting again says so (case 98)."""
    reference = shell.commit(PORT)
    assert True is shell.ask("retract", reference, "--reason", "the gateway is gone")["changed"]
    assert False is shell.ask("retract", reference)["changed"]
    assert [] == shell.statements("which port does the gateway use?")
    assert [PORT] == shell.statements("which port does the gateway use?", "--history")


def test_pinned_fact_is_shown_by_rule(shell: Shell) -> None:
    """A pinned fact comes with every answer of its scope, as what it is."""
    reference = shell.commit("Never push to main directly", "--type", "constraint")
    assert True is shell.ask("pin", reference)["pinned"]
    view = shell.ask("query", "what is the office coffee policy?")
    assert [(reference, "pinned")] == [
        (card["reference"], card["why"]["admittedBy"]) for card in view["cards"]
    ]
    assert 0 == view["admitted_count"]
    assert [] == shell.statements("what is the office coffee policy?", "--no-pinned")
    assert False is shell.ask("unpin", reference)["pinned"]


def test_list_pages_to_the_end(shell: Shell) -> None:
    """Pages follow each other without gap or repetition, and --all is their sum (case 142)."""
    kept = [shell.commit(f"Service number{n} listens on port {9000 + n}") for n in range(5)]
    seen: list[str] = []
    after: list[str] = []
    while True:
        page = shell.ask("list", "--limit", "2", *after)
        seen += [fact["reference"] for fact in page["facts"]]
        if page["next"] is None:
            break
        after = ["--after", page["next"]]
    assert kept[::-1] == seen
    everything = shell.ask("list", "--all")
    assert (kept[::-1], None) == (
        [fact["reference"] for fact in everything["facts"]],
        everything["next"],
    )


def test_history_rollback_and_back_again(shell: Shell) -> None:
    """CQR D5: going back hides what came later, keeps it in the log, and later ids are higher."""
    first = shell.ask("commit", "Alpha service listens on port 7001")
    second = shell.ask("commit", "Beta service listens on port 7002")
    version = str(first["entry"]["version"])
    preview = shell.ask("rollback", version)
    assert (False, 1) == (preview["applied"], len(preview["orphaned"]))
    assert shell.statements("beta service port")
    done = shell.ask("rollback", version, "--apply")
    assert {**preview, "applied": True} == done
    assert "Beta service listens on port 7002" not in shell.statements("beta service port")
    assert shell.statements("alpha service port")
    third = shell.ask("commit", "Gamma service listens on port 7003")
    assert third["entry"]["version"] > second["entry"]["version"]
    entries = shell.ask("history")["entries"]
    assert ["active", "orphaned", "active"] == [entry["status"] for entry in entries[:3]]
    assert [third["entry"]["version"]] == [each["version"] for each in entries if each["head"]]


def test_conflict_is_listed_and_settled(shell: Shell) -> None:
    """A disagreement is seen, with both statements, and a person can settle it."""
    old = shell.commit("Always deploy the payments service on Friday")
    new = shell.ask("commit", "Never deploy the payments service on Friday", "--disputes", old)
    stories = shell.ask("conflicts", "--all")["conflicts"]
    pair = {stories[0]["source"]["reference"], stories[0]["target"]["reference"]}
    assert {old, new["reference"]} == pair
    outcome = shell.ask("resolve", "--keep", old, "--drop", new["reference"])
    assert "keep" == outcome["action"]
    assert [] == shell.ask("conflicts")["conflicts"]


def test_why_explains_an_answer_and_its_absence(shell: Shell) -> None:
    """The same fact is explained for a question it answers and for one it does not."""
    reference = shell.commit(PORT)
    found = shell.ask("why", reference, "--question", "which port does the gateway use?")
    assert (True, []) == (found["admitted"], found["obstacles"])
    missed = shell.ask("why", reference, "--question", "what is for lunch?")
    assert (False, None) == (missed["admitted"], missed["card"])
    assert missed["obstacles"]


def test_boot_is_the_same_twice(shell: Shell) -> None:
    """CQR D4: without a write the brief is byte-identical; a write changes it."""
    shell.commit(PORT, "--type", "constraint")
    first = shell.run("boot", status=0).out
    assert first == shell.run("boot", status=0).out
    assert PORT in first
    shell.commit("Never push to main directly", "--type", "constraint")
    assert first != shell.run("boot", status=0).out


def test_rebuild_changes_no_answer(shell: Shell) -> None:
    """CQR A13: after a rebuild the answer is the same bytes, explicit paths included."""
    shell.commit(PORT, "--path", "src/gateway/**", "--thread", "ports")
    question = ("query", "what holds for this file?", "--path", "src/gateway/listen.py", "--json")
    before = shell.run(*question).data
    assert 1 == shell.ask("rebuild-anchors")["facts"]
    after = shell.run(*question).data
    assert [card["reference"] for card in before["cards"]] == [
        card["reference"] for card in after["cards"]
    ]
    assert before["cards"] == after["cards"]


def test_operation_is_the_same_answer_as_the_tool_gives(shell: Shell) -> None:
    """CQR F14: what an agent would get, a script gets too."""
    shell.commit(PORT)
    answer = shell.ask("op", "query", "--args", '{"need": "which port does the gateway use?"}')
    assert ("ok", [PORT]) == (answer["status"], [card["statement"] for card in answer["cards"]])
    from_input = shell.ask("op", "query", "--args", "-", given=b'{"need": "gateway port"}')
    assert answer["cards"][0]["statement"] == from_input["cards"][0]["statement"]


def test_status_names_the_open_file(shell: Shell) -> None:
    """Whoever asks learns which file is used, before and after it exists (case 125)."""
    path = str(shell.home / ".cortex" / "cortex.db")
    before = shell.ask("status")
    assert (path, False, "ready") == (before["path"], before["present"], before["state"])
    shell.commit(PORT)
    after = shell.ask("status")
    assert (True, 1) == (after["present"], after["counts"]["facts"])
    assert path in shell.run("status", status=0).out


def test_doctor_is_quiet_on_a_healthy_store(shell: Shell) -> None:
    """No warning on a fresh and on a used store (case 143)."""
    for _ in range(2):
        report = shell.ask("doctor")
        assert True is report["healthy"]
        assert {"pass"} == {finding["level"] for finding in report["findings"]}
        shell.commit(PORT)


def test_reading_verbs_create_nothing(shell: Shell) -> None:
    """Asking where things are leaves no file behind."""
    for verb in ("status", "doctor", "paths", "version", "scope"):
        shell.ask(verb)
    assert not (shell.home / ".cortex").exists()


def test_same_question_same_bytes(shell: Shell) -> None:
    """CQR A10: the text for people is as deterministic as the object."""
    for n in range(4):
        shell.commit(f"Service number{n} listens on port {9000 + n}")
    for words in (("list",), ("history",), ("scope",)):
        assert shell.run(*words, status=0).out == shell.run(*words, status=0).out
    cards = [shell.ask("query", "service number2 port")["cards"] for _ in range(2)]
    assert cards[0] == cards[1]
