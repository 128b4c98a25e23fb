"""How do I take the tour? ``make tour``, or ``python -m tools.tour`` where Cortex is installed."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tools.tour.journey import run
from tools.tour.stage import Stage


def main() -> int:
    """Walk the tour in a throw-away home; 1 when anything was not as promised."""
    root = Path(__file__).resolve().parents[2]
    started = monotonic()
    with TemporaryDirectory(prefix="cortex-tour-") as home:
        stage = Stage(Path(home), root)
        run(stage, root)
    print(f"\n{stage.steps} steps in {monotonic() - started:.0f} s.", end=" ")
    if not stage.broken:
        print("Everything is as promised.")
        return 0
    print(f"Broken promises: {len(stage.broken)}")
    for what in stage.broken:
        print(f"  - {what}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
