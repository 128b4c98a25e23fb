"""What does a note say? One fact a file, with a head that says what it is and when it applies.

The form is that of Claude Code's own memory, so one reader serves both folders. Fields are accepted
at the top or below ``metadata``. Source: OGL 3.6, docs/formats/notes.md.
"""

from __future__ import annotations

import re
import unicodedata

from cortex.core.imports.dates import instant_us
from cortex.core.imports.front_matter import front_matter
from cortex.core.text.digests import content_hash
from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern
from cortex.model.lean_classes import NamedTuple

TYPES = ("feedback", "project", "reference", "user")
NOTE_END = ".md"
SLUG_CHARS_MAX = 64
"""Characters of a note's name: a file name that a person still reads in a list."""

DESCRIPTION_CHARS_MAX = 200
"""Characters of the line that says what a note is about and when it applies."""

RULE_CHARS_MAX = 1_000
"""Characters of the one fact of a note."""

PART_CHARS_MAX = 600
"""Characters of the reason, and of how to apply it."""

CLAIM, QUOTE = "claim", "quote"
_WHY, _HOW, _BEFORE = "Why:", "How to apply:", "Superseded"
_LABEL = pattern(
    r"[*_]{0,2}(why|reason|how to apply|when to apply|superseded[^:]{0,40}|source|links?)[*_]{0,2}"
    r"\s?[:：]",
    re.IGNORECASE,
)
_SLUG = pattern(r"[^\W_]+(?:[-_][^\W_]+)*")


class Note(NamedTuple):
    """A note as it was read; what its head leaves out is empty.

    Attributes:
        slug: its file's name without the end.
        name, description, type: of its head.
        has_head: there is a head at all.
        modified_us: by its head, or None.
        subject, predicate, value: what it says about what, where its head names it.
        source: on whose word, as written.
        as_of_us: when it held by that word, or None.
        form: ``claim``, or ``quote`` for words that are only evidence.
        body: everything below the head.
    """

    slug: str
    name: str
    description: str
    type: str
    has_head: bool
    modified_us: int | None
    subject: str
    predicate: str
    value: str
    source: str
    as_of_us: int | None
    form: str
    body: str


class NewNote(NamedTuple):
    """A note to be written, every text clean."""

    slug: str
    description: str
    type: str
    rule: str
    why: str = ""
    how: str = ""
    source: str = ""
    as_of: str = ""
    modified: str = ""
    session_id: str = ""
    subject: str = ""
    predicate: str = ""
    value: str = ""
    form: str = CLAIM
    is_verified: bool = False
    before: tuple[str, ...] = ()


def read_note(slug: str, text: str) -> Note:
    """Give what a note says; never raises."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    head = front_matter(lines)

    def value(*names: str) -> str:
        both = [spelled for name in names for spelled in (name, f"metadata.{name}")]
        return next((head.values[name] for name in both if name in head.values), "")

    return Note(
        slug=slug,
        name=value("name"),
        description=value("description"),
        type=value("type").lower(),
        has_head=head.lines > 0,
        modified_us=instant_us(value("modified", "updated", "date", "created")),
        subject=value("subject"),
        predicate=value("predicate"),
        value=value("value"),
        source=value("source"),
        as_of_us=instant_us(value("as_of")),
        form=value("form") or CLAIM,
        body="\n".join(lines[head.lines :]).strip(),
    )


def rendered(note: NewNote) -> str:
    """Give the file of a new note."""
    head = [
        ("name", note.slug),
        ("description", note.description),
    ]
    inner = [
        ("type", note.type),
        ("node_type", "memory"),
        ("originSessionId", note.session_id),
        ("modified", note.modified),
        ("source", note.source),
        ("as_of", note.as_of),
        ("verified", "yes" if note.is_verified else "no"),
        ("form", note.form if note.form != CLAIM else ""),
        ("subject", note.subject),
        ("predicate", note.predicate),
        ("value", note.value),
    ]
    lines = ["---", *(f"{name}: {_scalar(value)}" for name, value in head), "metadata:"]
    lines += [f"  {name}: {_scalar(value)}" for name, value in inner if value]
    lines += ["---", "", note.rule]
    if note.why:
        lines += ["", f"{_WHY} {note.why}"]
    if note.how:
        lines += ["", f"{_HOW} {note.how}"]
    for old in note.before:
        lines += ["", f"{_BEFORE} {note.modified[:10]}: {old}"]
    return "\n".join(lines) + "\n"


def rules_of(note: Note) -> list[str]:
    """Give the paragraphs that state something, in order: what stands before the reasons."""
    rules: list[str] = []
    for paragraph in _paragraphs(note.body):
        if _LABEL.match(paragraph):
            break
        if not paragraph.startswith(("#", "<!--", "---")):
            rules.append(paragraph)
    return rules


def has_part(note: Note, part: str) -> bool:
    """Tell whether a note gives its reason (``why``) or its use (``how``)."""
    words = ("why", "reason") if part == "why" else ("how to apply", "when to apply")
    for line in note.body.split("\n"):
        found = _LABEL.match(line.lstrip("-* "))
        if found and found[1].lower() in words:
            return True
    return False


def statement_of(note: Note) -> str:
    """Give the one sentence a note is about: its value, its first paragraph, or its description."""
    return note.value or next(iter(rules_of(note)), "") or note.description


def slug_of(text: str) -> str:
    """Give a file name for a text in any script; never empty."""
    found = _SLUG.findall(unicodedata.normalize("NFC", fold(text)))
    slug = ""
    for word in found:
        longer = f"{slug}-{word}" if slug else word
        if len(longer) > SLUG_CHARS_MAX:
            break
        slug = longer
    return slug or f"note-{content_hash(text).rpartition(':')[2][:8]}"


def is_slug(text: str) -> bool:
    """Tell whether a text can be a note's name as it is."""
    return len(text) <= SLUG_CHARS_MAX and text == text.lower() and bool(_SLUG.fullmatch(text))


def _paragraphs(body: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", body) if part.strip()]


def _scalar(value: str) -> str:
    """Give a text as a value of the head that this reader and YAML's understand alike."""
    is_plain = value.isprintable() and not set(value) & set("\"'\\#{}[]&*!|>%@`")
    if is_plain and ": " not in value and value[:1] not in "-?:," and not value.endswith(":"):
        return value
    if not set(value) & set('"\\'):
        return f'"{value}"'
    return "'" + value.replace("'", "\u2019") + "'"
