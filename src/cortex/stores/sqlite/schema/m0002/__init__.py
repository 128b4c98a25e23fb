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
DIGEST = "cb8c092cd3b7204f9bd2f9d63827759b43242578fc15ecb9b44173a0d1e3df6d"
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
