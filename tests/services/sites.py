"""What does a store stand on, in a test? A site that says what it was told to say."""

from contextlib import AbstractContextManager
from dataclasses import replace

from cortex.ports.brain import Brain, BrainReader, BrainWriter
from cortex.ports.health import Examination, SiteReport
from cortex.ports.spool import SpoolState

SOUND = SiteReport(
    path="/home/anna/.cortex/cortex.db",
    real_path="/home/anna/.cortex/cortex.db",
    is_present=True,
    store_bytes=409_600,
    wal_bytes=0,
    file_mode=0o600,
    folder_mode=0o700,
    home_mode=0o700,
    is_writable=True,
    free_bytes=50_000_000_000,
)


NOTHING_WAITS = SpoolState()


class ToldSite:
    """A site in good order, except for what a test names."""

    def __init__(
        self,
        *,
        faults: tuple[str, ...] = (),
        waiting: SpoolState = NOTHING_WAITS,
        **changes: object,
    ) -> None:
        self.report = replace(SOUND, **changes)  # type: ignore[arg-type]  # tests name fields
        self.faults = faults
        self.waiting = waiting

    def look(self) -> SiteReport:
        """Give what the test said."""
        return self.report

    def hook_faults(self, limit: int) -> tuple[str, ...]:
        """Give the newest of the lines the test said."""
        return self.faults[-limit:]

    def spool(self) -> SpoolState:
        """Give what the test said."""
        return self.waiting

    def runtime(self) -> tuple[tuple[str, str], ...]:
        """Give two versions."""
        return (("python", "3.11.7"), ("sqlite", "3.54.1"))


class ToldExaminer:
    """An examiner that found what a test names, and counts how often it was asked."""

    def __init__(self, found: Examination | None = None) -> None:
        self.found = found or Examination()
        self.asked = 0

    def examine(self) -> Examination:
        """Give what the test said."""
        self.asked += 1
        return self.found


class LentBrain:
    """A brain that a service may close while the test goes on using it."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain

    def reading(self) -> AbstractContextManager[BrainReader]:
        """Read the lender's brain."""
        return self._brain.reading()

    def writing(self, wait_ms: int | None = None) -> AbstractContextManager[BrainWriter]:
        """Write the lender's brain."""
        return self._brain.writing(wait_ms)

    def close(self) -> None:
        """Leave it to the lender."""
