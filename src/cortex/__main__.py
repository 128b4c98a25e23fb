"""What does `python -m cortex` do? The same as `cortex`, four milliseconds later."""

import sys

from cortex.edges.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
