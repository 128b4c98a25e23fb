"""Which known names stand in a text, and does the text ask about one of them?

A name counts on the borders of words, the longest first, and what it covers is no part of a shorter
one. Hooks meet this on every prompt of a seat that wants its graph, so it imports nothing that
costs. Source: OGL 3.10, docs/formats/client-graph.md.
"""

from __future__ import annotations

from cortex.core.text.folding import fold

NAME_CHARS_MIN = 3
NAME_CHARS_MIN_DENSE = 2
"""Characters of a name that is looked for: shorter ones stand in every text."""

PROMPT_CHARS_MAX = 8_000
"""Characters of a prompt that are read: a longer one is a document, and its end is the question."""

_DENSE_FROM = "\u0e00"
_ENDS = "\n.!?;\u3002\uff01\uff1f\uff1b\u061f\u2026"
_QUESTION_MARKS = "?\uff1f\u061f"
_CLOSERS = "\"')]}\u201d\u300d\u300f"
_OPENERS = frozenset(
    """
    what whats who whom whose when where which why how is are was were does did can
    could should would will may tell remind show give list
    was wer wem wen wessen wann wo wohin woher welche welcher welches welchen warum wieso wie ist
    sind war waren hat haben kann konnen soll sollen sollte wird nenn nenne zeig
    que qui quand ou quel quelle quels quelles combien comment pourquoi est
    quien cuando donde cual cuanto cuantos como
    что кто когда где какой какая какие сколько почему как
    """.split()
)
_CUES = (
    "remind me", "status of", "tell me", "what about", "state of", "anything on", "news on",
    "details on", "look up", "do we know", "do i know", "stand von", "stand bei", "status von",
    "erinner mich", "erinnere mich", "sag mir", "wissen wir", "напомни", "расскажи",
    "什么", "甚么", "什麼", "谁", "誰", "哪", "何时", "何時", "多少", "几", "幾", "怎么",
    "怎麼", "怎样",
    "为什么", "為什麼", "吗", "嗎", "呢", "如何", "告诉我", "告訴我", "提醒我",
    "いつ", "どこ", "だれ", "どの", "どれ", "どう", "なに", "何", "なぜ", "いくら", "ですか",
    "ますか", "教えて", "について",
    "무엇", "언제", "어디", "누구", "얼마", "왜", "어떻게", "까요", "나요", "알려줘",
)  # fmt: skip
_SHORT = frozenset("dr mr mrs ms nr no st ca bzw e.g i.e z.b incl inkl zzgl".split())
_REFERRING = frozenset(
    "they them their theirs its he him his she her ihr ihre ihren ihrem deren dessen sie er "
    "sein seine ils elles leur leurs son sa".split()
)
_REFERRING_DENSE = ("他们", "她们", "它", "他", "她", "他們", "彼ら", "彼", "そこ", "それ", "同社")


class Found:
    """A name that stands in a folded text: of whom, from where to where."""

    __slots__ = ("end", "keys", "start")

    def __init__(self, start: int, end: int, keys: tuple[str, ...]) -> None:
        self.start = start
        self.end = end
        self.keys = keys


def fold_name(name: str) -> str:
    """Give a name as it is looked for."""
    return " ".join(fold(name).split())


def is_lookable(folded: str) -> bool:
    """Tell whether a name is long enough to be looked for."""
    return len(folded) >= NAME_CHARS_MIN or (
        len(folded) >= NAME_CHARS_MIN_DENSE and folded[0] >= _DENSE_FROM
    )


def find_names(folded: str, names: list[tuple[str, tuple[str, ...]]]) -> list[Found]:
    """Give the names that stand in a folded text, in order.

    Args:
        folded: the text, by ``fold``.
        names: (folded name, keys of whom it may mean), the longest first.
    """
    found: list[Found] = []
    for name, keys in names:
        at = folded.find(name)
        while at >= 0:
            end = at + len(name)
            if _is_bordered(folded, at, end) and not any(
                at < one.end and one.start < end for one in found
            ):
                found.append(Found(at, end, keys))
            at = folded.find(name, at + 1)
    found.sort(key=lambda one: one.start)
    return found


def asked_about(words: str, names: list[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    """Give the keys of known nouns that a person asks about, each once, in order.

    A noun counts when a sentence that asks names it, or refers to one the sentence before named.
    """
    before: list[Found] = []
    asked: list[str] = []
    folded = fold(words[-PROMPT_CHARS_MAX:])
    flat = " ".join(folded.split())
    near = [row for row in names if row[0] in flat]
    for sentence in sentences(folded) if near else ():
        here = find_names(" ".join(sentence.split()), near)
        if is_question(sentence):
            meant = here or (before if _refers(sentence) else [])
            asked += [key for one in meant for key in one.keys]
        before = here or before
    return tuple(dict.fromkeys(asked))


def is_question(folded: str) -> bool:
    """Tell whether a folded sentence asks for something."""
    bare = folded.strip().rstrip(_CLOSERS)
    if bare.endswith(tuple(_QUESTION_MARKS)):
        return True
    first = bare.split(None, 1)[0].strip("\"'([*_-,:¿").replace("'", "") if bare else ""
    return first in _OPENERS or any(cue in bare for cue in _CUES)


def sentences(text: str) -> list[str]:
    """Give the sentences of a text with what ends them; a dot inside a word ends none."""
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Give where each sentence of a text begins and ends, without outer blanks."""
    spans: list[tuple[int, int]] = []
    start = 0
    for at, letter in enumerate(text):
        if letter not in _ENDS:
            continue
        following = text[at + 1 : at + 2]
        is_end = letter == "\n" or letter >= _DENSE_FROM
        is_end = is_end or not following or following.isspace() or following in _CLOSERS
        if is_end and letter == ".":
            is_end = not _is_short(text, start, at)
        if is_end:
            spans.append((start, at + 1))
            start = at + 1
    spans.append((start, len(text)))
    return [trimmed for trimmed in (_trimmed(text, *span) for span in spans) if trimmed]


def _is_short(text: str, start: int, at: int) -> bool:
    """Tell whether a dot belongs to the word before it: an initial, a number, or ``Dr.``"""
    word = text[start:at].rsplit(None, 1)[-1].lstrip("(\"'") if text[start:at].strip() else ""
    following = text[at + 1 :].lstrip()[:1]
    if len(word) == 1 and word.isalpha():
        return True
    if word.isdigit() and len(word) <= 2:
        return following.isalpha() or following.isdigit()
    return word.lower() in _SHORT or word.endswith("str")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if end > start else None


def _is_bordered(text: str, start: int, end: int) -> bool:
    """Tell whether no word goes on over an edge; scripts without spaces have none."""
    return not (
        _joins(text[start - 1 : start], text[start]) or _joins(text[end - 1], text[end : end + 1])
    )


def _joins(left: str, right: str) -> bool:
    if not left or not right:
        return False
    if _is_katakana(left) and _is_katakana(right):
        return True  # A word in katakana goes on as long as they do.
    is_word = (left.isalnum() or left == "_") and (right.isalnum() or right == "_")
    return is_word and left < _DENSE_FROM and right < _DENSE_FROM


def _is_katakana(letter: str) -> bool:
    return "\u30a1" <= letter <= "\u30fa" or letter == "\u30fc"


def _refers(folded: str) -> bool:
    words = {word.strip("\"'([)],.:;?!") for word in folded.split()}
    return bool(words & _REFERRING) or any(word in folded for word in _REFERRING_DENSE)
