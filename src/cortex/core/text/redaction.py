"""How does a text lose its secrets before anything stores or indexes it?

``redact`` is the one door from raw to clean text. A look for a few substrings lets ordinary text
through in microseconds; only what may hold a secret meets the patterns (``secret_spans``). What is
replaced reads ``[redacted]``, always; names, notes, hashes and ids stay.

Hooks meet this module, so it imports nothing heavy until a text needs it.
Source: docs/adr/0021-redaction.md.
"""

from __future__ import annotations

from cortex.core.text.secret_words import KNOWN_MARKS, PASSWORD_WORDS
from cortex.model.text import REDACTED, CleanText

CHUNK_CHARS_MIN = 20
"""Characters of a chunk of letters, digits and joints from which it may look random by itself."""

RUN_CHARS_MIN = 10
"""Letters and digits without a joint that such a chunk has somewhere, more than hexadecimal."""

KNOWN_CHARS_MIN = 14
"""Characters of the shortest published key format, prefix included."""

# In lower case. One of these stands in every text that holds a secret we can recognise by what is
# around it; a published format has a mark of its own, and anything else looks random.
_TRIGGERS = (
    "pass", "pwd", "secret", "token", "key", "credential", "bearer", "authorization", "webhooks",
    "sessionid", "_live_", "_test_", "://", "-u ", "-u=", "--user", "hooks.", "aws",
    *PASSWORD_WORDS,
)  # fmt: skip


# Everything but letters, digits and the joints of a token becomes a gap; in the second, joints too.
_GAPS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "+/_-")}
_JOINTS = dict.fromkeys(map(ord, "+/_-"), " ")
_HEXADECIMAL = (frozenset("0123456789abcdef"), frozenset("0123456789ABCDEF"))

# Characters without width that programs and web pages put between letters, and what stands for NUL.
_UNSEEN = ("\u00ad", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2060", "\ufeff", "\ufffd")

_QUOTES = dict.fromkeys(map(ord, "'\"`,;()"), " ")


class Redaction:
    """A text that may be stored.

    Attributes:
        text: without the secrets we recognise, and storable as UTF-8.
        kinds: what was removed, sorted, each kind once; empty when the text was clean.
        counts: how often, in the order of ``kinds``.
    """

    __slots__ = ("counts", "kinds", "text")

    def __init__(self, text: CleanText, found: dict[str, int]) -> None:
        self.text = text
        self.kinds = tuple(sorted(found))
        self.counts = tuple(found[kind] for kind in self.kinds)

    @property
    def total(self) -> int:
        """How many secrets were removed."""
        return sum(self.counts)


def redact(text: str) -> Redaction:
    """Remove secrets from a text. Doing it twice changes nothing more.

    Private spans must be gone before (``private_spans``). Lone surrogates and NUL, which no store
    keeps faithfully, become U+FFFD.
    """
    text = storable(text)
    found: dict[str, int] = {}
    if has_unseen(text) or may_hold_secret(text):
        from cortex.core.text.secret_spans import all_secret_spans

        # A removal can bring two halves together, so we look until there is nothing left to see.
        # Each round removes characters that were no placeholder: it ends.
        while spans := all_secret_spans(text):
            pieces: list[str] = []
            position = 0
            for start, end, kind in spans:
                pieces += (text[position:start], REDACTED)
                position = end
                found[kind] = found.get(kind, 0) + 1
            text = "".join((*pieces, text[position:]))
    return Redaction(CleanText(text), found)


def has_unseen(text: str) -> bool:
    """Tell whether a text holds what parts a key and is not seen: a colour, a mark without width.

    Escapes of such are no matter here: they part no trigger from its value.
    """
    if "\x1b" in text:
        return True
    return not text.isascii() and any(mark in text for mark in _UNSEEN)


def may_hold_secret(text: str) -> bool:
    """Tell quickly whether a text deserves a closer look; False is certain, True is not."""
    lowered = text.lower()
    if any(trigger in lowered for trigger in _TRIGGERS):
        return True
    if any(mark in text for mark in KNOWN_MARKS):
        return True
    return any(
        _may_be_random(chunk)
        for chunk in text.translate(_GAPS).split()
        if len(chunk) >= CHUNK_CHARS_MIN
    )


def _may_be_random(chunk: str) -> bool:
    """Tell whether a chunk has a run long enough to be random; a path or an id has none."""
    return any(
        len(run) >= RUN_CHARS_MIN and not any(digits.issuperset(run) for digits in _HEXADECIMAL)
        for run in chunk.translate(_JOINTS).split()
    )


def is_secret_like(token: str) -> bool:
    """Tell whether one token looks like a credential by itself.

    True for published key formats and for long random-looking strings; False for hashes in
    hexadecimal, ids, paths and names, however long.
    """
    if len(token) < KNOWN_CHARS_MIN:
        return False
    from cortex.core.text.secret_shapes import has_known_format, is_opaque

    return has_known_format(token) or is_opaque(token)


def without_secrets(message: str) -> str:
    """Give a message of ours fit for a screen and a log: a secret that it repeats is not in it.

    What somebody typed as a name or reference may be a credential that was pasted in the wrong
    place, so a word that looks like one is left out here even where nothing says what it is.
    """
    safe = str(redact(message).text)
    for word in safe.translate(_QUOTES).split():
        if is_secret_like(word):
            safe = safe.replace(word, REDACTED)
    return safe


def storable(text: str) -> str:
    """Give a text that encodes as UTF-8 and holds no NUL; the same object when it already does."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # A pair of surrogates that some producer split is one character again.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
