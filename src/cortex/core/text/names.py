"""What does an identifier mean to a search?

It is split and it is found whole: ``getUserById`` is about get, user and id, and it is also the one
term ``=getuserbyid``. A compound inside a compound is found whole too, so a file is found by its
name wherever its path starts. Offsets of shape and text agree (``scripts``).
"""

from __future__ import annotations

from cortex.core.text.folding import fold
from cortex.core.text.numbers import grouped_digits, number_parts
from cortex.core.text.patterns import IGNORECASE, pattern
from cortex.core.text.readings import (
    IDENTIFIER,
    NUMBER,
    TERM_CHARS_MAX,
    Reading,
    term_of,
    whole_of,
    word_reading,
)
from cortex.core.text.scripts import INVISIBLE
from cortex.core.text.stop_words import (
    CONTRACTION_TAILS,
    ELISIONS,
    STOP_COMPOUNDS,
    STOP_WORDS,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

_ATOM = pattern(
    r"(?P<date>(?<![A-Za-z0-9])(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
    r"(?![A-Za-z0-9]))"
    r"|(?<![A-Za-z0-9_])(?P<name>[A-Za-z]{2,})(?P<release>\d+(?:\.\d+)+)(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9_])[vV]?(?P<dotted>\d+(?:\.\d+)+)"
    r"|(?P<word>[A-Za-z0-9_\x0f]+)"
)
_CAMEL = pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z\x0f]+|[A-Z]+|\d+")
_IS_CAMEL = pattern(r"[a-z\x0f][A-Z]|[A-Z]{2}[a-z]")
_ACRONYMS = pattern(r"[A-Z]{2,}s")
_HEX = pattern(r"(?=.*\d)(?=.*[A-Fa-f])(?:[0-9a-f]{7,64}|[0-9A-F]{7,64})")
_VERSION = pattern(r"[vV]\d+")
_UNIT = pattern(r"\d+[A-Za-z]+")
_NAME_AND_NUMBER = pattern(r"([A-Za-z]{3,})(\d+)")
_UUID = pattern(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", IGNORECASE)
_SEGMENTS = pattern(r"[/\\@]+|::")
_QUERY = pattern(r"[?#]")
_BETWEEN_LINES = pattern(r"[^_]+")
_SLASHES = pattern(r"[/\\]+")
_COMPOUND_MARKS = (".", "-")
_UNIT_CHARS_MAX = 4  # Letters that still read as a unit after a decimal: 1.5GiB.


class _Atom:
    """One piece of a compound: its terms, its own whole, and whether it is a number."""

    __slots__ = ("is_number", "parts", "whole")

    def __init__(
        self, parts: tuple[str, ...], whole: str | None = None, *, is_number: bool = False
    ) -> None:
        self.parts = parts
        self.whole = whole
        self.is_number = is_number


def read_name(raw: str, shape: str, prefix: str) -> Reading:
    """Read a word, number or compound.

    Args:
        raw: the text without its prefix.
        shape: its shape, of the same length.
        prefix: what marks it as a path, flag, mention and so on; often empty.
    """
    raw, shape = visible(raw, shape)
    if "'" in shape:
        return _read_apostrophes(raw, shape, prefix)
    if _UUID.fullmatch(shape):
        return Reading(IDENTIFIER, (fold(raw),), whole_of(fold(raw)))
    atoms = list(_atoms(raw, shape))
    if len(atoms) == 1:
        return _read_alone(raw, atoms[0], prefix)
    return _read_compound(raw, atoms, prefix)


def read_url(raw: str, shape: str) -> Reading:
    """Read an address without its scheme; the whole ends before a query or fragment."""
    raw, shape = visible(raw, shape)
    start = shape.index("://") + 3
    raw, shape = raw[start:], shape[start:]
    path = _QUERY.split(raw, maxsplit=1)[0].rstrip("/")
    atoms = list(_atoms(raw, shape))
    whole = whole_of(_joined(path))
    return Reading(IDENTIFIER, (*_parts(atoms), *_inner_wholes(path, atoms, whole)), whole)


def visible(raw: str, shape: str) -> tuple[str, str]:
    """Drop invisible characters from a text and its shape alike."""
    if INVISIBLE not in shape:
        return raw, shape
    kept = [index for index, mark in enumerate(shape) if mark != INVISIBLE]
    return "".join(raw[index] for index in kept), "".join(shape[index] for index in kept)


def possessive_length(raw: str, shape: str) -> int:
    """Give how many characters a possessive ending has: ``Mara's`` 2, ``it's`` 0."""
    if shape[-2:] not in {"'s", "'S"} or fold(raw[:-2]) in STOP_WORDS:
        return 0
    return 2


def _read_apostrophes(raw: str, shape: str, prefix: str) -> Reading:
    """Read ``don't``, ``they've``, ``O'Brien``, ``l'amour``; elsewhere a quote separates."""
    head, _, tail = fold(raw).rpartition("'")
    joined = fold(raw).replace("'", "")
    if not shape.replace("'", "").isalpha():
        return read_name(raw.replace(raw[shape.index("'")], "-"), shape.replace("'", "-"), prefix)
    if joined in STOP_WORDS or (head in STOP_WORDS and tail in {*CONTRACTION_TAILS, "s"}):
        return Reading("word", (), spare=(joined,))
    if tail in CONTRACTION_TAILS and head.isalpha():
        return word_reading(head)
    if head in ELISIONS:
        return word_reading(raw[shape.index("'") + 1 :])
    return word_reading(joined)


def _read_alone(raw: str, atom: _Atom, prefix: str) -> Reading:
    """Read a compound of one atom: a plain word unless its inside or its prefix says more."""
    if prefix:
        kind = NUMBER if atom.is_number else IDENTIFIER
        return Reading(kind, atom.parts, whole_of(_lead(prefix, atom) + fold(raw)))
    if atom.whole is None and not atom.is_number and not any(map(str.isdigit, raw)):
        return word_reading(raw.strip("_"))
    kind = NUMBER if atom.is_number else IDENTIFIER
    return Reading(kind, atom.parts, atom.whole)


def _lead(prefix: str, atom: _Atom) -> str:
    """Give what of a prefix is part of the name: the dot of ``.env``, the sign of a number."""
    if atom.is_number and prefix in {"$", "-", "#"}:
        return prefix
    return "." if prefix.endswith(".") else ""


def _read_compound(raw: str, atoms: list[_Atom], prefix: str) -> Reading:
    folded = _joined(raw)
    if folded in STOP_COMPOUNDS or (not prefix and _is_choice_of_stop_words(folded)):
        return Reading("word", (), spare=(folded[:TERM_CHARS_MAX],))
    lead = "." if prefix.endswith(".") else ""
    whole = whole_of(lead + folded)
    if atoms and all(atom.is_number for atom in atoms):
        return Reading(NUMBER, _parts(atoms), whole)
    return Reading(IDENTIFIER, (*_parts(atoms), *_inner_wholes(raw, atoms, whole)), whole)


def _is_choice_of_stop_words(folded: str) -> bool:
    """Recognise ``and/or``."""
    return "/" in folded and all(word in STOP_WORDS for word in folded.split("/"))


def _joined(raw: str) -> str:
    """Give the folded compound with one kind of slash."""
    return _SLASHES.sub("/", fold(raw)).strip("/")


def _parts(atoms: list[_Atom]) -> tuple[str, ...]:
    return tuple(part for atom in atoms for part in atom.parts)


def _inner_wholes(raw: str, atoms: list[_Atom], whole: str | None) -> tuple[str, ...]:
    """Give the compounds inside a compound, each once, in text order by kind."""
    inner: dict[str, None] = {}
    segments = _SEGMENTS.split(raw)
    for segment in segments if len(segments) > 1 else ():
        _add_compound(segment, inner)
    for segment in segments:
        pieces = segment.split(".")
        for piece in pieces if len(pieces) > 1 else ():
            _add_compound(piece, inner)
    inner.update((atom.whole, None) for atom in atoms if atom.whole)
    inner.pop(whole or "", None)
    return tuple(inner)


def _add_compound(segment: str, inner: dict[str, None]) -> None:
    """Add a segment that is a compound by itself; a bare version is one term already."""
    folded = fold(segment.strip(".-"))
    has_mark = any(mark in folded for mark in _COMPOUND_MARKS)
    found = whole_of(folded) if has_mark and folded[0].isalpha() else None
    if found:
        inner[found] = None


def _atoms(raw: str, shape: str) -> Iterator[_Atom]:
    """Split a compound into its atoms, keeping dates and versions in one piece."""
    decimal_end = -1
    for match in _ATOM.finditer(shape):
        text = raw[match.start() : match.end()]
        if match["date"]:
            yield _Atom((fold(text),), is_number=True)
        elif match["release"]:
            release = fold(raw[match.start("release") : match.end("release")])
            name = term_of(raw[match.start("name") : match.end("name")])
            yield _Atom((*((name,) if name else ()), release), whole_of(fold(text)))
        elif match["dotted"]:
            decimal_end = match.end()
            digits = fold(raw[match.start("dotted") : match.end("dotted")])
            is_prefixed = match.start() != match.start("dotted")
            yield _Atom(
                (digits[:TERM_CHARS_MAX],),
                whole_of(fold(text)) if is_prefixed else None,
                is_number=True,
            )
        elif match.start() == decimal_end and match.end() - decimal_end <= _UNIT_CHARS_MAX:
            yield _Atom((fold(text),), is_number=match[0].isalpha())
        else:
            yield _atom(text, match[0])


def _atom(raw: str, shape: str) -> _Atom:
    """Read one atom: letters, digits and underscores."""
    core = shape.strip("_")
    if "_" in core or _is_private_name(shape):
        return _snake(raw, shape)
    start = shape.index(core) if core else 0
    raw, shape = raw[start : start + len(core)], core
    if shape.isdigit():
        return _Atom((fold(raw)[:TERM_CHARS_MAX],), is_number=True)
    if not shape.isalpha() and any(map(str.isdigit, shape)):
        return _mixed(raw, shape)
    return _letters(raw, shape)


def _is_private_name(shape: str) -> bool:
    """Tell ``__init__`` and ``_cache`` from the emphasis of ``_word_``."""
    return shape.startswith("_") and not (shape.endswith("_") and not shape.startswith("__"))


def _snake(raw: str, shape: str) -> _Atom:
    """Read a name with underscores; digits grouped by them are one number."""
    folded = fold(raw)
    digits = grouped_digits(folded)
    if digits is not None:
        return _Atom((digits[:TERM_CHARS_MAX],), is_number=True)
    parts: list[str] = []
    for match in _BETWEEN_LINES.finditer(shape):
        parts += _atom(raw[match.start() : match.end()], match[0]).parts
    return _Atom(tuple(parts), whole_of(folded) if folded.strip("_") else None)


def _mixed(raw: str, shape: str) -> _Atom:
    """Read letters and digits in one: a hash, a version, a number with its unit, or a name."""
    folded = fold(raw)
    if _HEX.fullmatch(shape):
        return _Atom((folded[:TERM_CHARS_MAX],))
    if _VERSION.fullmatch(shape):
        return _Atom((folded[1:][:TERM_CHARS_MAX],), whole_of(folded), is_number=True)
    if _UNIT.fullmatch(shape):
        return _Atom(number_parts(folded), whole_of(folded), is_number=True)
    match = _NAME_AND_NUMBER.fullmatch(shape)
    if match and not _IS_CAMEL.search(shape):
        name = term_of(raw[: match.end(1)])
        digits = fold(raw[match.end(1) :])[:TERM_CHARS_MAX]
        return _Atom((*((name,) if name else ()), digits), whole_of(folded))
    if _IS_CAMEL.search(shape):
        return _camel(raw, shape)
    return _Atom((folded[:TERM_CHARS_MAX],))


def _letters(raw: str, shape: str) -> _Atom:
    if _ACRONYMS.fullmatch(shape):
        term = term_of(raw[:-1])
    elif _IS_CAMEL.search(shape):
        return _camel(raw, shape)
    else:
        term = term_of(raw)
    return _Atom((term,) if term else ())


def _camel(raw: str, shape: str) -> _Atom:
    """Read a name with humps: its words, the name as one word as others type it, and the whole."""
    parts: list[str] = []
    for match in _CAMEL.finditer(shape):
        piece = raw[match.start() : match.end()]
        term = term_of(piece)
        if term and (len(piece) > 1 or term.isdigit()):
            parts.append(term)
    folded = fold(raw)
    return _Atom((*parts, stem_of_name(folded)), whole_of(folded))


def stem_of_name(folded: str) -> str:
    """Give the term of a name typed without its humps: ``github`` for ``GitHub``."""
    return (term_of(folded) or folded)[:TERM_CHARS_MAX]
