"""What does scope resolution ask about folders?

The contract stands here, beside the code that asks; ``ports.places`` publishes it upwards.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class Places(Protocol):
    """Answers about the folders of this machine, as they are now.

    Nothing here raises: what is missing, forbidden, cyclic or malformed reads as absent, because a
    scope must always resolve to something. Paths going in and out are absolute and ``/`` separated
    on every system, and may hold the lone surrogates that stand for undecodable bytes.
    """

    def real_path(self, path: str) -> str | None:
        """Give the path with every link followed and every dot removed.

        The tail that does not exist is kept as written, so a deleted folder still has a parent.
        None when the path is empty, relative or impossible.
        """

    def is_dir(self, path: str) -> bool:
        """Tell whether a folder is there; links are followed."""

    def is_file(self, path: str) -> bool:
        """Tell whether a regular file is there; links are followed."""

    def read_text(self, path: str) -> str | None:
        """Give the beginning of a regular file (at least 4,096 bytes of it), or None.

        Bytes that are no UTF-8 come as lone surrogates, as in paths. Never waits: a pipe or a
        device reads as absent.
        """

    def child_folders(self, path: str, limit: int) -> tuple[str, ...]:
        """Give at most ``limit`` names of the folders directly inside, sorted; maybe empty.

        Links and names that start with a dot are left out.
        """
