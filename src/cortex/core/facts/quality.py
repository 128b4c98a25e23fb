"""Does a statement say enough to be worth keeping?

Source: CQR 3.3; a short imperative and a dense script count as more than their characters.
"""

from cortex.core.text.patterns import pattern
from cortex.core.text.tokens import has_words, words

_MARKER = pattern(
    r"[/\\]|::|\(\)|->|\w_\w|\b\w+\.(?:py|rs|js|ts|go|java|rb|c|h|md|sql|toml|ya?ml|json|sh)\b"
    r"|\b(?:def|class|fn|func|const|import|struct|impl)\s"
)
_DENSE_LETTERS = 3  # One letter of an unsegmented script says about as much as three Latin ones.
_QUESTION_TYPES = frozenset({"open_question", "question"})


def quality_of(text: str, fact_type: str) -> int:
    """Score a statement 0..100; below QUALITY_MIN it is refused as too vague."""
    if not has_words(text):
        return 0
    length = len(text)
    if not text.isascii():  # No script of ASCII is written without spaces.
        dense = sum(len(word.surface) for word in words(text) if word.kind == "run")
        length += dense * (_DENSE_LETTERS - 1)
    if length < 10:
        score = 20 if sum(not word.is_stop for word in words(text)) >= 2 else 0
    elif length < 50:
        score = 30
    else:
        score = 70 if length < 200 else 100
    if _MARKER.search(text):
        score += 20
    if text.rstrip().endswith(("?", "？")) and fact_type not in _QUESTION_TYPES:
        score -= 30
    return max(0, min(100, score))
