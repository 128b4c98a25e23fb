"""How does a test get a seat with message logs, and the operator's file?"""

from __future__ import annotations

import json
from pathlib import Path

from cortex.model.seats import Seat
from cortex.wire.instants import format_instant
from tests.wiring.seat_sessions import NOW_US

OPERATOR = """
[[entity]]
name = "Acme GmbH"
kind = "company"
aliases = ["Acme Corp"]
senders = ["501"]

[[entity]]
name = "东海贸易"

[[role]]
entity = "Acme GmbH"
role = "billing contact"
holder = "Dana Roe"
"""


def log(seat: Seat, *texts: str, at_us: int = NOW_US, name: str = "Dana Roe") -> Path:
    """Add messages that came in, a minute after each other, and give the log."""
    path = Path(seat.home, "logs/inbound-messages.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text().count("\n") if path.exists() else 0
    with path.open("a", encoding="utf-8") as file:
        for at, text in enumerate(texts, start=before):
            row = {"message_id": at, "from": 77, "from_name": name, "chat_id": 9, "text": text}
            row |= {"timestamp": format_instant(at_us + at * 60_000_000), "agent": seat.name}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def operator(home: str, text: str = OPERATOR) -> Path:
    """Write the operator's file."""
    path = Path(home, "graph.toml")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def wish(seat: Seat) -> None:
    """Let facts be told beside prompts."""
    Path(seat.home).mkdir(parents=True, exist_ok=True)
    Path(seat.home, "client-graph").touch()
