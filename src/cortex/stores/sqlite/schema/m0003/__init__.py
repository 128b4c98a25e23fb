"""What did the third format add: sessions, needs, learned routes, and what was handed out.

Frozen once released: a later change is a new migration. One file a group of tables; each says
which are canonical and which derived. Why each column exists is told in docs/formats/brain-file.md.
"""

from cortex.stores.sqlite.schema.m0003 import (
    assemblies,
    associations,
    hosts,
    injections,
    intake,
    needs,
    turns,
)

VERSION = 3
NAME = "observation"

SQL = "".join(
    part.SQL
    for part in (
        intake,
        needs,
        turns,
        associations,
        assemblies,
        injections,
        hosts,
    )
)
