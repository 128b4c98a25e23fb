"""What does a benchmark of a vault ask, and what does it say?

Names are those of the published report. Source: docs/formats/vault-programs.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

TOP = 5
"""Records a question gets (vault contract)."""

SAMPLES = 25
"""Times each question is asked (vault contract)."""


class Label(NamedTuple):
    """A question whose right answers a person verified; ids are those of records.

    ``order`` is the right order in time, None when nobody said. ``false_ids`` must not come up.
    """

    id: str
    query: str
    expected_ids: tuple[str, ...]
    order: tuple[str, ...] | None
    false_ids: tuple[str, ...]


class Labels(NamedTuple):
    """All labels of a file, with the SHA-256 of their rows as compact JSON."""

    rows: tuple[Label, ...]
    digest: str


class Disclosure(StrEnum):
    """How much of the found records is handed over."""

    FULL = "bm25-baseline"
    PROGRESSIVE = "progressive"


class Quality(NamedTuple):
    """How good the rankings were, from 0 to 1, averaged over the labels."""

    recall: float
    mrr: float
    temporal_accuracy: float
    false_recall: float


class Cost(NamedTuple):
    """What one disclosure cost: tokens over all labels, and the 95th of 100 latencies."""

    disclosure: Disclosure
    injected_tokens: int
    p95_latency_ms: float
    latency_samples: int


class Machine(NamedTuple):
    """What the run took: bytes of the corpus and their growth, processes, and peak memory."""

    disk_bytes: int
    disk_growth_bytes: int
    process_count: int
    peak_rss_bytes: int


class BenchReport(NamedTuple):
    """A whole benchmark; its rankings are shared by both disclosures."""

    generated_at: str
    labels: int
    quality: Quality
    costs: tuple[Cost, ...]
    machine: Machine
    ranking_runs: int
    corpus_digest: str
    labels_digest: str
    command: str
