"""Is an index given up when records are read otherwise than when it was made?"""

from hashlib import sha256
from pathlib import Path

from cortex.core.vault.index_layout import RULES

READING = (
    *("core/text/private_spans.py", "core/vault/checks.py", "core/vault/index_layout.py"),
    *("core/vault/instants.py", "core/vault/notes.py", "core/vault/ranking.py"),
    *("core/vault/rows.py", "core/vault/script.py", "core/vault/text.py"),
)
KNOWN = (1, "bf726425eba8f7f3")


def test_rules_are_raised_with_what_reads() -> None:
    """Who changes how a record is read raises RULES, and writes down here what reads now."""
    source = Path(__file__).parents[3] / "src" / "cortex"
    content = b"".join((source / name).read_bytes() for name in READING)
    assert (RULES, sha256(content).hexdigest()[:16]) == KNOWN
