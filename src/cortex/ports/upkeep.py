"""What may be done to the file of a store, as a file?

Only a store that has a file has this; each step is short, and none keeps a reader waiting.
"""

from typing import Protocol

from cortex.model.housekeeping import FileSizes


class StoreUpkeep(Protocol):
    """The file of one store. Every method raises CortexError subclasses only."""

    def sizes(self) -> FileSizes:
        """Give what the store takes on disk now."""

    def checkpoint(self, *, is_pressing: bool = False) -> bool:
        """Move the log into the file, and cut it off if no reader is in it just then.

        False when a reader needed part of what was in it for two seconds. No reader is kept
        waiting, and a writer no longer than a twentieth of a second, or two when it presses.

        Raises:
            StoreBusy: a writer kept its turn for the whole wait.
        """

    def release_pages(self, pages: int) -> int:
        """Give free pages back to the disk, a number of them at most; give how many bytes went.

        Raises:
            StoreBusy: a writer kept its turn for the whole wait.
        """

    def fold_tail(self) -> int:
        """Put the facts that wait into the index, and give how many there were.

        Raises:
            StoreBusy: a writer kept its turn for the whole wait.
        """
