"""How does a file reach the format this code speaks?

Each migration runs once, in one transaction together with the record that it ran. A migration that
was released is never edited: its digest is recorded in the file and compared at every opening.
"""

import apsw

from cortex.model.lean_classes import NamedTuple
from cortex.stores.sqlite.connection import APPLICATION_ID, SCHEMA_VERSION, format_version
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.schema import m0001_brain, m0002, m0003
from cortex.stores.sqlite.schema.digests import DIGESTS, require_known

_LEDGER = """CREATE TABLE schema_migrations (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    applied_us INTEGER NOT NULL
) STRICT"""


class Migration(NamedTuple):
    """One step of the format.

    ``sql`` is a script without transaction control; ``digest`` names these exact statements by 64
    hexadecimal digits of SHA-256, which a test compares with them.
    """

    version: int
    name: str
    sql: str
    digest: str


MIGRATIONS = (
    Migration(m0001_brain.VERSION, m0001_brain.NAME, m0001_brain.SQL, DIGESTS[1]),
    Migration(m0002.VERSION, m0002.NAME, m0002.SQL, DIGESTS[2]),
    Migration(m0003.VERSION, m0003.NAME, m0003.SQL, DIGESTS[3]),
)
assert MIGRATIONS[-1].version == SCHEMA_VERSION


class Birth(NamedTuple):
    """What a new brain is given: its name for life, the tokenizer's version, the instant."""

    brain_id: str
    analysis_version: int
    now_us: int


def migrate(connection: apsw.Connection, path: str, birth: Birth) -> int:
    """Apply what is missing, oldest first, and give the number of migrations applied.

    The caller has its turn to write. All of them are one transaction: after a crash the file is of
    the format it had, as the copy beside it, or of today's. Calling it on an up-to-date file only
    checks the record.

    Raises:
        StoreUnreadable: the file records a migration this code does not have in that form.
        StoreNewer: a newer Cortex wrote it.
    """
    try:
        return _apply_missing(connection, path, birth)
    except apsw.Error as error:
        raise translated(error, path) from error


def _apply_missing(connection: apsw.Connection, path: str, birth: Birth) -> int:
    applied = 0
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in MIGRATIONS:
            if format_version(connection, path) < step.version:
                _apply(connection, step, birth)
                applied += 1
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    require_known(connection, path)
    return applied


def _apply(connection: apsw.Connection, step: Migration, birth: Birth) -> None:
    if step.version == 1:
        connection.pragma("application_id", APPLICATION_ID)
        connection.execute(_LEDGER)
    connection.execute(step.sql)
    if step.version == 1:
        connection.execute(
            "INSERT INTO brain_meta (singleton, brain_id, restore_epoch, created_us)"
            " VALUES (1, ?, 0, ?)",
            (birth.brain_id, birth.now_us),
        )
        connection.execute(
            "UPDATE clock_meta SET value = ? WHERE key = 'analysis_version'",
            (birth.analysis_version,),
        )
    connection.execute(
        "INSERT INTO schema_migrations (version, name, digest, applied_us) VALUES (?, ?, ?, ?)",
        (step.version, step.name, step.digest, birth.now_us),
    )
    connection.pragma("user_version", step.version)
