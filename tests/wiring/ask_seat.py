"""Which seat is asked by the tests of quality? A small one that knows things in four languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.seats import Seat
from cortex.stores.system.seats import write_seats
from cortex.wiring.guarded import open_house
from cortex.wiring.settings import read_settings

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

FILES = {
    "STATE.md": """# STATE (2026-11-28T09:00:00Z)

## Checkpoint

task: move the invoice export to the new queue
stands: consumer is written, producer still writes to the old one
exact next step: switch the producer in the staging cluster

## Promises to the user

- [open] send Ada the refund overview (made 2026-11-27, due 2026-12-01)
- [open] 給料明細を佐藤さんに送る

## Live surfaces changed

- status page: banner about the maintenance on Sunday; rollback: banner.off

## Dead ends

- raising the broker's memory did not stop the timeouts
- der Proxy vor dem Lager verschluckt Antworten, ein zweiter half nicht
""",
    "ENTITIES.md": """# Entities

## Acme GmbH  kind: company
aliases: Acme, ACME Inc
- billing day: the 15th. superseded 2026-11-20 by billing day: the 1st. (source: user/m-1)
- billing day: the 1st. (source: user/m-9; as of 2026-11-20; verified: yes)
- invoices go to the procurement portal. (source: user/m-10; as of 2026-11-20; verified: yes)
links: [[portal]]

## Ada Lovelace  kind: person
aliases: Ada
- she prefers short mails in the morning. (source: user/m-2; as of 2026-10-01; verified: yes)
- telephone extension: 4417. (source: user/m-3; as of 2026-10-01; verified: yes)

## Lager Nord  kind: place
- Öffnungszeiten: werktags von 6 bis 14 Uhr. (source: user/m-4; as of 2026-10-02; verified: yes)
- der Schlüssel liegt bei Herrn Krüger. (source: user/m-5; as of 2026-10-02; verified: no)

## 佐藤商事  kind: company
aliases: 佐藤
- 請求日: 毎月25日. (source: user/m-6; as of 2026-10-05; verified: yes)

## Склад Юг  kind: place
- график работы: с девяти до восемнадцати. (source: user/m-7; as of 2026-10-05; verified: yes)
""",
    "MEMORY.md": """# Memory

- [tabs](memory/notes/indent.md) - the user wants tabs in Go and spaces elsewhere
- Never deploy on Fridays; the user said so after the March outage
""",
    "memory/notes/indent.md": """---
name: indent
description: which indentation the user wants in which language
metadata:
  type: feedback
  source: user:m-11
  as_of: 2026-09-01
---

Go files are indented with tabs, everything else with four spaces.

Why: gofmt decides it anyway.
""",
    "memory/notes/certificates.md": """---
name: certificates
description: renewal of the gateway certificates
metadata:
  type: project
  source: operational:gw-2
  as_of: 2026-11-02
---

The certificate of gw-2 ends on 2027-02-14 and is renewed by hand.
""",
    "memory/2026-11-26.md": """# 2026-11-26

## WORKING ON - 09:10:00 UTC

The nightly backup of the ledger failed with a full disk on db-3

## COMPLETED - 11:40:00 UTC

Moved the ledger backup to the bucket in Frankfurt and deleted old dumps on db-3
""",
    "memory/2026-11-27.md": """# 2026-11-27

NOTE 08:15 UTC: Ada called about the refund of order 8812, she waits for an overview

NOTE 10:02 UTC: Der Drucker im Lager Nord braucht neue Treiber

NOTE 12:30 UTC: 倉庫のプリンターが故障した
""",
    "memory/digests/2026-11-25.md": """## Session 71c0 - 16:00:00 UTC, other

- Decisions:
  - We decided to keep the old queue until January because two partners poll it.
- Promises:
  - I will write the partners of the old queue before Christmas.
""",
    "memory/compactions/2026-11-24.md": """# Summary

The user asked for a chart of refunds by month; the assistant made chart.svg and used blue bars.
""",
}
KNOWLEDGE = """# acme

## Technical

- the staging cluster is called heron. (source: operational/k8s; as of 2026-10-01; verified: yes)
- production deploys need two approvals. (source: document/handbook; as of 2026-08-01)

## Team

- Mira looks after the payment provider. (source: user/m-20; as of 2026-11-01; verified: yes)
"""
FACTS = (
    "The payment provider limits refunds to 500 euros a day",
    "Backups are kept for 35 days because the auditors ask for it",
    "The Krakow office uses VLAN 112",
    "Die Testumgebung heißt Reiher und wird nachts gelöscht",
    "社内サーバーの再起動は毎週日曜日に行う",
)

QUESTIONS = (
    ("what is the exact next step of the invoice export", "STATE.md", "switch the producer"),
    ("what did we promise Ada", "STATE.md", "refund overview"),
    ("did raising the memory of the broker help", "STATE.md", "did not stop"),
    ("what is on the status page", "STATE.md", "banner"),
    ("when is the billing day of Acme", "ENTITIES.md", "the 1st."),
    ("where do Acme's invoices go", "ENTITIES.md", "procurement portal"),
    ("what is Ada's telephone extension", "ENTITIES.md", "4417"),
    ("how does Ada like her mails", "ENTITIES.md", "short mails"),
    ("may we deploy on Fridays", "MEMORY.md", "Never deploy"),
    ("tabs or spaces in Go files", "memory/notes/indent.md", "tabs"),
    ("when does the certificate of gw-2 end", "memory/notes/certificates.md", "2027-02-14"),
    ("why did the nightly ledger backup fail", "memory/2026-11-26.md", "full disk"),
    ("where is the ledger backup now", "memory/2026-11-26.md", "Frankfurt"),
    ("what about the refund of order 8812", "memory/2026-11-27.md", "8812"),
    ("why do we keep the old queue", "memory/digests/", "two partners"),
    ("who wants the chart of refunds by month", "memory/compactions/", "chart"),
    ("what is the staging cluster called", "knowledge.md", "heron"),
    ("who looks after the payment provider", "knowledge.md", "Mira"),
    ("how many approvals does a production deploy need", "knowledge.md", "two approvals"),
    ("what limits refunds at the payment provider", "::", "500 euros"),
    ("how long are backups kept for the auditors", "::", "35 days"),
    ("which VLAN has the Krakow office", "::", "112"),
    ("Wann hat das Lager Nord geöffnet, welche Öffnungszeiten", "ENTITIES.md", "6 bis 14"),
    ("Wer hat den Schlüssel vom Lager Nord", "ENTITIES.md", "Krüger"),
    ("Was braucht der Drucker im Lager", "memory/2026-11-27.md", "Treiber"),
    ("Half ein zweiter Proxy vor dem Lager", "STATE.md", "Proxy"),
    ("Wie heißt die Testumgebung", "::", "Reiher"),
    ("佐藤商事の請求日はいつですか", "ENTITIES.md", "25日"),
    ("給料明細は誰に送りますか", "STATE.md", "佐藤さん"),
    ("倉庫のプリンターはどうなった", "memory/2026-11-27.md", "故障"),
    ("サーバーの再起動はいつ", "::", "日曜日"),
    ("какой график работы у склада Юг", "ENTITIES.md", "девяти"),
    ("who waits for an overview", "memory/2026-11-27.md", "8812"),
    ("which disk was full", "memory/2026-11-26.md", "db-3"),
    ("is the status page showing something", "STATE.md", "banner"),
    ("how do I reach Ada by telephone", "ENTITIES.md", "4417"),
    ("what colour had the refunds chart", "memory/compactions/", "blue"),
    ("why was the export move started, what is left to do", "STATE.md", "producer"),
    ("how much can be refunded in a day", "::", "500"),
    ("which VLAN number is used in Krakow", "::", "112"),
    ("who has to approve a deploy to production", "knowledge.md", "two approvals"),
    ("what should I know about Mira", "knowledge.md", "Mira"),
    ("Was heißt Reiher", "::", "Reiher"),
    ("der Drucker ist kaputt", "memory/2026-11-27.md", "Drucker"),
    ("プリンター", "memory/2026-11-27.md", "故障"),
    ("佐藤さんへの約束", "STATE.md", "佐藤"),
    ("склад", "ENTITIES.md", "Склад"),
)
"""Question, where the answer stands, and words that are in it."""

NOTHING = (
    "which airline does the auditor fly with",
    "password of the coffee machine",
    "does Zanzibar export cinnamon to Lisbon",
    "wie viele Kühe stehen in Bayern",
    "ラーメンのレシピ",
    "сколько стоит билет в театр",
)
"""Questions whose answer stands nowhere."""


def make_ask_seat(folder: Path, home: Path) -> Settings:
    """Make the seat with its organisation and brain, and give its settings."""
    root = (folder / "orgs" / "acme" / "agents" / "ops").resolve()
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    (folder / "orgs" / "acme" / "knowledge.md").write_text(KNOWLEDGE, encoding="utf-8")
    write_seats(str(home), [Seat("ops", str(root), str(home / "seats" / "ops"), "acme")])
    settings = read_settings(str(home), None, {"HOME": str(folder)})
    with open_house(settings) as house:
        place, caller = Place(str(root), None), Caller(agent="cli", is_person=True)
        house.commit_all([CommitRequest(text=text) for text in FACTS], place, caller)
    return settings
