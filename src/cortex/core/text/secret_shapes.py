"""Does this token look like a credential, whatever stands around it?

Two answers: it has the format of a known issuer, or it is opaque, which means long and made of
pieces nobody pronounces. Opacity is measured on pieces (``getUserById`` has four words, a random
string of that length has eight fragments), because entropy cannot tell the two apart at this size.
Source: docs/adr/0021-redaction.md.
"""

from __future__ import annotations

import re

from cortex.core.text.patterns import pattern
from cortex.core.text.secret_words import KNOWN_MARKS

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

# Formats their issuers publish. Every one begins with letters of its own, so that a scan is quick;
# `(?<![A-Za-z0-9])` keeps "risk-free" and "task-..." out.
KNOWN_FORMATS = pattern(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?!ecdsa-|ssh-)[A-Za-z0-9_\-]{16,}"  # OpenAI, Anthropic; not OpenSSH's key types
    r"|gh[pousr]_[A-Za-z0-9]{20,}"  # GitHub
    r"|github_pat_[A-Za-z0-9_]{20,}"
    r"|xox[abeoprs]-[A-Za-z0-9\-]{10,}"  # Slack
    r"|xapp-[A-Za-z0-9\-]{10,}"
    r"|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16,}"  # AWS
    r"|AIza[A-Za-z0-9_\-]{30,}"  # Google
    r"|ya29\.[A-Za-z0-9_\-]{16,}"
    r"|GOCSPX-[A-Za-z0-9_\-]{20,}"
    r"|[sr]k_(?:live|test)_[A-Za-z0-9]{10,}"  # Stripe
    r"|whsec_[A-Za-z0-9+/=]{16,}"
    r"|npm_[A-Za-z0-9]{30,}"
    r"|pypi-[A-Za-z0-9_\-]{32,}"
    r"|gl(?:pat|dt|rt|ptt|cbt|soat|agent)-[A-Za-z0-9_\-]{16,}"  # GitLab
    r"|(?:hf|gsk|r8)_[A-Za-z0-9]{30,}"  # Hugging Face, Groq, Replicate
    r"|SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}"  # SendGrid
    r"|dckr_pat_[A-Za-z0-9_\-]{20,}"
    r"|do[opr]_v1_[a-f0-9]{40,}"  # DigitalOcean
    r"|shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{24,}"  # Shopify
    r"|lin_api_[A-Za-z0-9]{30,}"
    r"|hvs\.[A-Za-z0-9_\-]{20,}"  # Vault
    r"|ctx_[A-Za-z0-9]{40,}"
    r"|AGE-SECRET-KEY-1[A-Z0-9]{20,}"
    r"|glsa_[A-Za-z0-9_]{30,}"  # Grafana
    r"|ATATT3[A-Za-z0-9_\-=]{20,}"  # Atlassian
    r"|(?<![\-_.])key-[a-f0-9]{32}(?![A-Za-z0-9])"  # Mailgun
    r"|SK[a-f0-9]{32}(?![A-Za-z0-9])"  # Twilio; its account ids begin with AC
    r"|sq0(?:atp|csp)-[A-Za-z0-9_\-]{22,}"  # Square
    r"|dp\.(?:pt|ct|sa|scim|audit|st(?:\.[a-z0-9_\-]{1,64})?)\.[A-Za-z0-9]{40,}"  # Doppler
    r"|\d{8,10}:AA[A-Za-z0-9_\-]{30,}"  # Telegram
    r"|eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]*){0,3}"  # JWT
    r")"
)

# Discord: the number of the bot in base64, a time and a signature. Nothing in it names its issuer,
# so what stands between its dots must look random too.
_BOT_TOKEN = pattern(
    r"(?<![A-Za-z0-9_\-.])(?P<bot>[MNO][A-Za-z0-9]{22,27})\.[A-Za-z0-9_\-]{6}\.(?P<signature>[A-Za-z0-9_\-]{27,40})"
    r"(?![A-Za-z0-9_\-])"
)

# A key that a narrow terminal broke over lines: its beginning, and the lines that go on without a
# blank in them.
_WRAPPED = pattern(
    r"(?<![A-Za-z0-9_\-])(?:sk-|gh[pousr]_|github_pat_|xox[abeoprs]-|AKIA|ASIA|AIza|[sr]k_live_"
    r"|[sr]k_test_|npm_|pypi-|glpat-|hf_|eyJ)[A-Za-z0-9_\-]{2,256}"
    r"(?:\r?\n[ \t]{0,16}[A-Za-z0-9_\-.]{4,256}(?=\s|$|[\"'`,;)])){1,8}"
)

OPAQUE_CHARS_MIN = 20
"""Characters from which a token can be told from a name by its looks alone."""

_SEGMENT = pattern(r"[A-Za-z0-9+/_\-]+")
_RUN = pattern(r"[A-Za-z0-9]+")
_HEX = pattern(r"(?:0x)?(?:[0-9a-f]{7,}|[0-9A-F]{7,})|\d+")
_PIECE = pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_CLUSTER = pattern(r"[bcdfghjklmnpqrstvwxz]{5}")
_DIGEST = pattern(r"(?:sha\d{1,3}|md5|blake[23][a-z]*)[-:=]", re.IGNORECASE)
_PRONOUNCED_MAX = 0.45  # Share of characters in pieces one can say; measured, see the ADR.
_WORDS_MIN = 0.6  # Share of a value that must be words for it to be a name.
_RUN_CHARS_MIN = 10
_DISTINCT_MIN = 10
_PIECES_MIN = 4
_PIECE_CHARS_WITHOUT_DIGIT = 2.5


def has_known_mark(text: str) -> bool:
    """Tell quickly whether the pattern of known formats is worth running."""
    return any(mark in text for mark in KNOWN_MARKS)


def has_known_format(token: str) -> bool:
    """Tell whether a key format of a known issuer stands in a token."""
    return next(known_keys(token), None) is not None


def known_keys(text: str) -> Iterator[tuple[int, int]]:
    """Give where each key of a known issuer begins and ends; those of one rule in text order."""
    if has_known_mark(text):
        yield from (match.span() for match in KNOWN_FORMATS.finditer(text))
    if text.count(".") > 1:
        for match in _BOT_TOKEN.finditer(text):
            if is_opaque(match["signature"]) or is_opaque(match["bot"]):
                yield match.span()


def wrapped_keys(text: str) -> Iterator[tuple[int, int]]:
    """Give where a key of a known issuer stands that was broken over lines, as far as it is one.

    Both what stands before a break and what follows it look random, or it is no key: ``npm_config``
    above a line with one word has no digits anywhere.
    """
    if "\n" not in text or not has_known_mark(text):
        return
    for match in _WRAPPED.finditer(text):
        lines = match[0].split("\n")
        while len(lines) > 1 and not _goes_on(lines):
            lines.pop()
        if len(lines) > 1:
            yield match.start(), match.start() + len("\n".join(lines))


def _goes_on(lines: list[str]) -> bool:
    """Tell whether the last of these lines is more of a key that begins in the first."""
    parts = [line.strip() for line in lines]
    key = "".join(parts)
    has_digits = any(map(str.isdigit, parts[-1])) and not parts[-1].isdigit()
    return has_digits and not is_pronounced(parts[-1]) and has_known_format(key) and is_opaque(key)


def is_opaque(token: str) -> bool:
    """Tell whether a token is long and looks random. Hexadecimal never counts: hashes are ids."""
    if len(token) < OPAQUE_CHARS_MIN or _DIGEST.match(token):
        return False
    segment = max(_SEGMENT.findall(token), key=len, default="")
    if len(segment) < OPAQUE_CHARS_MIN:
        return False
    runs = [run for run in _RUN.findall(segment) if not _HEX.fullmatch(run)]
    body = "".join(runs)
    if max(map(len, runs), default=0) < _RUN_CHARS_MIN or len(set(body)) < _DISTINCT_MIN:
        return False
    pieces = [piece for run in runs for piece in _PIECE.findall(run)]
    if len(pieces) < _PIECES_MIN:
        return False
    if not any(map(str.isdigit, body)) and len(body) / len(pieces) >= _PIECE_CHARS_WITHOUT_DIGIT:
        return False
    return sum(len(piece) for piece in pieces if is_pronounced(piece)) / len(body) < _PRONOUNCED_MAX


def is_pronounced(piece: str) -> bool:
    """Tell whether letters read like a word: four or more, vowels among them, no long cluster."""
    lowered = piece.lower()
    if len(lowered) < 4 or not lowered.isalpha():
        return False
    vowels = sum(letter in "aeiouy" for letter in lowered)
    return 0.2 <= vowels / len(lowered) <= 0.7 and not _CLUSTER.search(lowered)


def is_wordy(value: str) -> bool:
    """Tell whether a value is made of words: ``refresh-token-handler``, ``config.secret``."""
    pieces = _PIECE.findall(value)
    said = sum(len(piece) for piece in pieces if is_pronounced(piece))
    return said > 0 and said >= _WORDS_MIN * sum(map(len, pieces))
