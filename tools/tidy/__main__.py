"""How do I see what is untidy? ``python -m tools.tidy``: one line a finding, exit 1 if any."""

import sys
from pathlib import Path

from tools.tidy.house import findings


def main() -> int:
    """Print each finding and return the exit status."""
    found = list(findings(Path(__file__).resolve().parents[2]))
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
