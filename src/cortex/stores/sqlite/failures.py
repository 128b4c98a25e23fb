"""What does a driver error mean to the person who must act?

apsw's classes stop here: everything above this package sees the errors of the house. A message
names the file and never what is in it. The hook path comes through here, so imports stay few.
"""

from __future__ import annotations

import apsw

from cortex.model.errors import (
    CortexError,
    DiskFull,
    StoreBusy,
    StoreReadOnly,
    StoreUnreadable,
)

_BUSY = (apsw.BusyError, apsw.LockedError, apsw.ProtocolError, apsw.SchemaChangeError)
DAMAGED = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError)
_CLOSED_DOOR = (apsw.ReadOnlyError, apsw.PermissionsError, apsw.AuthError)
_OUR_BUG = (apsw.ConstraintError, apsw.MismatchError, apsw.RangeError, apsw.TooBigError)

REPAIR = "run `cortex doctor`, or restore a copy of the file"


def translated(error: apsw.Error | UnicodeDecodeError, path: str) -> CortexError:
    """Give the house's error for one of the driver's, naming the file on one line."""
    if isinstance(error, _BUSY):
        return StoreBusy(f"another program holds the store: {path}")
    if isinstance(error, apsw.FullError) or _is_log_index_growth(error):
        return DiskFull(f"there is no space left for the store: {path}")
    if isinstance(error, _CLOSED_DOOR):
        return StoreReadOnly(f"the store cannot be written: {path}")
    if isinstance(error, (*DAMAGED, UnicodeDecodeError)):
        return StoreUnreadable(f"the store is damaged or not a store: {path}", remedy=REPAIR)
    if isinstance(error, apsw.CantOpenError):
        return StoreUnreadable(f"the store cannot be opened: {path}")
    if isinstance(error, apsw.IOError):
        return StoreUnreadable(f"the disk failed while the store was used: {path}")
    if isinstance(error, apsw.InterruptError | apsw.AbortError):
        return CortexError(f"the work on the store was stopped: {path}", remedy="try again")
    if isinstance(error, _OUR_BUG):
        return CortexError(f"the store refused a row ({_first_line(error)}): {path}")
    return StoreUnreadable(f"the store does not answer ({_first_line(error)}): {path}")


def _is_log_index_growth(error: Exception) -> bool:
    """Tell whether the shared index of the log could not grow: a full disk, by another name."""
    return getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE


def _first_line(error: Exception) -> str:
    """Give the driver's own words: names of tables and columns, never values."""
    return str(error).partition("\n")[0][:200]
