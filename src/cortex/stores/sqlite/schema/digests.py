"""Was a file laid out by the steps this code knows?

Apart from the steps themselves, because every opening asks and hardly one runs a step: loading
their statements costs a command a millisecond.
"""

import apsw

from cortex.model.errors import StoreUnreadable
from cortex.stores.sqlite.connection import format_version

DIGESTS = {
    1: "fea68d605b2feaf2c455aec8401a3cc2c1e0144c8a85f22aef05d6454ebdef8e",
    2: "cb8c092cd3b7204f9bd2f9d63827759b43242578fc15ecb9b44173a0d1e3df6d",
    3: "3cc205d101f876a6c34ad2ad328b95a39eb06c5f56b354478a0ea4fee5ccb24a",
}
"""SHA-256 of the SQL of each step, written down: to work them out costs a command 2 ms."""


def require_known(connection: apsw.Connection, path: str) -> None:
    """Compare the recorded digests with this code's.

    Raises:
        StoreUnreadable: they differ, or the record is missing.
    """
    version = format_version(connection, path)
    expected = [(step, digest) for step, digest in DIGESTS.items() if step <= version]
    try:
        recorded = connection.execute(
            "SELECT version, digest FROM schema_migrations ORDER BY version"
        ).fetchall()
    except apsw.SQLError:
        recorded = []
    if recorded != expected:
        message = f"the store was laid out by another build of Cortex: {path}"
        raise StoreUnreadable(message, remedy="open it with the Cortex that made it")
