"""Where in a text does each secret begin and end?

Every rule gives spans over the same text; overlapping ones are merged, so that two rules that meet
one secret remove it once. Each pattern starts at letters of its own or is bounded, so that the time
grows with the length of the text and not faster.
Source: docs/adr/0021-redaction.md.
"""

from __future__ import annotations

import re

from cortex.core.text.patterns import pattern
from cortex.core.text.secret_assignments import (
    ASSIGNMENT,
    assigned_secrets,
    is_password,
    is_placeholder,
)
from cortex.core.text.secret_shapes import is_opaque, known_keys, wrapped_keys
from cortex.model.text import REDACTED

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Span = tuple[int, int, str]

API_KEY = "api_key"
AUTHORIZATION = "authorization"
PRIVATE_KEY = "private_key"
URL_PASSWORD = "url_password"  # noqa: S105  # The name of a rule.
WEBHOOK = "webhook"

_BEARER = pattern(r"\bbearer[\s:]{1,8}(?P<value>[A-Za-z0-9._~+/=\-]{16,})", re.IGNORECASE)
_HEADER = pattern(
    r"\bauthorization\\{0,4}[\"']?\s{0,8}[:=]\s{0,8}\\{0,4}[\"']?"
    r"(?:(?P<scheme>bearer|basic|token|apikey|negotiate|ntlm|digest|hmac|aws4-hmac-sha256)\s{1,8})?"
    r"(?P<value>[^\s\"'`<>\\,;]+)",
    re.IGNORECASE,
)
_STATEMENT_CHARS_MAX = 4096  # Of the header of a signed request; bounds the search for its end.
_WHOLE_LINE_SCHEMES = frozenset({"digest", "hmac", "aws4-hmac-sha256"})
_URL_LOGIN = pattern(
    r"://(?P<user>[^\s/:@\"'`<>]{0,256}):(?!\d{1,5}[/?#])(?P<value>[^\s/\"'`<>]{1,256})@"
)
_URL_TOKEN = pattern(r"://(?P<value>[^\s/:@\"'`<>]{20,256})@")
_WEBHOOK = pattern(
    r"(?:hooks\.slack\.com/(?:services|workflows|triggers)/(?P<slack>[A-Za-z0-9/_\-]{8,})"
    r"|discord(?:app)?\.com/api/webhooks/(?P<discord>[A-Za-z0-9/_\-]{8,}))"
)
_CURL_LOGIN = pattern(
    r"(?<!\S)(?:-u|--user)[ =]{1,4}[\"']?[^\s:\"']{1,64}:(?P<value>[^\s\"']{1,256})"
)
_AWS_SECRET = pattern(
    r"aws[^\n]{0,40}?[\"'=:\s](?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])", re.IGNORECASE
)
_NETRC = pattern(
    r"(?<!\S)(?:machine\s{1,9}(?P<host>\S{1,256})|default)(?:\s{1,9}(?:login|account)\s{1,9}\S{1,256}){0,2}"
    r"\s{1,9}password\s{1,9}(?P<value>[^\s\"'`]{1,256})"
)
_KEY_BEGIN = pattern(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY", re.IGNORECASE)
_KEY_END = pattern(r"-{4,5} ?END [A-Z0-9 ]{0,60}-{0,5}", re.IGNORECASE)
# What the inside of a key looks like, for keys that were cut off: base64 lines, escaped line ends,
# and the headers of encrypted ones.
_KEY_BODY = pattern(
    r"[A-Z0-9 ]{0,10}-{0,5}(?:\s{1,8}|\\[nr]|[A-Za-z0-9+/]{16,}={0,2}"
    r"|(?<=\n)[A-Za-z0-9+/]{1,15}={0,2}(?=[\r\n]|$|\\|\")|(?:Proc-Type|DEK-Info|Comment|Version):[^\n]{0,200})*"
)


def all_secret_spans(text: str) -> list[Span]:
    """Give the secrets of a text, and those that stand in it once escapes and colours are undone.

    In text order, without overlap.
    """
    found = secret_spans(text)
    if is_seen_as_written(text):
        return found
    from cortex.core.text.rendered import Rendered

    looked_at = {text}
    for unseen in (" ", ""):
        rendered = Rendered(text, unseen)
        if rendered.text not in looked_at:
            looked_at.add(rendered.text)
            seen = secret_spans(rendered.text)
            found += [(*rendered.written(start, end), kind) for start, end, kind in seen]
    return _merged(sorted(found))


def is_seen_as_written(text: str) -> bool:
    """Tell quickly that a text holds nothing unseen and no escape; False is not certain."""
    if "\\" in text or "%" in text or "\ufffd" in text:
        return False
    return text.replace("\n", "").replace("\t", "").replace("\r", "").isprintable()


def secret_spans(text: str) -> list[Span]:
    """Give the secrets of a text as start, end and kind: in text order, without overlap."""
    lowered = text.lower()
    spans: list[Span] = []
    for marks, rule in _RULES:
        if any(mark in lowered for mark in marks):
            spans += rule(text)
    spans += _known(text)
    spans += assigned_secrets(text)
    real = [span for span in spans if text[span[0] : span[1]] != REDACTED and span[0] < span[1]]
    return _merged(sorted(real))


def _merged(spans: list[Span]) -> list[Span]:
    """Join overlapping spans; the first one names the kind."""
    merged: list[Span] = []
    for start, end, kind in spans:
        if merged and start < merged[-1][1]:
            first, last, name = merged[-1]
            merged[-1] = (first, max(last, end), name)
        else:
            merged.append((start, end, kind))
    return merged


def _private_keys(text: str) -> Iterator[Span]:
    """Find private-key blocks whole; one without an end loses all that looks like key."""
    begins = [match.span() for match in _KEY_BEGIN.finditer(text)]
    ends = [match.span() for match in _KEY_END.finditer(text)] if begins else []
    after = 0
    nexts = [start for start, _ in begins[1:]] + [len(text)]
    for (start, inside), following in zip(begins, nexts, strict=False):
        while after < len(ends) and ends[after][0] < inside:
            after += 1
        if after < len(ends) and ends[after][0] < following:
            yield start, ends[after][1], PRIVATE_KEY
        else:
            yield start, _key_body_end(text, inside), PRIVATE_KEY


def _key_body_end(text: str, inside: int) -> int:
    """Give where a key that was cut off stops looking like one."""
    body = _KEY_BODY.match(text, inside)
    end = body.end() if body else inside
    while end > inside and text[end - 1].isspace():
        end -= 1
    return end


def _known(text: str) -> Iterator[Span]:
    for start, end in known_keys(text):
        yield start, end, API_KEY
    for start, end in wrapped_keys(text):
        yield start, end, API_KEY


def _webhooks(text: str) -> Iterator[Span]:
    for match in _WEBHOOK.finditer(text):
        group = "slack" if match["slack"] else "discord"
        yield match.start(group), match.end(group), WEBHOOK


def _headers(text: str) -> Iterator[Span]:
    for match in _BEARER.finditer(text):
        value = match["value"].rstrip(".")
        if len(value) >= 20 or any(map(str.isdigit, value)):
            yield match.start("value"), match.start("value") + len(value), AUTHORIZATION
    for match in _HEADER.finditer(text):
        scheme = (match["scheme"] or "").lower()
        value = match["value"].rstrip(".")
        end = match.start("value") + len(value)
        if scheme in _WHOLE_LINE_SCHEMES:
            end = _statement_end(text, end)
        elif is_placeholder(value) or not _is_credential(value, scheme):
            continue
        yield match.start("value"), end, AUTHORIZATION


def _statement_end(text: str, start: int) -> int:
    """Give where the line or the quoted string around an offset ends."""
    limit = min(len(text), start + _STATEMENT_CHARS_MAX)
    ends = [at for mark in "\n\"'`" if (at := text.find(mark, start, limit)) != -1]
    return min(ends, default=limit)


def _is_credential(value: str, scheme: str) -> bool:
    """Tell the credential of a header from a word of documentation."""
    if not scheme:
        return is_opaque(value)
    has_mark = any(letter.isdigit() or letter.isupper() or letter in "=+/" for letter in value[1:])
    return len(value) >= 16 or (len(value) >= 6 and has_mark)


def _addresses(text: str) -> Iterator[Span]:
    """Find the password between user and host of an address."""
    for match in _URL_LOGIN.finditer(text):
        if not is_placeholder(match["value"]):
            yield *match.span("value"), URL_PASSWORD
    for match in _URL_TOKEN.finditer(text):
        if is_opaque(match["value"]):
            yield *match.span("value"), URL_PASSWORD


def _logins(text: str) -> Iterator[Span]:
    """Find the password of a login given to a command."""
    for match in _CURL_LOGIN.finditer(text):
        if not (match["value"].isdigit() or is_placeholder(match["value"])):
            yield *match.span("value"), URL_PASSWORD


def _aws(text: str) -> Iterator[Span]:
    """Find a secret key of AWS near its name."""
    for match in _AWS_SECRET.finditer(text):
        if is_opaque(match["value"]):
            yield *match.span("value"), API_KEY


def _netrc(text: str) -> Iterator[Span]:
    """Find the password of a host in a netrc file; a word is one only after a full host name."""
    for match in _NETRC.finditer(text):
        value = match["value"]
        is_given = "." in (match["host"] or "")
        if not is_placeholder(value) and is_password(value, is_given=is_given, is_one=True):
            yield *match.span("value"), ASSIGNMENT


# Each rule with letters, in lower case, without which it finds nothing: a quick look is cheaper.
_RULES: tuple[tuple[tuple[str, ...], Callable[[str], Iterable[Span]]], ...] = (
    (("private key",), _private_keys),
    (("hooks",), _webhooks),
    (("bearer", "authorization"), _headers),
    (("://",), _addresses),
    (("-u", "--user"), _logins),
    (("aws",), _aws),
    (("machine", "default"), _netrc),
)
