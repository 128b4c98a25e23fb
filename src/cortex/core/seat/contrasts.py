"""Do two sentences about one thing deny each other, or name another number in the same place?

Beside the rules for English, which facts have as well, this looks at the signs of denial and of a
value in other languages. Everything else has to be the same, so a paraphrase is never a conflict.
Source: OGL 4.2, T12, ADR 0215.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern

# What denies, in folded text; of scripts without blanks the sign stands within a word.
_DENIALS = pattern(
    r"\b(?:nicht|kein\w*|nie|niemals|pas|jamais|aucune?|no|nunca|ningun\w*|nao|non|mai|ne|n|не|нет|"
    r"никогда)\b|没有|沒有|没|沒|未|不|ません(?:でした)?|ない|않|안 "
)
# What only one of the two sentences has when it is the one that is denied.
_AFFIRMED = pattern(r"已经|已經|已|了|ます|ました|る\b")
_NUMBER = pattern(r"\d[\d.,:/%]*(?:(?:st|nd|rd|th)\b)?")
_PLACE = "\ue000"
# A number is a value behind one of these words, or before one of the others.
_BEFORE = pattern(
    r"(?:\b(?:port|ports|limit|timeout|version|ist|sind|lauft auf|betragt|hat|est|sont|a|es|son|"
    r"(?:opens?|closes?|starts?|begins?|ends?) at|(?:is|due|goes out|go out) (?:at|on)?(?: ?the)?|"
    r"usa|tiene|puerto|el|sao|e|porta|tem|ha|sono|порт|порту|лимит|равен|составляет|имеет)"
    r"|端口|是|为|為|有|版本|上限|は|が|ポート|포트)\s*[:=]?\s*$"
)
_BEHIND = pattern(
    r"^\s*(?:端口|端口号|天|小时|分钟|秒|元|人|个|個|番ポート|ポート|日|時間|分|円|人|번|일|시간|"
    r"(?:tage?|stunden?|minuten?|sekunden?|euro?|prozent|jours?|heures?|dias?|horas?|giorni|ore|"
    r"дн\w*|час\w*|минут\w*|сотрудник\w*|mitarbeiter\w*|employes|empleados|eur|usd)\b)"
)


def deny_each_other(left: str, right: str) -> bool:
    """Tell whether one sentence is the denial of the other, word by word."""
    one, other = _plain(left), _plain(right)
    is_denied = [bool(_DENIALS.search(text)) for text in (one, other)]
    return is_denied[0] != is_denied[1] and _bare(one) == _bare(other) != ""


def name_other_numbers(left: str, right: str) -> bool:
    """Tell whether two sentences are the same but for one number, which is a value there."""
    one, other = _plain(left), _plain(right)
    if _NUMBER.sub(_PLACE, one) != _NUMBER.sub(_PLACE, other):
        return False
    pairs = zip(_NUMBER.finditer(one), _NUMBER.finditer(other), strict=True)
    differing = [match for match, its in pairs if match[0] != its[0]]
    return len(differing) == 1 and _is_value(one, differing[0])


@lru_cache(maxsize=1_024)
def _plain(text: str) -> str:
    """Give a text folded; kept for a run, as one claim is compared with all that stands there."""
    return " ".join(fold(text).rstrip(".!。 ").split())


def _is_value(text: str, match: re.Match[str]) -> bool:
    before, behind = text[: match.start()], text[match.end() :]
    has_subject = any(letter.isalpha() for letter in before)
    return has_subject and bool(_BEFORE.search(before) or _BEHIND.match(behind))


def _bare(text: str) -> str:
    """Give a sentence without its denials, and without what stands in their place."""
    plain = _AFFIRMED.sub("", _DENIALS.sub("", text))
    return re.sub(r"[\W_]+", "", plain)
