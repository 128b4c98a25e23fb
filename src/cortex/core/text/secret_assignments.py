"""Which values are given to a name that says "secret"?

The name alone proves nothing: "token: the bearer of a session" and "primary key: user_id" are
notes. A value must look like a secret too, and how much it must depends on how it is given: between
quotes, in an environment file and in a connection string words are values; in prose they are words.
Source: docs/adr/0021-redaction.md.
"""

from __future__ import annotations

import re

from cortex.core.text.patterns import pattern
from cortex.core.text.secret_shapes import has_known_format, is_opaque, is_wordy
from cortex.core.text.secret_words import PASSWORD_WORDS
from cortex.core.text.stop_words import STOP_WORDS
from cortex.model.text import REDACTED

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

ASSIGNMENT = "assignment"

# A name is looked for by these letters first, which is many times faster than by its pattern.
_STEMS = ("pass", "pwd", "secret", "token", "credential", "sessionid", "key")
_QUALIFIERS = (
    r"access|account|api|app|auth|client|consumer|deploy|encryption|license|master|private|secret"
    r"|service|session|shared|signing|ssh|storage|webhook"
)
_QUALIFIER = pattern(rf"(?:{_QUALIFIERS})[_\-. ]?$", re.IGNORECASE)
_QUALIFIER_CHARS_MAX = 12
_NAME = pattern(
    r"(?P<name>(?i:pass(?:word|wd|phrase|code|wort)|(?<=[_\-.])pass|pwd|secret(?:[_\-. ]?key)?"
    rf"|token|credentials?|(?:{_QUALIFIERS})[_\-. ]?key|sessionid))"
    r"(?P<suffix>s|[_\-][A-Za-z0-9_\-]{0,32}|[A-Z][A-Za-z0-9]{0,32}|\d{1,4})?"
    r"\\{0,4}[\"'`]?\]?\)?(?:\s{1,4}(?:for|of|to|on)\s{1,4}[\w.\-]{1,40})?"
    r"(?P<sep>\s{0,8}(?::=|=>|===?|!==?|=|:|>)\s{0,8}|\s{1,4}(?:is|was|are)\s{1,4}:?\s{0,4}"
    r"|(?<=[a-z])\s{1,4}(?=\S))"
)
# Scripts without blanks: the value is what stands there in ASCII.
_FOREIGN = pattern(
    rf"(?:{'|'.join(PASSWORD_WORDS)})\s{{0,4}}(?:[:=：＝]|是|为|為|は|는|은|이|가|это|es\b|est\b|é\b|ist\b)"
    r"\s{0,4}[\"'`“「『]?(?P<value>[!#-&(-_a-~]{6,256})",
    re.IGNORECASE,
)
_QUOTE = pattern(r"\\{0,4}([\"'`])")
_LINE_END = pattern(r"\n|$(?!\n)")
_TERMINATOR = pattern(r"[\s\"'`;<>|]|$")
_NEXT_PAIR = pattern(r"[,&]\s?\\?[\"']?[A-Za-z_][\w.\-]{0,40}\\?[\"']?\s?[=:]")
_LONG_VALUE = pattern(r"[A-Za-z0-9+/_\-]{20,}={0,2}")
_ANY_NAME = pattern(
    r"(?P<name>[A-Za-z_][A-Za-z0-9_.\-]{0,63})\\?[\"']?\s{0,4}[:=]\s{0,4}\\?[\"']?$"
)
_TELLING_NAME = pattern(
    r"(?:key|salt|seed|sig|signature|cookie|session|auth|pat|cred|cert|hmac|jwt|sid)s?$",
    re.IGNORECASE,
)
_DIGEST_NAME = pattern(
    r"hash|sha|digest|checksum|integrity|commit|etag|fingerprint|rev|uuid|guid|\bid$|_id$|path|file"
    r"|url|public|boundary|base64|image|data|src|version",
    re.IGNORECASE,
)
_NAME_CHARS_BEFORE = 80
_JUDGED_CHARS = 256  # Characters of a value that decide about it; all of it is removed.
_OPAQUE_UNDER_ANY_NAME = (
    32  # Characters; under a name that says nothing, shorter values may be ids.
)

# Endings that turn a secret's name into the name of something about it.
_ABOUT = frozenset(
    """
    id ids name names type types kind count counts limit limits max min len length size url uri path
    paths file files dir ttl expiry expires expiration age policy field fields column label hint
    prompt prefix suffix version format budget usage ref arn store manager rotation endpoint host
    header param env var index status role scope scopes strategy provider handler helper class
    function method error errors estimate table lifetime window range state
    """.split()
)
_PASSWORDS = ("pass", "pwd")
_ALGORITHM = pattern(
    r"(?:hmac-?)?(?:sha|md|aes|rsa|oauth|utf|base|argon|pbkdf|bcrypt|scrypt|ed|hs|rs|es|tls|ssl|ipv"
    r"|http|x|s|k|v|p|ec|totp|fido|step|test|phase|option|level)[-_]?\d{1,4}[a-z]{0,4}",
    re.IGNORECASE,
)
_MEASURE = pattern(r"[~<>+\-]?\d[\d.,:/\-]*\+?-?[A-Za-z%]{0,10}")
_REFERENCE = pattern(
    r"\$[({]?[A-Za-z0-9_.\- ]+[)}]{0,2}|%[A-Za-z0-9_]+%|\{\{?[^{}]*\}?\}?|<[^<>]*>?|\*+"
    r"|\u2022+|x+|X+|\.+|(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*(?:\(.*)?|[A-Za-z_]\w*[(\[].*|@[\w.]+",
    re.DOTALL,
)
_LETTER = pattern(r"[^\W\d_]")
_DIGIT_OR_SIGN = pattern(r"[^\w\-./:@()\[\],\\\u2019']|\d")
_AFTER_A_STRING = frozenset(",;)]} +")
_STAND_INS = frozenset(
    """
    none null nil true false undefined str string text bytes int number bool boolean object any
    optional required mandatory default empty missing invalid expired unset hidden masked secret
    token password passwd key value example sample placeholder dummy changeme redacted todo tbd
    unknown random generated encrypted hashed hash plaintext env vault keychain keyring bearer
    basic header cookie field input yes no on off enabled disabled
    """.split()
)
_STAND_IN_PARTS = (
    "your",
    "example",
    "placeholder",
    "redacted",
    "changeme",
    "insert-",
    "xxxx",
    "...",
    "****",
    "%s",
    "%d",
    "{}",
)


def assigned_secrets(text: str) -> Iterator[tuple[int, int, str]]:
    """Give the values assigned to secret names, and opaque values assigned to any name."""
    covered = 0
    edges = (_Edges(text, _TERMINATOR), _Edges(text, _LINE_END))
    for match in _names(text):
        if match.end() < covered:
            continue
        span = _value_span(text, match, edges)
        if span is not None:
            covered = span[1]
            yield *span, ASSIGNMENT
    for match in _LONG_VALUE.finditer(text):
        if is_opaque(match[0]) and _is_assigned(text, match):
            yield *match.span(), ASSIGNMENT
    for match in _FOREIGN.finditer(text):
        value = match["value"].rstrip(".,;:)]}")
        if not is_placeholder(value) and is_password(value, is_given=False, is_one=True):
            yield match.start("value"), match.start("value") + len(value), ASSIGNMENT


def _names(text: str) -> Iterator[re.Match[str]]:
    """Give each name that says "secret" with the separator after it, in text order."""
    lowered = text.lower()
    if len(lowered) != len(text):  # A few letters grow when lowered; offsets must agree.
        lowered = "".join(c.lower() if c.isascii() else c for c in text)
    starts: set[int] = set()
    for stem in _STEMS:
        at = lowered.find(stem)
        while at != -1:
            starts.add(at if stem != "key" else _qualifier_start(text, at))
            at = lowered.find(stem, at + len(stem))
    starts.discard(-1)
    for start in sorted(starts):
        match = _NAME.match(text, start)
        if match is not None:
            yield match


def _qualifier_start(text: str, key: int) -> int:
    """Give where "api_key" begins, from where its "key" does; -1 for any other key."""
    found = _QUALIFIER.search(text[max(0, key - _QUALIFIER_CHARS_MAX) : key])
    return -1 if found is None else max(0, key - _QUALIFIER_CHARS_MAX) + found.start()


def is_placeholder(value: str) -> bool:
    """Tell whether a value stands for a secret that is not there."""
    lowered = value.casefold()
    if lowered in _STAND_INS or REDACTED in lowered or _REFERENCE.fullmatch(value):
        return True
    return any(part in lowered for part in _STAND_IN_PARTS)


class _Edges:
    """Where the next mark of a kind stands; remembers, so that a scan stays linear."""

    __slots__ = ("_end", "_mark", "_start", "_text")

    def __init__(self, text: str, mark: re.Pattern[str]) -> None:
        self._text = text
        self._mark = mark
        self._start = 0
        self._end = -1

    def after(self, start: int) -> int:
        """Give the offset of the first mark at or after an offset."""
        if not self._start <= start <= self._end:
            found = self._mark.search(self._text, start)
            self._start, self._end = start, found.start() if found else len(self._text)
        return self._end


def _value_span(
    text: str, match: re.Match[str], edges: tuple[_Edges, _Edges]
) -> tuple[int, int] | None:
    """Give the bounds of the secret after a name, or None when there is none."""
    start = match.end()
    quote = _QUOTE.match(text, start)
    if quote is not None:
        span = _quoted(text, quote, edges[1].after(quote.end()))
        is_given = True
    else:
        end = edges[0].after(start)
        if end - start > _JUDGED_CHARS and _NAME.match(text, start):
            return None  # A chain of names; the last one is judged.
        span = _unquoted(text, start, end)
        is_given = _is_given(text, match, span[1])
    value = text[span[0] : min(span[1], span[0] + _JUDGED_CHARS)]
    if match["sep"].strip() == ">" and text[span[1] : span[1] + 2] != "</":
        return None
    if not value or not _is_believable(text, match, value, is_quoted=quote is not None):
        return None
    return span if _is_secret(match, value, is_given=is_given) else None


def _is_believable(text: str, match: re.Match[str], value: str, *, is_quoted: bool) -> bool:
    """Sort out separators that are none: a space outside a command line, a tag that closes."""
    if not match["sep"].strip():
        return _lead(text, match).startswith("--")
    return is_quoted or not is_placeholder(value)


def _lead(text: str, match: re.Match[str]) -> str:
    """Give what is glued to the front of a name: "--db-" or "export DB_" without the export."""
    before = text[max(0, match.start() - _NAME_CHARS_BEFORE) : match.start()]
    return before.rsplit(maxsplit=1)[-1] if before and not before[-1].isspace() else ""


def _quoted(text: str, quote: re.Match[str], line_end: int) -> tuple[int, int]:
    """Give the bounds between quotes; without a closing one the value ends with its line."""
    start = quote.end()
    end = text.find(quote[0], start, line_end)
    if end == -1 and text[start : start + 1] in _AFTER_A_STRING:
        return start, start  # The quote closed a string that ended in "Password: ".
    return start, line_end if end == -1 else end


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    """Give the bounds of a bare value, without the pair or the punctuation that follows it."""
    pair = _NEXT_PAIR.search(text, start, min(end, start + _JUDGED_CHARS))
    if pair is not None:
        end = pair.start()
    while end > start and text[end - 1] in ".,)]}":
        end -= 1
    return start, end


def _is_given(text: str, match: re.Match[str], end: int) -> bool:
    """Tell whether even a plain word is a value here: NAME=word, ...;Password=word;, <tag>word<."""
    separator = match["sep"]
    if separator.endswith(">"):
        return text[end : end + 2] == "</"
    if separator != "=":
        return False
    if text[end : end + 1] == ";":
        return True
    lead = _lead(text, match)
    name = lead + match["name"] + (match["suffix"] or "")
    return ";" in lead or (name.isupper() and name.replace("_", "").isalnum())


def _is_secret(match: re.Match[str], value: str, *, is_given: bool) -> bool:
    """Judge a value by what it looks like, what it is called and how it is given."""
    if is_placeholder(value):
        return False
    if has_known_format(value) or is_opaque(value):
        return True
    if _says_about(match["suffix"] or "") or value.casefold() == match["name"].casefold():
        return False
    if any(character.isspace() for character in value):
        return _is_passphrase(match, value)
    if match["name"].casefold().startswith(_PASSWORDS):
        return is_password(value, is_given=is_given, is_one=match["suffix"] != "s")
    return _is_key(value, is_given=is_given)


def _says_about(suffix: str) -> bool:
    """Tell whether a name goes on to say that its value is something about the secret."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", suffix)
    return bool(words) and words[-1].casefold() in _ABOUT


def _is_passphrase(match: re.Match[str], value: str) -> bool:
    """Tell a passphrase between quotes from a sentence about passwords."""
    words = value.casefold().split()
    return (
        match["name"].casefold().startswith(_PASSWORDS)
        and len(words) <= 12
        and not any(word.strip(".,:;!?") in STOP_WORDS for word in words)
    )


def is_password(value: str, *, is_given: bool, is_one: bool) -> bool:
    """Tell whether a value is a password and no word about one.

    Args:
        is_given: it stands where even a plain word is a value.
        is_one: its name is singular, so that a number after it is no count.
    """
    if is_given:
        return len(value) >= 3
    if value.isdigit():
        return is_one and len(value) >= 6
    return len(value) >= 6 and _is_mixed(value)


def _is_key(value: str, *, is_given: bool) -> bool:
    """Judge what is called a key, token or secret: these are issued, so they are long and mixed."""
    if is_given and len(value) >= 8 and _is_mixed(value):
        return True
    if len(value) >= 20 and not is_wordy(value) and not _MEASURE.fullmatch(value):
        return value.isascii()
    return len(value) >= 12 and _is_mixed(value) and not is_wordy(value)


def _is_mixed(value: str) -> bool:
    """Tell whether a value has letters with digits, or with signs no name has."""
    if _ALGORITHM.fullmatch(value) or _MEASURE.fullmatch(value):
        return False
    return bool(_LETTER.search(value)) and bool(_DIGIT_OR_SIGN.search(value))


def _is_assigned(text: str, match: re.Match[str]) -> bool:
    """Tell whether an opaque value stands after a name and a sign, and the name allows a secret."""
    found = _ANY_NAME.search(text[max(0, match.start() - _NAME_CHARS_BEFORE) : match.start()])
    if found is None or _DIGEST_NAME.search(found["name"]):
        return False
    return bool(_TELLING_NAME.search(found["name"])) or (
        len(match[0]) >= _OPAQUE_UNDER_ANY_NAME
        and any(map(str.isdigit, match[0]))
        and match[0].lower() != match[0]
    )
