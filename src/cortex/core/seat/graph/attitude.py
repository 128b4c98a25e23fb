"""Does whoever wrote a sentence state it themself, as true and as true now?

A question, a condition, a guess, hearsay, a joke, a dream, what is denied or was once so: none of
them is a fact of its writer. Rules and models alike are held to it.
Source: docs/formats/client-graph.md, ADR 0203.
"""

from __future__ import annotations

import re

from cortex.core.text.patterns import pattern

NOT_STATED = "not_stated"

QUOTED_WORDS_MIN = 3
QUOTED_CHARS_MIN_DENSE = 6
"""Words, or characters of Chinese or Japanese, from which a quotation says something."""

_I = re.IGNORECASE
_DENSE_FROM = "\u0e00"
_QUESTION_ENDS = ("?", "\uff1f", "\u061f", "吗", "嗎", "呢", "か")
_ENDS = " .。!！\"')”」"
_UNSURE = pattern(
    r"\b(?:"
    # Conditions and plays of thought.
    r"if|whether|unless|suppos\w+|assum(?:e|es|ed|ing)|imagin\w+|pretend\w*|hypothetical\w*"
    r"|let['’]s say|in theory|falls|wenn|ob|sofern|angenommen|nehmen wir an|gesetzt den fall"
    # Guesses.
    r"|maybe|perhaps|might|could|probably|possibly|presumably|apparently"
    r"|(?:would|should|may) (?:not )?be"
    r"|would have|guess\w*|doubts?|doubted|think|thinks|thought|believes?|hopes?|wish(?:es)?|bet"
    r"|vielleicht|könnten?|würden?|wahrscheinlich|eventuell|sollte|vermutlich|wohl|dürften?|wären?"
    r"|anscheinend|scheinbar|offenbar|glaube|denke|schätze|hoffe|bezweif\w+"
    r"|hätten?(?! gern)"
    # Hearsay.
    r"|allegedly|reportedly|supposedly|rumou?r\w*|hear[ds]? (?:that|from)|heard|according to"
    r"|claim(?:s|ed)? (?:that|\S+['’]s)|says?|(?<!as )said|tells? (?:me|us)|told"
    r"|angeblich|laut|behaupte\w*|sagte?n?|meinte?|gehört,? dass|soll(?:en)?"
    # What is denied, dreamt or no more than a joke.
    r"|nobody|no one|(?:not|n['’]t) (?:true|right|correct) that|wrong that|dream\w*"
    r"|kidding|joking|joke|yeah,? right|oh,? great|pigs fly|as if"
    r"|niemand|stimmt nicht|nicht wahr|falsch,? dass|traum\w*|geträumt|scherz\w*|witz"
    r"|na klar|von wegen"
    r")\b|\s/s$|🙄",
    _I,
)
_UNSURE_DENSE = pattern(
    "如果|假如|假设|假設|要是|万一|萬一|倘若|可能|也许|也許|或许|或許|大概|应该|應該|估计|估計|好像"
    "|似乎|听说|聽說|据说|據說|[他她][们們]?说|[他她][们們]?說|认为|認為|觉得|覺得|以为|以為|开玩笑|開玩笑"
    "|以前|曾经|曾經|原来|原來|吧[。！!]?$"
    "|もし|仮に|なら、|たぶん|多分|かもしれ|おそらく|だろう|でしょう|と思|はずです|ようです|みたい|らしい"
    "|そうです|そうだ|によると|によれば|と聞|とのこと|冗談|ではありません|ではない|じゃない|ではなく"
    "|以前は|でした[。！!]?$"
)
_TAKEN_BACK = pattern(
    r"^\W*(?:just kidding|kidding|just joking|joking|jk|only joking|no way|not really|as if|nope"
    r"|scherz|kleiner scherz|nur spaß|spaß|quatsch|von wegen|冗談|うそ|开玩笑|開玩笑|骗你)",
    _I,
)
_QUOTED = pattern(
    r"[\"\u201c\u201d\u201e](?P<a>[^\"\u201c\u201d\u201e]+)[\"\u201c\u201d]|[«»](?P<b>[^«»]+)[«»]"
    r"|[「『](?P<c>[^」』]+)[」』]|(?<![^\s(])['\u2018](?P<d>[^\s].*?[^\s])['\u2019](?=[\s.,;:!?)]|$)"
)
_WORD = pattern(r"\w+")


def is_stated(sentence: str, following: str = "") -> bool:
    """Tell whether a sentence states something, and what follows it does not take it back."""
    if sentence.rstrip(_ENDS).endswith(_QUESTION_ENDS):
        return False
    if _UNSURE.search(sentence) or _TAKEN_BACK.search(following):
        return False
    is_dense = any(letter >= _DENSE_FROM for letter in sentence)
    return not (is_dense and _UNSURE_DENSE.search(sentence))


def quotations(sentence: str) -> list[tuple[int, int]]:
    """Give where a sentence repeats words between quotation marks that say something themselves.

    A title or a name in marks is none.
    """
    found: list[tuple[int, int]] = []
    for match in _QUOTED.finditer(sentence):
        inside = match["a"] or match["b"] or match["c"] or match["d"] or ""
        dense = sum(1 for letter in inside if letter >= _DENSE_FROM and letter.isalnum())
        if len(_WORD.findall(inside)) >= QUOTED_WORDS_MIN or dense >= QUOTED_CHARS_MIN_DENSE:
            found.append(match.span())
    return found
