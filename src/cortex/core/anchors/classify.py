"""What kind of handle is one token?

First match wins, citations before symbols (the order CQR 2.1 quirk asks for). A plain word
is no anchor: the lexical clock hears it already, and one word must not testify twice (ADR 0030).
"""

from __future__ import annotations

from cortex.core.anchors.paths import normal_path, parents
from cortex.core.text.folding import fold
from cortex.core.text.patterns import IGNORECASE, pattern
from cortex.core.text.redaction import is_secret_like
from cortex.model.anchors import Anchor, AnchorKind
from cortex.model.limits import ANCHOR_DISPLAY_CHARS_MAX, ANCHOR_VALUE_BYTES_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

_BREAKS = dict.fromkeys(map(ord, ",;!?()[]{}\"'`<>|=“”‘’«»、。，；！？（）「」"), " ")
# A name begins where no name goes on, or a long word would be read once from each of its letters.
_CALL = pattern(r"(?<![\w.])\.*([A-Za-z_][\w.]*)\(\)?")
_ASCII_RUN = pattern(r"[!-~]+")
_CITATION = pattern(r"(?:memory|decision)::\d+", IGNORECASE)
_URL = pattern(r"[a-z][a-z0-9+.-]*://([^/?#\s]+)", IGNORECASE)
_TICKET = pattern(r"[A-Z][A-Z0-9]{1,9}-\d+")
_TICKET_ASKED = pattern(r"[A-Za-z][A-Za-z0-9]{1,9}-\d+")
_ISSUE = pattern(r"#\d+")
_ERROR = pattern(r"(?:E\d{2,}|TS\d{3,}|[A-Z]{1,4}\d{4,}|ERR[_A-Z0-9]+)")
_ERROR_ASKED = pattern(r"(?:e\d{3,}|ts\d{3,}|err_[a-z0-9_]+)")
_FLAG = pattern(r"--[A-Za-z][\w-]*")
_FILE = pattern(r"[\w.+-]*\w\.(?:[A-Za-z][A-Za-z0-9]{0,5})")
_SNAKE = pattern(r"_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+_*")
_CAMEL = pattern(r"[A-Za-z][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*|[A-Z]{2,}[a-z][A-Za-z0-9]+")
_KEBAB = pattern(r"[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)+")
_DOTTED_NAME = pattern(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PROPER = pattern(r"[A-Z][a-z]+[A-Za-z0-9]*")
_ACRONYM = pattern(r"[A-Z][A-Z0-9]{1,5}")
_VERSIONED = pattern(r"([A-Z][A-Za-z]+)\d")
_SENTENCE_ENDS = (".", "!", "?", ":", ";", "—")
# Names that look like tickets and are not: encodings, digests, standards.
_NOT_TICKETS = frozenset(
    "utf sha md iso rfc aes rsa cve crc gpt base http tls ssl ipv us eu ap cp mp".split()
)
# Folder names that make "a/b" a path even without a file extension.
_ROOTS = frozenset(
    "src lib libs test tests doc docs app apps pkg packages crates cmd internal scripts bin etc "
    "usr var opt home include config configs examples tools services api web".split()
)
_CODE_SUFFIXES = frozenset(
    "py pyi rs js jsx ts tsx mjs go java kt rb php c h cc cpp hpp cs swift scala sh bash zsh ps1 "
    "sql "
    "md rst txt json jsonl toml yaml yml ini cfg conf env lock html css scss vue svelte xml csv tf "
    "proto graphql gradle ipynb lua ex exs erl hs ml nix dockerfile log db sqlite".split()
)
_TRIM = "`'\".,:;*_~"
_TRIM_BEFORE_PATH = "`'\",:;*_"  # A path may begin with a dot or a tilde: ".github/x", "~/x".
_PLACE_IN_FILE = pattern(r"(?:(?::\d+){1,2}|#L\d+(?:-L?\d+)?)$")


def anchors_in(text: str, *, is_question: bool = False) -> Iterator[Anchor]:
    """Give the anchors of every token, in text order, repeats included.

    Args:
        is_question: accept lower-case spellings of tickets and error codes; a stored fact must
            spell them in capitals, or every "utf-8" would become a ticket.
    """
    for piece in text.translate(_BREAKS).split():
        if piece.isascii() and piece.isalpha() and piece.islower():
            continue  # A plain word, and most are.
        if "/" in piece:
            yield from _classified(piece, is_question=is_question)
            continue
        for token in _script_parts(piece):
            yield from _classified(token, is_question=is_question)
    for name in _CALL.findall(text) if "(" in text else ():
        if len(name) > 2:
            yield from _anchor(AnchorKind.SYMBOL, name.casefold(), name, 3)


def _script_parts(piece: str) -> Iterator[str]:
    """Give a piece cut where ASCII touches a script that is written without spaces.

    One pattern could say the same, but a class of so many characters takes 10 ms to compile.
    """
    start = 0
    if not piece.isascii():
        for run in _ASCII_RUN.finditer(piece):
            first, end = run.span()
            if first and _is_dense(piece[first - 1]):
                yield piece[start:first]
                start = first
            if end < len(piece) and _is_dense(piece[end]):
                yield piece[start:end]
                start = end
    yield piece[start:]


def _is_dense(character: str) -> bool:
    """Tell whether a character is Thai, Lao, kana, a Chinese one or Hangul."""
    return (
        "\u0e00" <= character <= "\u0eff"
        or "\u3040" <= character <= "\u30ff"
        or "\u3400" <= character <= "\u9fff"
        or "\uac00" <= character <= "\ud7af"
    )


def _classified(piece: str, *, is_question: bool) -> Iterator[Anchor]:
    token = piece.lstrip(_TRIM_BEFORE_PATH if "/" in piece else _TRIM).rstrip(_TRIM)
    if len(token) < 2 or _is_plain(token) or is_secret_like(token):
        return
    if "::" in token and _CITATION.fullmatch(token):
        yield from _anchor(AnchorKind.CITATION, token.casefold(), token, 3)
    elif "://" in token and (url := _URL.match(token)):
        yield from _anchor(AnchorKind.URL_HOST, url.group(1).casefold(), url.group(1), 2)
    elif "::" in token:
        yield from _qualified(token)
    elif "/" in token or "\\" in token:
        yield from _path(token)
    elif token.startswith("--") and _FLAG.fullmatch(token):
        yield from _anchor(AnchorKind.FLAG, token.casefold(), token, 2)
    else:
        yield from _name(token, is_question=is_question)


def _is_plain(token: str) -> bool:
    """Tell whether a token is one word as a sentence writes it, which no handle looks like."""
    return token.isascii() and token.isalpha() and token[1:].islower()


def _qualified(token: str) -> Iterator[Anchor]:
    """Read ``a::b``; a left side with a slash is a path with a symbol in it."""
    left, _, right = token.partition("::")
    if "/" in left:
        yield from _path(left)
        if right:
            yield from _anchor(AnchorKind.SYMBOL, right.casefold(), right, 3)
        return
    yield from _anchor(AnchorKind.SYMBOL, token.casefold(), token, 3)
    tail = token.rsplit("::", 1)[1]
    if len(tail) > 3:
        yield from _anchor(AnchorKind.SYMBOL, tail.casefold(), tail, 2)


def _path(token: str) -> Iterator[Anchor]:
    """Read a path; "and/or" has a slash too, so one slash alone needs another sign."""
    token = _PLACE_IN_FILE.sub("", token)
    value = normal_path(token)
    segments = value.split("/")
    if len(value) < 3 or not value:
        return
    leaf = segments[-1]
    is_file = "." in leaf.strip(".") and leaf.rsplit(".", 1)[1].casefold() in _CODE_SUFFIXES
    is_rooted = token.startswith(("/", "./", "../", "~")) or segments[0] in _ROOTS
    if len(segments) == 1:
        if is_file:
            yield from _anchor(AnchorKind.PATH, value, token, 2)
        return
    if not (is_file or is_rooted or len(segments) > 2 or "*" in token):
        return
    if all(segment.isdigit() for segment in segments):
        return
    yield from _anchor(AnchorKind.PATH, value, token, 3)
    if is_file:
        yield from _anchor(AnchorKind.PATH, leaf, leaf, 2)


def _name(token: str, *, is_question: bool) -> Iterator[Anchor]:
    folded = token.casefold()
    if _is_ticket(token, is_question=is_question):
        yield from _anchor(AnchorKind.TICKET, folded, token, 3)
    elif token.startswith("#") and _ISSUE.fullmatch(token):
        yield from _anchor(AnchorKind.TICKET, folded, token, 2)
    elif _ERROR.fullmatch(token) or (is_question and _ERROR_ASKED.fullmatch(token)):
        yield from _anchor(AnchorKind.ERROR_CODE, folded, token, 3)
    elif "." in token and _FILE.fullmatch(token) and folded.rpartition(".")[2] in _CODE_SUFFIXES:
        yield from _anchor(AnchorKind.PATH, token, token, 2)
    elif ("_" in token and _SNAKE.fullmatch(token)) or _CAMEL.fullmatch(token):
        if len(token) > 4:
            yield from _anchor(AnchorKind.SYMBOL, folded, token, 2)
    elif len(token) > 3 and _KEBAB.fullmatch(token) and not token.replace(".", "").isdigit():
        kind = AnchorKind.SYMBOL if _DOTTED_NAME.fullmatch(token) else AnchorKind.TERM
        if any(char.isalpha() for char in token):
            yield from _anchor(kind, folded, token, 2)


def _is_ticket(token: str, *, is_question: bool) -> bool:
    pattern = _TICKET_ASKED if is_question else _TICKET
    if "-" not in token or not pattern.fullmatch(token):
        return False
    return token.partition("-")[0].casefold() not in _NOT_TICKETS


def _anchor(kind: AnchorKind, value: str, display: str, specificity: int) -> Iterator[Anchor]:
    if value and len(value.encode("utf-8", "replace")) <= ANCHOR_VALUE_BYTES_MAX:
        yield Anchor(kind, value, display[:ANCHOR_DISPLAY_CHARS_MAX], specificity)


def names_in(text: str) -> Iterator[Anchor]:
    """Give the words written as names: acronyms, capitals in a sentence, a versioned name.

    The first word of a sentence has a capital anyway and says nothing.
    """
    tokens = text.split()
    for place, token in enumerate(tokens):
        if token.islower() or not token:
            continue
        bare = token.strip(",.;:!?()[]{}\"'`*")
        is_inside = place > 0 and not tokens[place - 1].endswith(_SENTENCE_ENDS)
        if _ACRONYM.fullmatch(bare) or (is_inside and _PROPER.fullmatch(bare)):
            yield from _anchor(AnchorKind.TERM, fold(bare), bare, 2)
        for piece in bare.split("-") if "-" in bare else ():
            if _CAMEL.fullmatch(piece) or (_ACRONYM.fullmatch(piece) and len(piece) > 2):
                yield from _anchor(AnchorKind.TERM, fold(piece), piece, 2)
        if _CAMEL.fullmatch(bare):
            yield from _anchor(AnchorKind.TERM, fold(bare), bare, 2)
        if versioned := _VERSIONED.match(bare):
            name = versioned.group(1)
            yield from _anchor(AnchorKind.TERM, fold(name), name, 2)


def path_anchors(path: str) -> Iterator[Anchor]:
    """Give the anchors of a path somebody named: itself, and its parents with less weight."""
    value = normal_path(path)
    if not value:
        return
    yield from _anchor(AnchorKind.PATH, value, path, 3)
    for parent in parents(value):
        yield from _anchor(AnchorKind.PATH, parent, parent, 2)
