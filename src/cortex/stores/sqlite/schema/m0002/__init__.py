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
DIGEST = "f1bf27d87c6e1a850d9dee75a74d4c84e849d24c35eaa050b96b261065b8f5c3"
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
