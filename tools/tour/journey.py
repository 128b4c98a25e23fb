"""Which way does the tour go? From text that ships with the project to the brief of a session."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tools.tour.observing import (
    clear_the_host,
    find_it_again,
    rest_on_evidence,
    set_up_a_host,
    take_down_a_session,
)
from tools.tour.seating import ask_for_nothing_known, keep_a_seat
from tools.tour.stage import Stage, cards_of, has_statement
from tools.tour.texts import Statement, statements

QUESTIONS = (
    ("why is apsw the SQLite driver, and not sqlite3?", "Decision 0010"),
    ("how is an instant represented inside?", "Decision 0002"),
    ("what may a module import from the layers below?", "Decision 0001"),
)
"""What is asked, and the text that answers it, which has to be the first card shown."""

HOOK_BYTES_MAX = 10_000
"""Bytes of hook output that Claude Code takes; more is cut off by the host."""

BATCH = 50
"""Statements of one commit; a batch is kept whole or not at all."""

IMPORTED_MIN = 20
"""Statements that at least ship with the project, with no git history at all."""


def run(stage: Stage, root: Path) -> None:
    """Walk every step; the stage counts what is not as promised."""
    arrive(stage)
    imported = bring_in(stage, statements(root))
    ask(stage, imported)
    ask_about_the_past(stage)
    disagree(stage)
    ask_for_nothing(stage)
    go_back(stage)
    begin_a_session(stage, root)
    go_on(stage)
    set_up_a_host(stage)
    take_down_a_session(stage, root)
    find_it_again(stage, root)
    rest_on_evidence(stage)
    clear_the_host(stage)
    keep_a_seat(stage, root)
    ask_for_nothing_known(stage)
    keep_and_forget(stage)


def arrive(stage: Stage) -> None:
    """Show what is installed and that the brain is a new one."""
    stage.step("An empty brain", "Everything goes to one file in a folder that is removed later.")
    stage.show("--version")
    stage.show("status")


def bring_in(stage: Stage, texts: list[Statement]) -> int:
    """Commit the project's own words and give how many were kept."""
    stage.step("Real text goes in", "Decisions, guide, release notes and git history, as written.")
    # The newest facts rank first in a brief, so what was written to be read comes last.
    *rest, shown = reversed(texts)
    refusals: list[str] = []
    for start in range(0, len(rest), BATCH):
        refusals += _kept_together(stage, rest[start : start + BATCH])
    stage.show(*_commit(shown))
    kept = len(texts) - len(refusals)
    print(f"   {kept} of {len(texts)} statements kept", end="")
    print(f"; refused: {', '.join(sorted(set(refusals)))}" if refusals else "")
    stage.promise(kept >= IMPORTED_MIN, f"at least {IMPORTED_MIN} statements are kept")
    is_honest = all(code == "text_rejected" for code in refusals)
    stage.promise(is_honest, "a refusal is only ever about the text itself")
    stage.seen("each commit is one transaction with a receipt")
    head = _head(stage)
    stage.show("import", "docs/guide/concepts.md")
    stage.promise(head == _head(stage), "looking at what could be imported writes nothing")
    stage.seen("notes, chats and other memories come in like this, after a look")
    return kept


def ask(stage: Stage, imported: int) -> None:
    """Ask what the imported text answers, and show why each card is there."""
    stage.step("Questions, and why", f"{imported} statements know the answers, or nobody does.")
    for question, source in QUESTIONS:
        words = ("query", question, "--limit", "2", "--no-leads")
        stage.show(*words)
        view = stage.ask(*words)  # Exactly what was shown.
        first = next((str(card.get("statement")) for card in cards_of(view)), "")
        stage.promise(first.startswith(source), f"{source} is the first card")
        reasons = [card.get("why", {}).get("admittedBy") for card in cards_of(view)]
        stage.promise(bool(reasons) and all(reasons), "every card names the rule that admitted it")
    stage.show("query", "why do we use apsw?", "--limit", "1", "--no-leads", "--why")
    again = [json.dumps(cards_of(stage.ask("query", "why do we use apsw?"))) for _ in range(2)]
    stage.promise(again[0] == again[1], "the same question gives the same cards")
    stage.seen("rule, evidence and order of a card can be checked by hand")


def ask_about_the_past(stage: Stage) -> None:
    """Replace a fact, and ask about both sides of the change."""
    stage.step("The same question, then and now", "A replaced fact still answers for its time.")
    now = datetime.now(UTC)
    start, change, between = (
        (now - timedelta(days=days)).strftime("%Y-%m-%d") for days in (400, 30, 100)
    )
    old, new = "The demo gateway listens on port 8080.", "The demo gateway listens on port 9443."
    stage.show("commit", old, "--valid-from", start)
    reference = _reference(stage, "which port does the demo gateway use?")
    stage.show("supersede", reference, new, "--valid-from", change)
    question = "which port does the demo gateway use?"
    stage.show("query", question, "--limit", "1", "--no-leads")
    stage.show("query", question, "--as-of", between, "--limit", "1", "--no-leads")
    today, then = stage.ask("query", question), stage.ask("query", question, "--as-of", between)
    stage.promise(has_statement(today, new.__eq__), "today's answer is the new port")
    stage.promise(not has_statement(today, old.__eq__), "the old port is not an answer today")
    stage.promise(has_statement(then, old.__eq__), "the answer for then is the old port")
    stage.promise(not has_statement(then, new.__eq__), "the new port is no answer for then")
    stage.seen(f"as of {between} the answer differs from today's")


def disagree(stage: Stage) -> None:
    """State a rule and its opposite, and settle it."""
    stage.step(
        "A conflict", "Two rules that cannot both hold are kept, marked, and put to a person."
    )
    rule = "Whatever happens, a hook of the demo gateway exits 0."
    stage.show("commit", rule, "--type", "constraint")
    stage.show("commit", rule.replace("exits", "never exits"), "--type", "constraint")
    stage.show("conflicts")
    listed = stage.ask("conflicts").get("conflicts")
    stage.promise(
        isinstance(listed, list) and len(listed) == 1,
        "the contradiction is listed, and nothing else is",
    )
    view = stage.ask("query", "what does a hook of the demo gateway exit with?")
    notes = [note for card in cards_of(view) for note in card.get("notes", [])]
    stage.promise(bool(notes), "a card in conflict says so")
    if listed:
        keep, drop = (listed[0][side]["reference"] for side in ("target", "source"))
        words = ("resolve", "--keep", keep, "--drop", drop, "--rationale", "the host must go on")
        stage.show(*words)
        left = stage.ask("conflicts").get("conflicts")
        stage.promise(left == [], "nothing is left to settle")
    stage.seen("neither side disappeared before somebody decided")


def ask_for_nothing(stage: Stage) -> None:
    """Ask what nobody ever said."""
    stage.step("An honest nothing", "What was never said is not answered, however alike it sounds.")
    question = "what does the coffee machine in the Lisbon office cost?"
    stage.show("query", question)
    view = stage.ask("query", question)
    stage.promise(cards_of(view) == [], "there is no card")
    stage.promise(view.get("status") in ("no_match", "ambiguous"), "the status says so")
    stage.seen("an empty answer is a success: exit 0, no guess")


def go_back(stage: Stage) -> None:
    """Undo a commit that should never have been."""
    stage.step("Back to an earlier version", "First what it would undo, then the undoing.")
    head = _head(stage)
    wrong = "The demo gateway is written in COBOL by two interns."
    stage.show("commit", wrong)
    question = "what is the demo gateway written in, COBOL?"
    stage.promise(has_statement(stage.ask("query", question), wrong.__eq__), "the fact is found")
    stage.show("rollback", str(head))
    still = stage.ask("query", question)
    stage.promise(has_statement(still, wrong.__eq__), "without --apply nothing is changed")
    stage.show("rollback", str(head), "--apply")
    gone = stage.ask("query", question)
    stage.promise(not has_statement(gone, wrong.__eq__), "afterwards the fact is no answer")
    stage.show("history", "--limit", "3")
    stage.seen("the undone entry is still in the history")


def begin_a_session(stage: Stage, root: Path) -> None:
    """Show the brief an agent starts with, and the envelope its host receives."""
    stage.step("A session begins", "The brief: rules and pinned facts first, nothing cut in half.")
    rule = "Never log a session key of the demo gateway."
    stage.show("commit", rule, "--type", "constraint", "--pin")
    brief = stage.show("boot")
    stage.promise(rule in brief, "the pinned rule is in the brief")
    payload = {
        "hook_event_name": "SessionStart",
        "session_id": "tour",
        "source": "startup",
        "cwd": str(root),
    }
    given = json.dumps(payload)
    shown = 'echo \'{"hook_event_name":"SessionStart", ...}\' | cortex hook-boot'
    rest = "the brief as one JSON object, under 2 KB"
    answer = stage.show("hook-boot", shown=shown, given=given, lines_max=4, rest=rest)
    output = _hook_output(answer)
    stage.promise(output.get("hookEventName") == "SessionStart", "the envelope names its event")
    stage.promise(rule in str(output.get("additionalContext")), "the rule reaches the session")
    is_small = 0 < len(answer.encode()) <= HOOK_BYTES_MAX
    stage.promise(is_small, f"the envelope is under {HOOK_BYTES_MAX} bytes")
    stage.seen("recalled text is fenced and labelled: a claim with an origin, not an order")


def go_on(stage: Stage) -> None:
    """Leave a piece of work, and find it again with what is owed on it."""
    stage.step("Work goes on", "What is owed outlives the session, and a claim does not settle it.")
    thread, check = "demo-move", "make smoke"
    stage.show("thread", "checkpoint", thread, "--goal", "Move the demo gateway to port 9443")
    owed = "Renew the certificate of the demo gateway"
    stage.show("thread", "owe", thread, owed, "--predicate", check, "--ready")
    shown = stage.show("thread", "show", thread)
    stage.promise(owed in shown, "the next session is told what is owed")
    answer = stage.ask("op", "orient", "--args", json.dumps({"thread": thread}))
    told = json.dumps(answer.get("continuation"))
    stage.promise(owed in told and check in told, "an agent gets the work and the check with it")
    stage.seen("an agent gets the same in one call, with constraints and failures")


def keep_and_forget(stage: Stage) -> None:
    """Forget something for good, see that it is gone, and copy the rest."""
    stage.step("Yours to forget and to keep", "Out of every page of the file; then a proved copy.")
    private = "Anna Berg reads the demo gateway's pager."
    stage.show("commit", private)
    stage.show("forget", "--matching", "Anna Berg", "--everywhere", "--apply")
    stage.promise(stage.attempt("commit", private) == "forgotten", "its words stay out")
    stage.show("backup", "--verify")
    stage.seen("the file was searched for the words, and the copy was asked what the brain was")


def _kept_together(stage: Stage, texts: list[Statement]) -> list[str]:
    """Commit texts as one batch, or each alone when one is refused; give the refusals' codes."""
    entries = [
        {"text": one.text, "type": one.type, "paths": [one.path] if one.path else []}
        for one in texts
    ]
    given = json.dumps({"entries": entries})
    if stage.attempt("op", "commit", "--args", "-", given=given) is None:
        return []
    return [code for one in texts if (code := stage.attempt(*_commit(one))) is not None]


def _commit(statement: Statement) -> tuple[str, ...]:
    place = ("--path", statement.path) if statement.path else ()
    return ("commit", "--type", statement.type, *place, "--", statement.text)


def _reference(stage: Stage, question: str) -> str:
    cards = cards_of(stage.ask("query", question))
    stage.promise(bool(cards), "what was just committed is found")
    return str(cards[0]["reference"]) if cards else "decision::0"


def _head(stage: Stage) -> int:
    entries = stage.ask("history", "--limit", "1").get("entries")
    newest = entries[0] if isinstance(entries, list) and entries else {}
    return int(newest.get("version", 0))


def _hook_output(answer: str) -> dict[str, object]:
    try:
        output = json.loads(answer).get("hookSpecificOutput")
    except ValueError:
        return {}
    return output if isinstance(output, dict) else {}
