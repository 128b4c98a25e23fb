"""Does every error of the driver become one of ours, without a word of what was stored?"""

import apsw
import pytest

from cortex.model.errors import (
    CortexError,
    DiskFull,
    StoreBusy,
    StoreReadOnly,
    StoreUnreadable,
)
from cortex.stores.sqlite.failures import translated
from cortex.stores.sqlite.session import Session

PATH = "/srv/cortex.db"
MEANINGS: list[tuple[type[apsw.Error], type[CortexError]]] = [
    (apsw.BusyError, StoreBusy),
    (apsw.LockedError, StoreBusy),
    (apsw.ProtocolError, StoreBusy),
    (apsw.SchemaChangeError, StoreBusy),
    (apsw.FullError, DiskFull),
    (apsw.ReadOnlyError, StoreReadOnly),
    (apsw.PermissionsError, StoreReadOnly),
    (apsw.AuthError, StoreReadOnly),
    (apsw.CorruptError, StoreUnreadable),
    (apsw.NotADBError, StoreUnreadable),
    (apsw.CantOpenError, StoreUnreadable),
    (apsw.IOError, StoreUnreadable),
    (apsw.SQLError, StoreUnreadable),
    (apsw.ConstraintError, CortexError),
    (apsw.InterruptError, CortexError),
]


@pytest.mark.parametrize(("error", "meaning"), MEANINGS)
def test_error_has_one_meaning(error: type[apsw.Error], meaning: type[CortexError]) -> None:
    """The class says what happened; the message names the file on one line."""
    found = translated(error("first line\nsecond line"), PATH)
    assert meaning is type(found)
    assert PATH in found.message
    assert 1 == len(found.message.splitlines())


def test_full_disk_shows_in_the_log_index_too() -> None:
    """The shared index of the log grows by another call, with another number."""

    class LogIndexError(apsw.IOError):
        extendedresult = apsw.SQLITE_IOERR_SHMSIZE

    error = LogIndexError()
    assert DiskFull is type(translated(error, PATH))


def test_no_driver_error_leaves_a_session() -> None:
    """Reading, writing one and writing many all speak the house's errors, without values."""
    connection = apsw.Connection(":memory:")
    session = Session(connection, PATH)
    session.rows("CREATE TABLE t (a TEXT NOT NULL UNIQUE CHECK (length(a) > 0)) STRICT")
    session.rows("INSERT INTO t (a) VALUES ('secret')")
    for attempt in (
        lambda: session.rows("INSERT INTO t (a) VALUES (?)", ("secret",)),
        lambda: session.run_many("INSERT INTO t (a) VALUES (?)", [("more",), ("secret",)]),
        lambda: session.insert("INSERT INTO t (a) VALUES (?)", ("secret",)),
        lambda: session.value("SELECT a FROM nowhere WHERE a = 'secret'"),
    ):
        with pytest.raises(CortexError) as caught:
            attempt()
        assert "secret" not in str(caught.value)


def test_text_that_is_none_is_damage() -> None:
    """Bytes that are no UTF-8 are told as a damaged store, not as a fault of the program."""
    session = Session(apsw.Connection(":memory:"), PATH)
    with pytest.raises(StoreUnreadable) as refused:
        session.rows("SELECT CAST(x'c9' AS TEXT)")
    assert PATH in refused.value.message


def test_session_is_of_no_use_after_its_end() -> None:
    """A reader kept beyond its context fails clearly instead of reading another snapshot."""
    session = Session(apsw.Connection(":memory:"), PATH)
    session.end()
    with pytest.raises(CortexError, match="after its end"):
        session.rows("SELECT 1")
