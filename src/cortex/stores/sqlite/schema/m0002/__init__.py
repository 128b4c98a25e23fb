"""What did the second format add: everything beside the plain facts.

Frozen once released: a later change is a new migration. One file a group of tables; each says
which are canonical and which derived. Why each column exists is told in docs/formats/brain-file.md.
"""

from cortex.stores.sqlite.schema.m0002 import (
    ages,
    coordination,
    copies,
    erasure,
    exchange,
    learning,
    observations,
    records,
)

VERSION = 2
NAME = "whole-brain"
DIGEST = "f2d2b8c86c5e4e39b61a19b9f2e94b42c6d347200483b937fe317cdf874a61ba"
"""SHA-256 of ``SQL``, written down: to work it out at every opening costs a command 2 ms."""

SQL = "".join(
    part.SQL
    for part in (
        records,
        learning,
        ages,
        coordination,
        exchange,
        erasure,
        copies,
        observations,
    )
)
