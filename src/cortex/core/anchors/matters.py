"""Are two statements about the same thing of the same subject, however each spells it?"""

from __future__ import annotations

from cortex.core.anchors.mentions import words_of_name
from cortex.core.anchors.threads import PREFIX, thread_id
from cortex.core.text.folding import fold


def matter_of(subject: str | None, attribute: str | None) -> tuple[str, str] | None:
    """Give the key of a subject's attribute; None unless both are named."""
    if not subject or not attribute:
        return None
    return key_of(subject), key_of(attribute)


def key_of(name: str) -> str:
    """Give the comparable form of a name: its folded words with one space between.

    A name without words, such as ``---``, is compared by its signs. The id of a thread is a key
    already: threads that differ in a hyphen are two. The key of a key is itself.
    """
    if name.startswith(PREFIX):
        return thread_id(name)
    # Folding makes plain hyphens of others, which part words as well.
    return words_of_name(words_of_name(name)) or fold(name).replace("\0", "").strip()
