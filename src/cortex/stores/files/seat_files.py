"""How is a seat's folder read and written? As a vault's is, with refusals of its own."""

from __future__ import annotations

import os
import stat

from cortex.model.lean_contexts import contextmanager
from cortex.model.refusals import SeatFileRefused
from cortex.model.vault import VaultFault
from cortex.stores.files.vault_writing import LinklessFolder

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.model.seat_moves import FolderEntry

_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder"}


class SeatFolder:
    """A pinned folder; implements ``cortex.ports.seat_files``."""

    def __init__(self, root: str, wait_s: float | None = None, *, shown: str = "") -> None:
        """Open the folder, a real path.

        Args:
            root: its path.
            wait_s: seconds to wait for a turn in it; None for as long as a person does.
            shown: what stands before the name of a file in a refusal, ``bus/``.

        Raises:
            SeatFileRefused: it cannot be opened.
        """
        self._root = root
        self._shown = shown
        with _told(root):
            self._folder = LinklessFolder(root, wait_s)

    def close(self) -> None:
        """Let go of the folder."""
        self._folder.close()

    def __enter__(self) -> SeatFolder:
        """Give the folder, which is let go of at the end of ``with``."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of the folder."""
        self.close()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other process of ours writes below this folder."""
        with _told(self._root), self._folder.turn():
            yield

    def find(self, path: str, bytes_max: int) -> bytes | None:
        """Give the bytes of a regular file, or None."""
        with _told(path, self._shown):
            return self._folder.find(path, bytes_max)

    def changed_us(self, path: str) -> int | None:
        """Give when a file was last written, or None without one."""
        try:
            return os.lstat(f"{self._root}/{path}").st_mtime_ns // 1_000
        except OSError:
            return None

    def replace(self, path: str, content: bytes) -> None:
        """Make a file have exactly this content, in one step."""
        with _told(path, self._shown):
            self._folder.replace(path, content)

    def exchange(self, path: str, old: bytes | None, content: bytes) -> bool:
        """Replace a file that still holds ``old``; False when somebody wrote it meanwhile."""
        with _told(path, self._shown):
            return self._folder.exchange(path, old, content)

    def append(self, path: str, row: bytes) -> None:
        """Add a line and wait until it is on the disk; folders are made."""
        with _told(path, self._shown):
            self._folder.append(path, row)

    def names(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, sorted; empty when there is none."""
        with _told(path, self._shown):
            return self._folder.names(path)

    def entries(self, path: str) -> tuple[FolderEntry, ...]:
        """Give what is in a folder, by name, links unfollowed; empty path: the folder itself."""
        from cortex.model.seat_moves import FolderEntry  # No hook asks for it.

        with _told(path, self._shown):
            states = self._folder.states(path)
        return tuple(
            FolderEntry(
                name,
                _KINDS.get(stat.S_IFMT(state.st_mode), "other"),
                state.st_size,
                state.st_mtime_ns // 1_000,
                bool(state.st_mode & stat.S_IXUSR),
            )
            for name, state in states
        )

    def remove(self, path: str) -> None:
        """Remove a file; nothing happens when it is gone."""
        with _told(path, self._shown):
            self._folder.remove(path)

    def move(self, path: str, to: str) -> bool:
        """Give what is there another name in one step; False when it is gone."""
        with _told(path, self._shown):
            return self._folder.move(path, to)


@contextmanager
def _told(path: str, shown: str = "") -> Iterator[None]:
    """Say a refusal of the folder in the words of a seat."""
    try:
        yield
    except VaultFault as fault:
        if str(fault).startswith("ELOCK_HELD"):
            message = f"{path}: another command or hook of Cortex is writing there"
            raise SeatFileRefused(message, remedy="try again once it is done") from None
        said = str(fault).partition(": ")[2] or str(fault)
        message = shown + (said if said.startswith(path) else f"{path}: {said}")
        raise SeatFileRefused(message) from None
    except UnicodeEncodeError:
        message = f"{ascii(path)[1:-1]}: this locale has no such file name"
        raise SeatFileRefused(message, remedy="choose a name in ASCII, or a UTF-8 locale") from None
