"""What does handing over full records cost against cards, on questions a person verified?

Each question is ranked once a sample, by the code that ``search`` runs, and the ranking is shared
by both disclosures: it is disclosure that is compared, never two rankers.
Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cortex.core.vault.cards import card_of
from cortex.core.vault.digests import corpus_digest
from cortex.core.vault.instants import iso_ms
from cortex.core.vault.labels import require_known
from cortex.core.vault.measures import p95, quality
from cortex.core.vault.ranking import rank, tokens
from cortex.core.vault.script import fixed
from cortex.model.lean_classes import NamedTuple
from cortex.model.vault_bench import SAMPLES, TOP, BenchReport, Cost, Disclosure, Machine
from cortex.services.vault.corpus import load

if TYPE_CHECKING:
    from cortex.model.vault import VaultCard, VaultRecord
    from cortex.model.vault_bench import Label, Labels
    from cortex.ports.vault import VaultFolder

BYTES_PER_TOKEN = 4
"""Bytes of a payload counted as one token (vault contract)."""
NS_PER_MS = 1_000_000

Payload = Callable[[Disclosure, Sequence["VaultCard"]], bytes]


class Gauges(NamedTuple):
    """What is read off the machine: a clock that only counts up, processes, and peak memory."""

    elapsed_ns: Callable[[], int]
    process_count: Callable[[], int]
    peak_rss_bytes: Callable[[], int]


def measure(
    folder: VaultFolder, labels: Labels, payload: Payload, gauges: Gauges, now_ms: int, command: str
) -> BenchReport:
    """Ask every question of the labels and give the report.

    Raises:
        VaultFault: the vault cannot be read, or a label names what is no record.
    """
    records = load(folder).records
    require_known(labels.rows, frozenset(record.id for record in records))
    before = _disk_bytes(folder)
    tops: list[tuple[VaultCard, ...]] = []
    latencies: dict[Disclosure, list[float]] = {one: [] for one in Disclosure}
    for sample in range(SAMPLES):
        for label in labels.rows:
            started = gauges.elapsed_ns()
            top = _top(records, label, now_ms)
            ranking_ns = gauges.elapsed_ns() - started
            if sample == 0:
                tops.append(top)
            for disclosure, taken in latencies.items():
                started = gauges.elapsed_ns()
                payload(disclosure, top)
                taken.append((ranking_ns + gauges.elapsed_ns() - started) / NS_PER_MS)
    after = _disk_bytes(folder)
    return BenchReport(
        generated_at=iso_ms(now_ms),
        labels=len(labels.rows),
        quality=quality(labels.rows, [[card.record.id for card in top] for top in tops]),
        costs=tuple(
            Cost(one, _tokens(payload, one, tops), p95(taken), len(taken))
            for one, taken in latencies.items()
        ),
        machine=Machine(after, after - before, gauges.process_count(), gauges.peak_rss_bytes()),
        ranking_runs=SAMPLES * len(labels.rows),
        corpus_digest=corpus_digest(records),
        labels_digest=labels.digest,
        command=command,
    )


def _top(records: Sequence[VaultRecord], label: Label, now_ms: int) -> tuple[VaultCard, ...]:
    active = [record for record in records if record.is_active(now_ms)]
    ranked = rank(active, tokens(label.query))
    return tuple(card_of(record, fixed(score)) for score, record in ranked[:TOP])


def _tokens(payload: Payload, disclosure: Disclosure, tops: Sequence[tuple[VaultCard, ...]]) -> int:
    return sum(-(-len(payload(disclosure, top)) // BYTES_PER_TOKEN) for top in tops)


def _disk_bytes(folder: VaultFolder) -> int:
    return sum(file.size for file in folder.files() if not isinstance(file, Exception))
