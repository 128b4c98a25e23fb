"""Is nothing lost of what a seat promised, over days with compactions, crashes and new sessions?"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.black_box.seat_life.lived import DAY_US, Lived
from tests.black_box.shell import Shell

PROMISE = "renew the certificates by Friday"
DECISION = "8443, because 443 needs root"
DEAD_END = "setcap on the binary: lost at each upgrade"
RULE = "Never restart the gateway before noon."
NEXT_STEP = "restart the gateway after noon"
LATER_PROMISE = "把总数发给 Ana"
SPOKEN = "I will tell you when the totals have left."
SPOKEN_LATER = "I will send you the invoice on Tuesday."
HANDED_OVER = "The DNS change waits for Ana."
REMINDER = "Look whether the import has ended"
STATE = f"""\
# STATE

## Checkpoint

task: move the gateway to port 8443
stands: the configuration is written
exact next step: {NEXT_STEP}

## Promises to the user

- [open] {PROMISE} (due 2026-01-09)

## Live surfaces changed

- gateway.toml: port 8443; rollback: write 443

## Changes of plan

- none

## Decisions and findings

- {DECISION}

## Dead ends

- {DEAD_END}

## Open dispatches

- none

## The user's rules in their own words

- "{RULE}"
"""
SUMMARY = (
    "Summary:\n1. The user wants the gateway moved to port 8443 and the gateway restarted.\n"
    "2. The agent changed gateway.toml. The gateway was not restarted."
)
HANDED = "STATE.md of this seat"
METER = "Cortex context meter"
LEDGER = (PROMISE, DECISION, DEAD_END, RULE, NEXT_STEP)
"""What was promised, decided, tried, ruled and planned: none of it may be lost."""

WARN, URGENT = 126_000, 151_000

ORDERS = {
    "pre, start, post": "psP",
    "pre, post, start": "pPs",
    "pre three times, start, post": "pppsP",
    "pre, start, post twice": "psPP",
    "start and post, no pre": "sP",
    "pre and start, no post": "ps",
    "start alone": "s",
    "pre and post, no start": "pP",
    "no event at all": "",
}
"""Orders in which builds of Claude Code were seen to report one compaction, and worse ones."""


@pytest.fixture
def life(shell: Shell, tmp_path: Path) -> Iterator[Lived]:
    """Give a life that has not begun; its script is printed at its end."""
    one = Lived(shell, tmp_path)
    yield one
    sys.stdout.write("\n".join(one.script) + "\n")  # `-s` shows it; a failure does.


def begin(life: Lived) -> None:
    """Install the seat and live its first morning up to the rewrite of STATE.md."""
    life.chapter("Monday: the seat is installed and starts")
    life.types("install", "--host", "claude-code", "--apply")
    life.types("seat", "install", ".", "--apply")
    begun = life.event("SessionStart", source="startup")
    assert f"{life.root}/STATE.md" in begun
    assert "still is the empty template" in begun
    life.chapter("Work")
    life.types("log", "working", "Move the gateway to port 8443")
    assert "" == life.says("Move the gateway to port 8443, and tell me what you need.")
    assert "" == life.works()
    life.answers(f"Decided: {DECISION}. I will {PROMISE}.")
    life.passes(30)
    life.says(RULE)
    life.chapter("The context fills up")
    assert "" == life.works(tokens=90_000)
    warning = life.works(tokens=WARN)
    assert METER in warning
    assert "42 min" not in warning
    assert "next tool call" in warning
    assert "" == life.works(tokens=WARN + 1_000)
    life.types("state", "set", given=STATE)
    assert "" == life.works(tokens=WARN + 2_000)
    assert "little room is left" in life.works(tokens=URGENT)
    life.answers("STATE.md is written.", tokens=URGENT + 1_000)


def compact(life: Lived, order: str) -> list[str]:
    """Let the host compact, and report it in an order; gives what the model sees, step by step."""
    life.passes(5)
    is_written = False
    seen = []
    for event in f"{order}.":
        if event != "p" and not is_written:
            life.compacts(SUMMARY)
            is_written = True
        if event == "p":
            seen.append(life.event("PreCompact", trigger="auto", custom_instructions=""))
        elif event == "P":
            seen.append(life.event("PostCompact", trigger="auto", compact_summary=SUMMARY))
        elif event == "s":
            seen.append(life.event("SessionStart", source="compact"))
    return seen


def missing(text: str, ledger: tuple[str, ...] = LEDGER) -> list[str]:
    """Give what of the ledger a text does not say."""
    return [words for words in ledger if words not in text]


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_a_compaction_loses_nothing(life: Lived, order: str) -> None:
    """Whichever events come, all that was kept is told once before the work goes on (Seat T7)."""
    begin(life)
    life.chapter(f"Compaction: {order or 'no event'}")
    seen = compact(life, order)
    seen.append(life.says("Go on."))
    seen.append(life.works(tokens=21_000))
    life.answers("I go on.", tokens=22_000)
    seen.append(life.says("And now?"))
    told = [text for text in seen if HANDED in text]
    assert 1 == len(told)
    assert [] == missing(told[0])
    assert METER not in "".join(seen)
    [fact] = life.json("facts", "--days", "30")["facts"]
    assert "not restarted" in fact["summary"]
    checkpoints = sorted((life.root / "memory/checkpoints").glob("2*.md"))
    assert 1 == len(checkpoints)
    assert PROMISE in checkpoints[0].read_text(encoding="utf-8")
    assert "" == life.journal
    life.chapter("The meter begins anew")
    assert METER in life.works(tokens=WARN)


@pytest.mark.slow
def test_a_life_of_days_loses_nothing(life: Lived) -> None:
    """Start, warning, rewrite, compaction, crash, restart, end, next day: all is still known."""
    begin(life)
    life.chapter("Compaction")
    compact(life, "psP")
    life.says("Go on, and send Ana the totals.")
    life.types("state", "set", "--section", "promises",
               given=f"- [open] {PROMISE} (due 2026-01-09)\n- [open] {LATER_PROMISE}")  # fmt: skip
    life.answers(f"{SPOKEN} She gets them by mail.", tokens=22_000)
    ledger = (*LEDGER, LATER_PROMISE)
    _crash(life, ledger)
    _hand_off(life, ledger)
    _end(life)
    _next_day(life, ledger)


def _crash(life: Lived, ledger: tuple[str, ...]) -> None:
    """Kill hooks and a rewrite in the middle; the session that goes on is told what is owed."""
    life.chapter("Crash: the machine kills everything under way")
    life.passes(20)
    hook = ("hook", "PreCompact", "--host", "claude-code")
    rewritten = life.text("STATE.md").replace("- none", "- nothing", 1).encode()
    for number in range(8):
        told = life.payload("PreCompact", trigger="auto")
        life.killed(0.015 * number, *hook, given=told)
        life.killed(0.02 * number, "state", "set", given=rewritten)
        life.passes(1)
    life.chapter("The same session is resumed")
    seen = life.event("SessionStart", source="resume")
    assert [] == missing(seen, (PROMISE, LATER_PROMISE, NEXT_STEP))
    assert [] == missing(life.types("state").out, ledger)
    life.chapter("A new session, as the old one was not saved")
    life.passes(2)
    life.new_session()
    seen = life.event("SessionStart", source="startup")
    assert [] == missing(seen, (PROMISE, LATER_PROMISE, NEXT_STEP, SPOKEN))
    assert 1 == seen.count(HANDED)
    assert "CHECKPOINT FAILED" not in seen
    assert "" == life.says("Where are we?")


def _hand_off(life: Lived, ledger: tuple[str, ...]) -> None:
    """Hand over before a hard restart: the next session is told once, and no other one."""
    life.chapter("Hand-off before a hard restart")
    life.types("seat", "handoff", "--note", HANDED_OVER)
    life.event("SessionEnd", reason="other")
    life.passes(1)
    life.new_session()
    seen = life.event("SessionStart", source="startup")
    assert 1 == seen.count(HANDED_OVER)
    assert [] == missing(seen, ledger)  # Decisions, dead ends and rules too: a context is gone.
    life.says("Go on.")
    life.passes(1)
    life.new_session()
    assert HANDED_OVER not in life.event("SessionStart", source="startup")
    life.says("And on.")


def _end(life: Lived) -> None:
    """End the day; what was said is written up by somebody else than the hook."""
    life.chapter("End of the day")
    life.types("bus", "remind", "in 20h", REMINDER)
    life.answers("We decided to keep port 443 as a redirect. " + SPOKEN_LATER)
    life.says("Good.")
    life.types("log", "completed", "Gateway moved")
    life.answers("Done for today.")
    assert "" == life.event("SessionEnd", reason="other")
    life.types("digest", "run")


def _next_day(life: Lived, ledger: tuple[str, ...]) -> None:
    """Begin the next day in a new session: everything is in view or one command away."""
    life.chapter("Tuesday")
    life.now_us += DAY_US
    life.new_session()
    seen = life.event("SessionStart", source="startup")
    assert [] == missing(seen, (PROMISE, LATER_PROMISE, NEXT_STEP, SPOKEN_LATER))
    assert 1 == seen.count(HANDED)
    assert "24 h before" in seen
    assert 1 == seen.count(REMINDER)
    assert [] == missing(life.types("state", "show").out, ledger)
    found = life.types("digest", "search", "redirect port 443").out
    assert "443 as a redirect" in found
    [day] = life.json("digest")["days"]
    assert "2026-01-05" in day["file"]
    assert 1 == life.text(day["file"]).count("443 as a redirect")
    assert PROMISE in life.types("ask", "which certificates are renewed by Friday").out
    assert PROMISE in life.types("bus", "promised").out
    assert "not restarted" in life.types("facts").out
    assert "Gateway moved" in life.text("memory/2026-01-05.md")
    life.types("log", "working", "Certificates")
    assert "Certificates" in life.text("memory/2026-01-06.md")
    assert [] == [row for row in life.json("seat", "doctor")["checks"] if row["level"] == "fail"]
    assert "" == life.journal
