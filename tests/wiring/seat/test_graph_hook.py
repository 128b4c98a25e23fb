"""Does the graph speak beside a prompt by its four rules, once, and otherwise stay silent?"""

import json
import os
from pathlib import Path

import pytest

from cortex.model.host_events import (
    CLAUDE_CODE,
    COMPACT_BEFORE,
    PROMPT,
    ROLE_USER,
    SESSION_END,
    TURN_END,
    HostEvent,
)
from cortex.model.seats import Seat
from cortex.stores.system import running
from cortex.wiring.deadline import Deadline
from cortex.wiring.seat import graph_hook as seat_graph_hook
from cortex.wiring.seat.graph import build
from cortex.wiring.seat.hook import on_event
from cortex.wiring.settings import Settings, read_settings
from tests.tidy.test_cold_start import loaded_modules
from tests.wiring.seat_graphs import log, operator, wish
from tests.wiring.seat_sessions import make_seat

ASKED = "When does Acme pay?"
TELEGRAM = (
    "=== TELEGRAM [MESSAGE] from [USER: Dana] (chat_id:9) ===\n"
    '[Replying to: "{reply}"]\n[Recent conversation:]\n[Dana]: {history}\n'
    "{fence}\n{body}\n{fence}\nReply using: cortextos bus send-telegram 9\n"
)
BUS = "=== AGENT MESSAGE from scout [reply_to: m1] [msg_id: m2] ===\n{fence}\n{body}\n{fence}\n"


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat with a graph, and the operator's wish to be told of it."""
    seat = make_seat(tmp_path)
    operator(f"{tmp_path}/home")
    wish(seat)
    log(seat, "Acme's payment day is the 15th.", "Acme's payment day is the 1st.", "Acme is fine.")
    build(read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)}), seat.name)
    return seat


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


def prompted(seat: Seat, prompt: str, session: str = "s1") -> HostEvent:
    """Give the event of a prompt."""
    event = HostEvent(CLAUDE_CODE, PROMPT, session, seat.root)
    event.text, event.role = prompt, ROLE_USER
    return event


def told(seat: Seat, settings: Settings, prompt: str, session: str = "s1") -> str:
    """Give what the seat puts beside a prompt, and count it as told."""
    said = on_event(prompted(seat, prompt, session), settings, Deadline())
    for note in said.after:
        note()
    return said.context


def test_facts_stand_beside_a_prompt_that_asks(seat: Seat, settings: Settings) -> None:
    """With quote, source, what was superseded, the operator's word; as evidence, and once."""
    said = told(seat, settings, ASKED)
    assert "payment day: the 1st" in said
    assert '"Acme\'s payment day is the 1st." (Dana Roe, 2026-09-21, logs/inbound-' in said
    assert '[superseded: "the 15th"]' in said
    assert "billing contact: Dana Roe (the operator's file)" in said
    assert "quotes are evidence" in said
    assert "" == told(seat, settings, ASKED)
    assert said == told(seat, settings, ASKED, "s2")


@pytest.mark.parametrize(
    "prompt",
    [
        "[CRON FIRED 2026-09-21T10:00:00Z] invoices: When does Acme pay?",
        "[CRON: invoices] When does Acme pay?",
        "<task-notification>When does Acme pay?</task-notification>",
        "[CONTEXT] When does Acme pay?",
        "[CONTEXT HANDOFF REQUIRED] When does Acme pay?",
        "/ask When does Acme pay?",
        "Acme has paid.",
        "When does Orca pay?",
        "When does Acmeology pay?",
        '[Replying to: "When does Acme pay?"]\nNever mind, when is lunch?',
        "",
    ],
)
def test_schedules_notices_and_other_talk_get_nothing(
    seat: Seat, settings: Settings, prompt: str
) -> None:
    """Seat T8: a scheduled prompt yields nothing, nor does one that does not ask about a noun."""
    assert "" == told(seat, settings, prompt)


@pytest.mark.parametrize("fence", ["```", "`````"])
def test_of_wrapped_messages_only_the_newest_body_counts(
    seat: Seat, settings: Settings, fence: str
) -> None:
    """Seat T8: a noun that only the history or the reply names is not told; the body's is."""
    silent = TELEGRAM.format(reply=ASKED, history=ASKED, fence=fence, body="When is lunch?")
    asks = TELEGRAM.format(reply="lunch?", history="lunch?", fence=fence, body=ASKED)
    bus = BUS.format(fence=fence, body=ASKED)
    assert "" == told(seat, settings, silent)
    assert "" == told(seat, settings, f"{asks}\n{silent}")
    assert "the 1st" in told(seat, settings, f"{silent}\n{asks}")
    assert "the 1st" in told(seat, settings, bus, "s2")


def test_short_questions_and_other_scripts_are_heard(seat: Seat, settings: Settings) -> None:
    """A name and a question mark are enough, and names need no spaces around them."""
    assert "the 1st" in told(seat, settings, "Acme?")
    log(seat, "东海贸易的发票日是每月1号。")
    build(settings, seat.name)
    assert "发票日: 每月1号" in told(seat, settings, "请问东海贸易什么时候开发票")


def test_nothing_is_told_without_the_operator_s_wish(seat: Seat, settings: Settings) -> None:
    """The flag stands in the seat's home; one in its own folder may be cloned and is nothing."""
    Path(seat.home, "client-graph").unlink()
    Path(seat.root, "client-graph").touch()
    assert "" == told(seat, settings, ASKED)


def test_a_stale_graph_says_so(seat: Seat, settings: Settings) -> None:
    """Messages since the build make it stale, and the block says up to when."""
    path = log(seat, "Acme's payment day is the 7th.")
    os.utime(path, (4_000_000_000, 4_000_000_000))
    said = told(seat, settings, ASKED)
    assert "It is stale: messages up to 2096-10-02T07:06:40Z are not in it." in said


def test_after_a_compaction_it_is_told_again(seat: Seat, settings: Settings) -> None:
    """What was in view is gone."""
    said = told(seat, settings, ASKED)
    on_event(HostEvent(CLAUDE_CODE, COMPACT_BEFORE, "s1", seat.root), settings, Deadline())
    assert said in told(seat, settings, ASKED)


def test_what_was_told_is_logged(seat: Seat, settings: Settings) -> None:
    """One row a prompt: when, to which session, which facts, how long; no word of them."""
    said = told(seat, settings, ASKED)
    (row,) = Path(seat.home, "graph/injections.jsonl").read_text().splitlines()
    logged = json.loads(row)
    assert ["at", "session", "facts", "chars", "ms"] == list(logged)
    assert ("s1", len(said)) == (logged["session"], logged["chars"])
    assert "Acme" not in row


@pytest.mark.parametrize("damage", ["graph.db", "names"])
def test_damage_makes_it_silent(seat: Seat, settings: Settings, damage: str) -> None:
    """A broken or missing file is no fault of the prompt."""
    Path(seat.home, "graph", damage).write_bytes(b"\xff\x00 broken")
    assert "" == told(seat, settings, ASKED)
    Path(seat.home, "graph", damage).unlink()
    assert "" == told(seat, settings, ASKED)


def test_a_small_room_gets_nothing_cut(seat: Seat, settings: Settings) -> None:
    """A fact is whole or not there, and what was not told is not counted as told."""
    event = prompted(seat, ASKED)
    said = on_event(event, settings, Deadline(), room_chars=100)
    assert ("", 0) == (said.context, len(said.after))


def test_a_slow_graph_is_not_told(seat: Seat, settings: Settings) -> None:
    """When the look at the names took the budget, the graph is not opened."""

    class Slow(Deadline):
        times = iter(range(0, 10**9, seat_graph_hook.BUDGET_US + 1))

        def now_us(self) -> int:
            return next(self.times)

    event = prompted(seat, ASKED)
    assert "" == seat_graph_hook.graph_said(event, seat, 2_500, Slow()).context


def test_hooks_start_a_build_when_messages_came(
    seat: Seat, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of a turn by rule alone, of a session with the model; not when nothing is new."""
    started: list[list[str]] = []
    monkeypatch.setattr(running, "start_program", lambda words, *_: started.append(words[3:]))
    now_us = Deadline().now_us()
    seat_graph_hook.start_build(settings, seat, now_us, has_model=True)
    assert [] == started
    os.utime(log(seat, "Acme is fine."), (4_000_000_000, 4_000_000_000))
    seat_graph_hook.start_build(settings, seat, now_us, has_model=True)
    assert [] == started, "a build was just made"
    os.utime(Path(seat.home, "graph/names"), (1_000_000_000, 1_000_000_000))
    for kind in (TURN_END, SESSION_END):
        on_event(HostEvent(CLAUDE_CODE, kind, "s1", seat.root), settings, Deadline())
    words = ["graph", "build", "--seat", "scout", "--home", settings.home]
    assert [[*words, "--no-model"], words] == [row for row in started if row[0] == "graph"]


@pytest.mark.parametrize("prompt", [f"> {ASKED}\nShall we do lunch?", f"  > {ASKED}\nok?"])
def test_a_prompt_that_begins_with_a_quotation_asks_its_own_words(prompt: str) -> None:
    """Quoted lines are nobody's question, also where the first line is one."""
    assert "Acme" not in seat_graph_hook.words_asked(prompt)


def test_silence_loads_nothing_heavy() -> None:
    """Rules and words are looked at without the driver, the tokenizer or regular expressions."""
    code = (
        "from cortex.wiring.seat import graph_hook as hook\n"
        "from cortex.core.seat.graph import mentions, names_file\n"
        "hook.words_asked('When does Acme pay?')\n"
        "mentions.asked_about('When does Orca pay?', [('acme', ('acme',))])\n"
    )
    loaded = loaded_modules(code)
    heavy = {"apsw", "re", "json", "typing", "dataclasses", "enum", "pathlib", "datetime"}
    assert set() == loaded & heavy
