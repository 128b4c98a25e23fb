"""Which words does a need look for, and does a text hold them?

Read by the one tokenizer, so that an inflected word and a word of a script without spaces are
found as everywhere else. Source: CQR 6.3; docs/formats/needs.md.
"""

from collections.abc import Container, Iterable

from cortex.core.text.tokens import Word, query_words
from cortex.model.needs import Cue


def cues_of(texts: Iterable[str]) -> dict[Cue, str]:
    """Give the cues in texts with the word each was first written as, in order of appearance.

    Function words are no cues.
    """
    words = (word for text in texts for word in query_words(text) if not word.is_stop)
    return _cues(words)


def cues_of_question(text: str) -> dict[Cue, str]:
    """Give the cues of a question; function words count when it has nothing else."""
    return _cues(query_words(text))


def held(cues: Iterable[Cue], terms: Container[str]) -> int:
    """Count the cues that a text with these terms holds."""
    return sum(all(term in terms for term in cue) for cue in cues)


def is_of_paths(text: str) -> bool:
    """Tell whether a text names paths and nothing else; an empty one does not."""
    chunks = text.split()
    return bool(chunks) and all("/" in chunk or "\\" in chunk for chunk in chunks)


def _cues(words: Iterable[Word]) -> dict[Cue, str]:
    found: dict[Cue, str] = {}
    for word in words:
        cue = tuple(sorted(set(word.parts))) or ((word.whole,) if word.whole else ())
        if cue:
            found.setdefault(cue, word.surface)
    return found
