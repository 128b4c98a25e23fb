"""How do I measure? ``python -m tools.bench``: a table on standard output, JSON beside it."""

import argparse
import gc
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from cortex.edges.cli.guard import ALLOCATIONS_BEFORE_COLLECTING
from tools.bench.figures import Figure, Verdict, figure_json, table_lines
from tools.bench.machine import describe_machine
from tools.bench.reading import boot, recall
from tools.bench.samples import Sample
from tools.bench.searching import searching
from tools.bench.seat import seats
from tools.bench.serving import server
from tools.bench.site import Site
from tools.bench.starting import commands
from tools.bench.vault import vault
from tools.bench.writing import bulk, disk, one_durable_fact, one_fact

SCHEMA = "cortex.bench/1"
REPORT = Path(__file__).resolve().parents[2] / "bench-report.json"
SMALL, MIDDLE, LARGE = 10_000, 100_000, 1_000_000
RECALLS = {SMALL: 100, MIDDLE: 60, LARGE: 30}
STARTS = 15
SEAT_ROUNDS = 7
LOADING_S_MAX = {MIDDLE: 180, LARGE: 3_600}
"""Seconds that loading may take; beyond it the size is left out, and the table says so."""


class Options(argparse.Namespace):
    """What was asked for on the command line."""

    facts: int
    full: bool
    offline: bool
    out: Path
    strict: bool


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write the report; 0 unless a budget is broken and --strict was given."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--facts", type=int, default=MIDDLE, help="stop at this many facts")
    parser.add_argument("--full", action="store_true", help="go on to a million facts")
    parser.add_argument("--offline", action="store_true", help="do not start the npm peer")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a budget is broken")
    parser.add_argument("--out", type=Path, default=REPORT, help="where the JSON goes")
    options = parser.parse_args(arguments, Options())
    if options.full or os.environ.get("BENCH_FULL"):
        options.facts = LARGE
    options.offline |= bool(os.environ.get("BENCH_OFFLINE"))
    gc.set_threshold(ALLOCATIONS_BEFORE_COLLECTING)  # As every command that loads facts has it.
    started = monotonic()
    machine = describe_machine()
    with TemporaryDirectory(prefix="cortex-bench-") as folder, Site(Path(folder), _say) as site:
        figures = measure_all(site, options)
    for name, value in machine.items():
        print(f"{name:8}{value}")
    print()
    print("\n".join(table_lines(figures)))
    report = {
        "schema": SCHEMA,
        "machine": machine,
        "facts": options.facts,
        "seconds": round(monotonic() - started, 1),
        "figures": [figure_json(figure) for figure in figures],
    }
    options.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(f"\n{report['seconds']} s; every measurement is in {options.out}")
    broken = [figure for figure in figures if figure.verdict is Verdict.OVER]
    return 1 if broken and options.strict else 0


def measure_all(site: Site, options: Options) -> list[Figure]:
    """Measure everything while one brain grows from small to large."""
    figures = [one_durable_fact(site)]
    rates = site.grow(SMALL)
    figures.append(bulk(rates, SMALL))
    figures.append(one_fact(site))
    figures += recall(site, RECALLS[SMALL])
    site.say("starting commands")
    figures += commands(site, STARTS)
    site.say("hooks of a seat")
    figures += seats(site, SEAT_ROUNDS)
    figures += server(site, with_peer=not options.offline)
    for size in (MIDDLE, LARGE):
        if options.facts >= size:
            found, rates = measure_size(site, size, rates)
            figures += found
    turns = min(options.facts, MIDDLE)
    figures += searching(site.folder / "search", site.say, turns, RECALLS[MIDDLE])
    return [*figures, *vault(site.folder, site.say)]


def measure_size(site: Site, size: int, rates: Sample) -> tuple[list[Figure], Sample]:
    """Let the brain grow to a size and measure there, if that is a matter of minutes.

    Args:
        rates: facts per second of the loading so far.

    Returns:
        The figures, and the facts per second of this loading.
    """
    loading_s = (size - len(site.facts)) / rates.median
    if loading_s > LOADING_S_MAX[size]:
        note = (
            f"loading {size:,} facts at {rates.median:,.0f} a second would take "
            f"{loading_s / 60:.0f} minutes"
        )
        return [Figure(f"everything at {size:,} facts", None, note=note)], rates
    rates = site.grow(size)
    return [bulk(rates, size), *recall(site, RECALLS[size]), boot(site), disk(site)], rates


def _say(line: str) -> None:
    print(f"bench: {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
