"""What does each reading command over a vault cost as a whole process, next to doing nothing?"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tools.bench.corpus import Corpus
from tools.bench.figures import Budget, Figure
from tools.bench.processes import BARE_PYTHON, Command, cortex_program, measure, surroundings
from tools.bench.samples import Sample
from tools.bench.site import Say
from tools.bench.starting import REFERENCE

SMALL, LARGE = 1_500, 10_000
ROUNDS = {SMALL: 15, LARGE: 7}
FACTS_OF_A_NOTE = 4
FOLDERS = 20
DAY_PARTS = 28
"""Days of a month that every month has."""

QUESTION_WORDS = 3
NOTE = """\
---
id: n{place}
type: {kind}
title: {title}
created: 2025-{month:02}-{day:02}
source: bench
---
{body}

- slug: n{near}
- slug: n{far}
"""
KINDS = ("decision", "learning", "person", "project")

SEARCH_BUDGET = Budget(1460, 146, is_ratio=False)
"""Milliseconds: the processor time of the original, and a tenth of it."""

SEARCH_MEMORY_BUDGET = Budget(143, 60, is_ratio=False)
"""MiB: the peak of the original, and well below half of it."""

ELSEWHERE = (
    "the first implementation of the contract, under bun: median wall time and peak memory as its "
    "fact sheet has them, measured elsewhere, on other notes and under load: an order of magnitude"
)
ORIGINAL: dict[int, dict[str, dict[str, int]]] = {
    SMALL: {
        "status": {"wall": 236, "memory": 56},
        "search": {"wall": 478, "processor": 256, "memory": 67},
        "timeline": {"wall": 368, "memory": 57},
        "get": {"wall": 247, "memory": 57},
        "rebuild": {"wall": 300, "memory": 79},
    },
    LARGE: {
        "status": {"wall": 824, "memory": 97},
        "search": {"wall": 1845, "processor": 1460, "memory": 143},
        "timeline": {"wall": 936, "memory": 99},
        "get": {"wall": 1095, "memory": 99},
        "rebuild": {"wall": 1242, "memory": 231},
    },
}
"""Notes -> command -> milliseconds and MiB of the original; not of this run."""


def vault(folder: Path, say: Say) -> list[Figure]:
    """Measure status, search, timeline, get and rebuild over vaults of two sizes."""
    figures: list[Figure] = []
    for size in (SMALL, LARGE):
        say(f"a vault of {size:,} notes")
        root = folder / f"vault-{size}"
        write_vault(root, size)
        figures += figures_of(root, size, ROUNDS[size])
    return figures


def figures_of(root: Path, size: int, rounds: int) -> list[Figure]:
    """Measure the commands over one vault; below each its figures of the original, if known."""
    env = surroundings(root.parent)
    commands = words(size)

    def asked(*words: str) -> Command:
        argv = (cortex_program(), "vault", *words, "--memory-root", str(root))
        return Command(argv, env, root.parent)

    nothing = Command(BARE_PYTHON, env, root.parent)
    plan = {name: asked(*each) for name, each in commands.items()}
    bare, *costs = measure([nothing, *plan.values()], rounds, is_counted=False)
    figures: list[Figure] = []
    for name, cost in zip(commands, costs, strict=True):
        title = f"vault {name}, {size:,} notes"
        figures.append(Figure(f"{title}, wall", cost.wall, (REFERENCE, bare.wall)))
        figures += original(name, size, "wall")
        if name == "search":
            budget = SEARCH_BUDGET if size == LARGE else None
            reference = (REFERENCE, bare.processor)
            figures.append(Figure(f"{title}, processor", cost.processor, reference, budget))
            figures += original(name, size, "processor")
        budget = SEARCH_MEMORY_BUDGET if name == "search" and size == LARGE else None
        figures.append(Figure(f"{title}, memory", cost.memory, (REFERENCE, bare.memory), budget))
        figures += original(name, size, "memory")
    return figures + _indexed(nothing, plan, asked("index"), size, rounds)


def _indexed(
    nothing: Command, asked: dict[str, Command], making: Command, size: int, rounds: int
) -> list[Figure]:
    """Measure the making of the index, and what the commands cost with it.

    It is made after the measurement without it, when the notes are old enough to be kept.
    """
    bare, made = measure([nothing, making], 1, is_counted=False)
    title = f"vault index, {size:,} notes"
    figures = [Figure(f"{title}, processor", made.processor, (REFERENCE, bare.processor))]
    names = [name for name in asked if name != "rebuild"]
    bare, *costs = measure([nothing, *(asked[name] for name in names)], rounds, is_counted=False)
    for name, cost in zip(names, costs, strict=True):
        title = f"vault {name} with index, {size:,} notes"
        budget = SEARCH_BUDGET if name == "search" and size == LARGE else None
        reference = (REFERENCE, bare.processor)
        figures.append(Figure(f"{title}, wall", cost.wall, (REFERENCE, bare.wall)))
        figures.append(Figure(f"{title}, processor", cost.processor, reference, budget))
        figures.append(Figure(f"{title}, memory", cost.memory, (REFERENCE, bare.memory)))
    return figures


def original(name: str, size: int, kind: str) -> list[Figure]:
    """Give what the first implementation took, where it is known: it only stands beside ours."""
    value = ORIGINAL.get(size, {}).get(name, {}).get(kind)
    if value is None:
        return []
    sample = Sample((float(value),), "MiB" if kind == "memory" else "ms")
    return [Figure(f"  original, {kind}", sample, note=ELSEWHERE)]


def words(size: int) -> dict[str, tuple[str, ...]]:
    """Give command -> the words after `cortex vault`, for a vault of this size."""
    middle = f"n{size // 2}"
    question = next(Corpus().facts()).rstrip(".").split()[:QUESTION_WORDS]
    return {
        "status": ("status",),
        "search": ("search", " ".join(question)),
        "timeline": ("timeline", "--anchor", middle),
        "get": ("get", middle),
        "rebuild": ("rebuild", "--from-canonical"),
    }


def write_vault(root: Path, size: int) -> None:
    """Write a vault of this many notes; the first n are the same in every vault."""
    for place, text in enumerate(notes(size)):
        file = root / "KNOWLEDGE" / f"{place % FOLDERS:02}" / f"n{place}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def notes(size: int) -> Iterator[str]:
    """Yield notes of about 1.7 KiB, each with two edges into the same vault."""
    facts = Corpus().facts()
    for place in range(size):
        paragraphs = list(islice(facts, FACTS_OF_A_NOTE))
        yield NOTE.format(
            place=place,
            kind=KINDS[place % len(KINDS)],
            title=" ".join(paragraphs[0].split()[:QUESTION_WORDS]),
            month=place % 12 + 1,
            day=place % DAY_PARTS + 1,
            body="\n\n".join(paragraphs),
            near=(place + 1) % size,
            far=place * 7 % size,
        )
