"""What does `cortextos` do? It serves `cortextos bus`, for those who learned that name.

Everything else is said to be `cortex`, and not guessed at.
"""

from __future__ import annotations

import sys

from cortex.edges.cli.entry import main as cortex
from cortex.edges.cli.entry import split_words

BUS = "bus"
ABOUT = """cortextos: another name of `cortex bus`, and of nothing else.

  cortextos bus --help    what seats send, owe and ask each other
  cortex --help           everything else
"""
_HELP = ("", "--help", "-h", "help")


def main() -> int:
    """Run `cortex bus` with the words of this process, and give the exit status."""
    leading, verb, rest = split_words(sys.argv[1:])
    if verb == BUS or (verb in _HELP and rest[:1] == [BUS]):
        return cortex()
    if verb in _HELP and not leading:
        sys.stdout.write(ABOUT)
        return 0
    from cortex.edges.cli.guard import report, wants_json
    from cortex.edges.cli.streams import prepare_streams
    from cortex.model.errors import InvalidRequest

    prepare_streams()
    meant = " ".join(["cortex", verb]).strip()
    message = f"`cortextos` serves `cortextos bus` alone, and no '{verb}'"
    error = InvalidRequest(message, remedy=f"try `{meant}`")
    return report(verb, error, is_json=wants_json([*leading, verb, *rest]))
