"""Which things of the user's world does a text speak of?

Two readings: "<name> <kind word>" (the auth service, payments-db) and names written with capitals
(Mara Voss). A subject and its aliases, named by the author, are entities too. The identity of an
entity is its kind and the leader of its qualifier's cluster, so "login system" is "auth service".
Source: CQR 2.2, ADR 0030.
"""

from __future__ import annotations

from cortex.core.anchors.clusters import SUFFIX_KINDS, leader
from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern
from cortex.core.text.tokens import words
from cortex.model.anchors import Mention
from cortex.model.limits import MENTION_SURFACE_CHARS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

_CAMEL = pattern(r"(?<=[a-z0-9])(?=[A-Z])")
_CAPITALISED = pattern(r"[A-Z][a-z]+(?:['’][A-Za-z]+)?")
SUBJECT_KIND = "subject"
NAME_KIND = "name"


def surface_of(text: str) -> str:
    """Give the comparable wording of a mention: its folded words, cut at the longest kept."""
    return words_of_name(text)[:MENTION_SURFACE_CHARS_MAX]


def words_of_name(text: str) -> str:
    """Give the words of a name, folded, with one space between; a NUL parts words too."""
    return " ".join(fold(" ".join(_split(text.replace("\0", " ")))).split())


def _split(name: str) -> list[str]:
    """Give the parts of a name: between white space, hyphens and underscores, and in camel case."""
    behind = name[1:]
    if behind != behind.lower():
        name = _CAMEL.sub(" ", name)
    return name.replace("-", " ").replace("_", " ").split()


def mentions_in(text: str) -> tuple[Mention, ...]:
    """Give the entities a text mentions, in text order, each identity once."""
    found: dict[tuple[str, str, str], Mention] = {}
    for mention in (*_kind_phrases(text), *_names(text)):
        found.setdefault((mention.kind, mention.qualifier, mention.surface), mention)
    return tuple(found.values())


def named_mentions(subject: str | None, aliases: tuple[str, ...]) -> tuple[Mention, ...]:
    """Give the mentions of a subject named by the author, one for each of its names."""
    names = [name for name in (subject, *aliases) if name and surface_of(name)]
    if not names:
        return ()
    qualifier = surface_of(names[0])
    unique = dict.fromkeys(surface_of(name) for name in names)
    return tuple(Mention(surface, qualifier, SUBJECT_KIND, is_explicit=True) for surface in unique)


def _kind_phrases(text: str) -> Iterator[Mention]:
    tokens = [token.strip(",.;:!?()[]{}\"'`") for token in text.split()]
    for place, token in enumerate(tokens):
        if token.isalpha() and token.islower():
            if place and token in SUFFIX_KINDS:
                yield from _qualified(tokens[place - 1].casefold(), token)
            continue
        parts = [part.casefold() for part in _split(token)]
        if len(parts) == 2:
            yield from _qualified(parts[0], parts[1])
        if place and len(parts) == 1:
            yield from _qualified(tokens[place - 1].casefold(), parts[0])


def _qualified(qualifier: str, suffix: str) -> Iterator[Mention]:
    kind = SUFFIX_KINDS.get(suffix)
    if kind is None or len(qualifier) < 2 or not qualifier.isalnum():
        return
    if qualifier in SUFFIX_KINDS or qualifier.isdigit() or _is_stop(qualifier):
        return
    yield Mention(f"{qualifier} {suffix}", leader(qualifier), kind)


def _is_stop(word: str) -> bool:
    read = words(word)
    return bool(read) and read[0].is_stop


def _names(text: str) -> Iterator[Mention]:
    """Give runs of two to four capitalised words; a stop word at the front is left out."""
    run: list[str] = []
    for token in [*text.split(), ""]:
        if not run and token.islower():
            continue  # No name goes on or begins here.
        bare = token.strip(",.;:!?()[]{}\"'`")
        is_capital = bare[:1].isupper() and _is_capitalised(bare)
        if is_capital and not (not run and _is_stop(bare.casefold())):
            run.append(bare)
            if token == bare or token.endswith(("'", '"')):
                continue
        if 2 <= len(run) <= 4:
            surface = surface_of(" ".join(run))
            yield Mention(surface, surface, NAME_KIND)
        run = []


def _is_capitalised(word: str) -> bool:
    if word.isascii() and word.isalpha():
        return word[1:].islower()  # The usual case needs no pattern.
    return _CAPITALISED.fullmatch(word) is not None
