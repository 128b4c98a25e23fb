"""What does a prompt have to look at before anything of a graph is loaded? A short list of names.

It stands beside the graph: when it was built, and each name with the nouns it may mean, longest
first. Source: docs/formats/client-graph.md.
"""

from __future__ import annotations

from cortex.core.seat.graph.mentions import fold_name

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES_BYTES_MAX = 2_097_152
"""Bytes of the list: what the most nouns with some names each come to."""

_HEAD = "cortex-graph-names 1"


class Names:
    """The list as it was read.

    Attributes:
        built_us: when the graph was built.
        newest_us: when its newest message was written.
        rows: (folded name, keys of whom it may mean), the longest first.
    """

    __slots__ = ("built_us", "newest_us", "rows")

    def __init__(
        self, built_us: int, newest_us: int, rows: list[tuple[str, tuple[str, ...]]]
    ) -> None:
        self.built_us = built_us
        self.newest_us = newest_us
        self.rows = rows


def names_text(built_us: int, newest_us: int, rows: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Give the list as a text."""
    lines = [f"{_HEAD} {built_us} {newest_us}"]
    lines += ["\t".join((name, *keys)) for name, keys in rows]
    return "\n".join(lines) + "\n"


def read_names(text: str) -> Names | None:
    """Give the list a text holds, or None when it is none, or its end is missing."""
    head, _, body = text.partition("\n")
    lead, _, times = head.partition(f"{_HEAD} ")
    built, _, newest = times.partition(" ")
    if lead or not built.isdigit() or not newest.isdigit() or not text.endswith("\n"):
        return None
    rows = []
    for line in body.split("\n")[:-1]:
        name, *keys = line.split("\t")
        if name and keys:
            rows.append((name, tuple(keys)))
    return Names(int(built), int(newest), rows)


def named(words: str, rows: list[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    """Give the keys of every noun that words name, in order, each once; a question or not."""
    from cortex.core.seat.graph.mentions import find_names

    return tuple(dict.fromkeys(k for one in find_names(fold_name(words), rows) for k in one.keys))
