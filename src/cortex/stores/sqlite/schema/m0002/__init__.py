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
