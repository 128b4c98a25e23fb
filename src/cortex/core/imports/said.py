"""What did somebody ask to be remembered, in the middle of everything else they said?

A chat is prose, and prose is not what somebody chose to keep. Only a sentence that says so itself
is taken: it opens with a request to remember, or calls itself a decision. Source: ADR 0096.
"""

import re
from collections.abc import Iterator

_ASKED = (
    r"(?:please|pls|bitte|s'il te plaît|s'il vous plaît|por favor)?,?\s*(?:"
    r"(?:always\s+)?remember(?:\s+that|\s*:|,)?"
    r"|(?:make\s+a\s+)?note\s+(?:to\s+self|that)\s*:?"
    r"|keep\s+in\s+mind(?:\s+that|\s*:|,)?"
    r"|don['’]?t\s+forget(?:\s+that|\s*:|,)"
    r"|merk(?:e)?\s+dir(?:\s*,?\s*dass|\s*:|,)?"
    r"|souviens-toi(?:\s+que|\s*:|,)?|rappelle-toi(?:\s+que|\s*:|,)?"
    r"|recuerda(?:\s+que|\s*:|,)?"
    r"|记住[：:，,]?|請記住[：:，,]?|请记住[：:，,]?|覚えておいて[：:、]?"
    r")\s*"
)
_DECIDED = (
    r"(?:(?:decision|decided|entscheidung|entschieden|décision|decisión|决定|決定)\s*[:：]"
    r"|we(?:\s+have|['’]ve)?\s+decided\s+(?:that|to))\s*"
)
_OPENING = re.compile(rf"^\s*(?:[-*>]\s+)?(?:({_ASKED})|({_DECIDED}))(?P<said>.+)$", re.IGNORECASE)
_NOT_MEANT = re.compile(
    r"^(?:when|how|what|why|where|who|if|the\s+time|me\b|to\s+self$|wie|als|quand)\b", re.IGNORECASE
)

LINE_CHARS_MAX = 4_000
"""Characters of a line that is looked at: longer ones are pasted, not said."""


def said_to_keep(text: str) -> Iterator[tuple[str, str]]:
    """Give (type, statement) for each line that asks to be kept; questions never do."""
    for line in text.split("\n"):
        if len(line) > LINE_CHARS_MAX:
            continue
        found = _OPENING.match(line)
        if found is None:
            continue
        said = found["said"].strip()
        if _NOT_MEANT.match(said) or said.endswith(("?", "？")):
            continue
        yield ("decision" if found[2] else "memory"), said
