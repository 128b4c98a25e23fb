"""What do the services ask of the sidecar that gives exact bytes a name?

It is never needed to store or to recall, and each call is one transaction of its own.
"""

from collections.abc import Sequence
from typing import Protocol

from cortex.model.erasure import Proof
from cortex.model.identity import SUITE, Loc, Stored


class IdentityStore(Protocol):
    """Objects by content, places by number."""

    def intern(self, payload: bytes, seal: str, suite: str = SUITE) -> str:
        """Give the name of these bytes, 32 hex digits; the same bytes keep theirs.

        Raises:
            IdentityRefused: ``integrity_collision``: the seal is known for other bytes.
        """

    def intern_facts(self, payloads: Sequence[tuple[bytes, str]], last_fact_id: int) -> int:
        """Intern (bytes, seal) in one transaction and note how far the facts were read."""

    def interned_fact(self) -> int:
        """Give the id of the last fact that was read; 0 at first."""

    def reseal(self, oid: str, seal: str, suite: str) -> None:
        """Seal an object anew; it keeps its name and is found by the old seal too."""

    def find(self, seal: str, suite: str = SUITE) -> Stored | None:
        """Give the object with this seal, or None."""

    def get(self, oid: str) -> Stored | None:
        """Give an object by name, or None."""

    def open_session(self, session: str) -> None:
        """Start a session, or go on with one that is active."""

    def end_session(self, session: str, *, is_closed: bool) -> None:
        """Freeze a session, or close it; neither numbers anything again."""

    def mint(self, loc: Loc) -> Loc:
        """Number a place; its own number is looked past. Kept before it is given.

        Numbers start at 1 in a session and are never given twice.

        Raises:
            IdentityRefused: ``session_frozen``, ``session_closed``, ``quota_exhausted`` or
                ``span_outside``; no number is used up.
        """

    def locs(self, session: str) -> list[Loc]:
        """Give the places of a session, by number."""

    def consume_grant(self, loc: Loc) -> None:
        """Take the right to edit off a place: it is good for one edit."""

    def note_path(self, path: str, oid: str) -> int:
        """Say what a path holds now, and give its revision: one more whenever that changes."""

    def path_revision(self, path: str) -> int:
        """Give the revision of a path; 0 when it was never noted."""

    def adopt(self, imported: tuple[str, str, str], payload: bytes, seal: str) -> str:
        """Take an object over from (producer, locator, algorithm) and give its name.

        Raises:
            IdentityRefused: ``import_conflict``: the locator is known for other bytes.
        """

    def erase(self, words: Sequence[str], *, is_applied: bool) -> int:
        """Take out every object whose bytes hold any of the words, and give how many."""

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in the objects."""
