"""How do I make the generated pages? ``python -m tools.reference``; with ``--check``, only look.

Exit status 1 when the code lacks what a page needs, or when ``--check`` finds an outdated page.
"""

import sys
from pathlib import Path

from tools.reference.markdown import Incomplete
from tools.reference.pages import stale_pages, write_pages

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Write or check the pages and return the exit status."""
    is_check = arguments == ["--check"]
    if arguments and not is_check:
        print("usage: python -m tools.reference [--check]", file=sys.stderr)
        return 2
    try:
        names = stale_pages(ROOT) if is_check else write_pages(ROOT)
    except Incomplete as incomplete:
        print(incomplete, file=sys.stderr)
        return 1
    for name in names:
        print(f"{name}: does not match the code, run `make docs`" if is_check else f"wrote {name}")
    return 1 if is_check and names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
