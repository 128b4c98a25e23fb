"""Can a rebuild say that what it made again is not what was read?"""

from cortex.core.vault.notes import read_note
from cortex.model.vault import Corpus
from cortex.services.vault.reading import rebuild


def corpus(text: str) -> Corpus:
    """Give a corpus of one note."""
    return Corpus("/vault", (read_note(text.encode(), "a.md"),))


def test_rebuild_of_files_that_stay_is_equivalent() -> None:
    """The second reading of the same files has the digest of the first."""
    made = rebuild(corpus("alpha"), lambda: corpus("alpha"))
    assert made.canonical_digest == made.rebuilt_digest


def test_rebuild_notices_a_file_that_changed_meanwhile() -> None:
    """What is read differently the second time is not equivalent."""
    made = rebuild(corpus("alpha"), lambda: corpus("beta"))
    assert made.canonical_digest != made.rebuilt_digest
