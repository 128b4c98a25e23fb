"""What evidence of its health lies in a vault's folder?

Opened without following a link, looked at and never changed.
Source: docs/formats/vault-programs.md.
"""

# ruff: noqa: PTH100, PTH118, PTH120  # As in stores/files/vault.py.

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256

from cortex.model.limits import (
    VAULT_CONTROL_BYTES_MAX,
    VAULT_EVIDENCE_FILES_MAX,
    VAULT_EVIDENCE_LINE_BYTES_MAX,
)
from cortex.ports.vault_evidence import EvidenceUnreadable, LogsSeen
from cortex.stores.files.below import OPEN_FOLDER, open_file, open_folder, read_whole, unreadable

OBSERVABILITY = "OBSERVABILITY"
HEALTH_LOG = "memory-health.jsonl"
RUNS = "reviewer-runs"
PARSE_ERROR = "parse-error.txt"
LOG_ENDS = (".jsonl", ".log")
ROWS_END = ".jsonl"
POLICY = "CORTEX_INDEX_POLICY.json"
MANIFEST = ("INDEX", "index-manifest.json")
DEPTH_MAX = 64
"""Folders within folders of logs: each holds a descriptor open."""
CHUNK = 1 << 20
"""Bytes of an index hashed at a time."""


class EvidenceRoot:
    """The root of a vault; implements ``cortex.ports.vault_evidence.EvidenceFolder``."""

    def __init__(self, named: str) -> None:
        """Take a root that need not exist; it may itself be a link."""
        self._named = os.path.abspath(named)
        self._root = os.path.realpath(self._named)

    @property
    def root(self) -> str:
        """Give the real path of the root, or the path as named when there is no such folder."""
        return self._root

    def lines(self, name: str) -> Iterator[bytes] | None:
        """Give the lines of one log without their ends, or None when there is no such log."""
        try:
            handle = open_file(self._root, (OBSERVABILITY,), name)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise unreadable(error) from None
        return _lines(handle)

    def run_names(self) -> list[str]:
        """Give the names of the folders of runs, sorted; empty when there are none."""
        try:
            handle = open_folder(self._root, (OBSERVABILITY, RUNS))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unreadable(error) from None
        try:
            with os.scandir(handle) as entries:
                return sorted(e.name for e in entries if e.is_dir(follow_symlinks=False))
        except OSError as error:
            raise unreadable(error) from None
        finally:
            os.close(handle)

    def has_parse_error(self, run: str) -> bool:
        """Tell whether a run kept an answer that could not be parsed, or cannot be looked at."""
        try:
            handle = open_folder(self._root, (OBSERVABILITY, RUNS, run))
        except FileNotFoundError:
            return False
        except (OSError, ValueError):
            return True
        try:
            os.stat(PARSE_ERROR, dir_fd=handle, follow_symlinks=False)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        finally:
            os.close(handle)
        return True

    def logs(self) -> LogsSeen:
        """Look at every log, recursively."""
        seen = _Logs()
        try:
            handle = open_folder(self._root, (OBSERVABILITY,))
        except FileNotFoundError:
            return seen.result()
        except OSError as error:
            seen.error = unreadable(error).reason
            return seen.result()
        seen.walk(handle, 0)
        return seen.result()

    def policy(self) -> tuple[str, bytes | None]:
        """Give (path, content) of the index policy, which lies in the root or beside it."""
        inside = os.path.join(self._named, POLICY)
        if os.path.lexists(inside):
            return inside, self._control(self._root, (), POLICY)
        folder = os.path.dirname(self._named)
        return os.path.join(folder, POLICY), self._control(folder, (), POLICY)

    def manifest(self, path: str | None) -> tuple[str, bytes | None]:
        """Give (path, content) of the index manifest at a path, or at its usual place."""
        whole = os.path.join(self._named, *MANIFEST) if path is None else os.path.abspath(path)
        *folders, name = self._below(whole)
        return whole, self._control(self._root, folders, name)

    def index_digest(self, manifest: str, path: str) -> tuple[str, str]:
        """Give (path, SHA-256) of the file an index manifest names beside itself."""
        whole = os.path.join(os.path.dirname(manifest), path)
        *folders, name = self._below(whole)
        try:
            handle = open_file(self._root, folders, name)
        except (OSError, ValueError) as error:
            raise unreadable(error) from None
        digest = sha256()
        try:
            while chunk := os.read(handle, CHUNK):
                digest.update(chunk)
        except OSError as error:
            raise unreadable(error) from None
        finally:
            os.close(handle)
        return whole, digest.hexdigest()

    def _below(self, whole: str) -> list[str]:
        """Give the components of a path below the root, however the root was called."""
        for root in (self._named, self._root):
            if whole.startswith(root.rstrip("/") + "/"):
                return whole[len(root.rstrip("/")) + 1 :].split("/")
        reason = "outside the vault"
        raise EvidenceUnreadable(reason)

    def _control(self, root: str, folders: list[str] | tuple[()], name: str) -> bytes | None:
        try:
            handle = open_file(root, folders, name)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise unreadable(error) from None
        return read_whole(handle, VAULT_CONTROL_BYTES_MAX)


def _lines(handle: int) -> Iterator[bytes]:
    with os.fdopen(handle, "rb") as file:
        try:
            while line := file.readline(VAULT_EVIDENCE_LINE_BYTES_MAX + 1):
                if len(line) > VAULT_EVIDENCE_LINE_BYTES_MAX:
                    reason = f"a line is longer than {VAULT_EVIDENCE_LINE_BYTES_MAX} bytes"
                    raise EvidenceUnreadable(reason)
                yield line.rstrip(b"\r\n")
        except OSError as error:
            raise unreadable(error) from None


class _Logs:
    """The sums of a walk; what cannot be looked at is said, and the walk goes on."""

    def __init__(self) -> None:
        self.error: str | None = None
        self._bytes = self._files = self._entries = 0
        self._oldest_ns: int | None = None
        self._has_rows = self._has_others = False

    def result(self) -> LogsSeen:
        """Give what was seen."""
        return LogsSeen(
            self._bytes,
            self._files,
            self._oldest_ns,
            self.error,
            self._has_rows,
            self._has_others,
        )

    def walk(self, handle: int, depth: int) -> None:
        """Add what an open folder holds, and close it."""
        try:
            if depth > DEPTH_MAX:
                self.error = f"folders nest deeper than {DEPTH_MAX}"
                return
            with os.scandir(handle) as entries:
                for entry in entries:
                    self._entries += 1
                    if self._entries > VAULT_EVIDENCE_FILES_MAX:
                        self.error = f"more than {VAULT_EVIDENCE_FILES_MAX} files"
                        return
                    self._add(handle, entry, depth)
        except OSError as error:
            self.error = unreadable(error).reason
        finally:
            os.close(handle)

    def _add(self, handle: int, entry: os.DirEntry[str], depth: int) -> None:
        try:
            if entry.is_dir(follow_symlinks=False):
                self.walk(os.open(entry.name, OPEN_FOLDER, dir_fd=handle), depth + 1)
            elif entry.name.endswith(LOG_ENDS) and entry.is_file(follow_symlinks=False):
                found = entry.stat(follow_symlinks=False)
                self._bytes += found.st_size
                self._files += 1
                self._has_rows |= entry.name.endswith(ROWS_END)
                self._has_others |= bool(depth) or entry.name != HEALTH_LOG
                changed = found.st_mtime_ns
                oldest = self._oldest_ns
                self._oldest_ns = changed if oldest is None else min(oldest, changed)
        except OSError as error:
            self.error = unreadable(error).reason
