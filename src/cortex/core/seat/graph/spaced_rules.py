"""What does a sentence of a language with spaces state about a noun? English and German.

One shape: what of it, a verb, a value.
Source: docs/formats/client-graph.md, ADR 0203.
"""

from __future__ import annotations

import re

from cortex.core.seat.graph.figures import has_day
from cortex.core.text.patterns import pattern
from cortex.model.client_graph import VALUE_CHARS_MAX
from cortex.model.lean_classes import NamedTuple

SUBJECT_CHARS_MAX = 100
"""Characters before the verb that are read."""

ATTRIBUTE_WORDS_MAX = 5

IS = "is"
DOES = "does"
PROMISED = "promised"
ALIAS = "also known as"
DEADLINE = "deadline"
STATUS = "status"


class Said(NamedTuple):
    """What of a noun, and its value; ``is_single`` when a later value replaces it."""

    predicate: str
    value: str
    is_single: bool


_I = re.IGNORECASE
_LEAD = pattern(
    r"^(?:(?:hi|hello|hey|hallo|moin|dear|liebe[rs]?|fyi|note|please note|just|so|and|also|ok|okay"
    r"|und|btw|hinweis|info|update|from now on|ab sofort|ab jetzt|as of now|actually|correction"
    r"|korrektur|übrigens|reminder|yes|ja|no|nein|sorry|thanks|danke|[-*\u2022])(?:[\s,:;.!-]+|$))+",
    _I,
)
_FIRST = pattern(r"^(?:i|we|my|our|ich|wir|mein\w*|unser\w*)\b(?:['’](?=m|re|ll|ve|d))?", _I)
_BE = (
    r"(?:was|were|has been|have been|is|are) (?:moved|changed|set|postponed|raised|lowered|cut"
    r"|increased|reduced|updated) to"
    r"|is|are|was|were|will be|has been|have been|(?:has |have |is |are )?(?:moved|changed) to"
    r"|(?:moves|changes) to|(?:went|goes) (?:up|down) to|(?:rose|fell|increased) to"
    r"|stands at|ist|sind|war|waren|wurden?|wird|werden|lautet|lauten|beträgt|betragen|liegt bei"
)  # fmt: skip
# (how it is written, what it is called, whether a later one replaces it)
_VERBS = (
    (r"(?:doesn['’]?t|don['’]?t|does not|do not) (?:like|want|prefer)|dislikes?|hates?"
     r"|no longer (?:likes?|wants?|prefers?)|(?:likes?|wants?|prefers?) no longer"
     r"|(?:mag|mögen|will|wollen|möchten?) (?:kein\w*|nicht)", "does not want", False),
    (r"prefers?|would prefer|['’]d prefer|would rather|bevorzug(?:t|en|e)", "prefers", False),
    (r"would like|['’]d like|wants?|möchten?|hätten? gerne?|wünscht|wünschen", "wants", False),
    (r"likes?|mag|mögen", "likes", False),
    (r"needs?|requires?|braucht|brauchen|brauche|benötigt|benötigen|benötige", "needs", False),
    (r"costs?|kostet|kosten", "cost", True),
    (r"pays?|zahlt|zahlen|zahle", "pays", False),
    (r"go(?:es)? out|gehen|geht", "go out", True),
    (r"starts?|begins?|beginnt|beginnen|startet|starten", "start", True),
    (r"ends?|expires?|endet|enden", "end", True),
    (r"uses?|nutzt|nutzen|verwendet|verwenden", "uses", False),
    (r"lives? in|wohnt in|wohnen in|sitzt in|sits in", "based in", True),
    (r"signed|approved|cancelled|canceled|rejected|accepted|ordered|paid", "", False),
    (r"['’]ll|will|werde|werden", "will", False),
)  # fmt: skip
_OTHERS = "|".join(written for written, _, _ in _VERBS)
_STATEMENT = pattern(
    rf"^(?P<np>.{{1,{SUBJECT_CHARS_MAX}}}?)(?:\s+|(?=['’](?:ll|d)\b)|(?<=\w)['’](?=ll\b))"
    rf"(?:(?P<be>{_BE})|(?P<other>{_OTHERS}))\b\s*(?P<rest>\S.*)$",
    _I,
)
# What a thing was changed to, and what was done with it, where the verb stands around it.
_CHANGED = pattern(
    rf"^(?P<np>.{{1,{SUBJECT_CHARS_MAX}}}?)\s+(?:(?:has|have)\s+)?(?:changed|moved|updated)\s+"
    r"(?P<attr>(?:its|their|his|her|the|our|my)\s+[\w -]{2,40}?)\s+to\s+(?P<rest>\S.*)$"
    rf"|^(?P<np2>.{{1,{SUBJECT_CHARS_MAX}}}?)\s+(?:hat|haben)\s+"
    r"(?P<attr2>(?:die|den|das|ihre?n?|seinen?|unsere?n?)\s+[\w-]{2,40})\s+(?:auf|zu|in|nach)\s+"
    r"(?P<rest2>\S.*?)\s+(?:geändert|verlegt|verschoben|gewechselt)\b",
    _I,
)
_DONE = pattern(
    rf"^(?P<np>.{{1,{SUBJECT_CHARS_MAX}}}?)\s+(?:hat|haben)\s+(?P<rest>\S.{{1,80}}?)\s+"
    r"(?P<deed>bezahlt|unterschrieben|freigegeben|storniert|bestellt|genehmigt|bestätigt|abgelehnt)\b",
    _I,
)
_LABELLED = pattern(rf"^(?P<np>.{{1,{SUBJECT_CHARS_MAX}}}?)\s*[:=]\s+(?P<rest>\S.*)$")
_DUE = pattern(r"^(?:due|fällig)\b\s*(?:on|by|am|bis|zum)?\s*(?P<rest>.*)$", _I)
_BY = pattern(
    r"^(?P<what>.*?)\s*\b(?:by|before|until|no later than|bis(?: zum| spätestens)?|spätestens"
    r"|vor dem)\s+(?P<day>.+)$",
    _I,
)
_STATUS = pattern(
    r"^(?:now |currently |already |still |not |noch |nicht |jetzt |bereits |schon |fully |on )*"
    r"(?:paid|unpaid|signed|approved|cancell?ed|delayed|postponed|done|finished|completed?|hold|live"
    r"|launched|open|closed|pending|overdue|shipped|delivered|confirmed|blocked|active|inactive"
    r"|paused|rejected|ready|late|bezahlt|unbezahlt|unterschrieben|freigegeben|genehmigt|storniert"
    r"|verschoben|fertig|pausiert|offen|erledigt|bestätigt|überfällig|abgeschlossen|geliefert|blockiert|aktiv)\b",
    _I,
)
_ADVERB_WORDS = (
    "now|currently|already|still|again|always|also|just|then|jetzt|nun|aktuell|derzeit|schon|bereits"
    "|immer|künftig|wieder|auch|ab sofort|from now on|ab jetzt"
)
_ADVERBS = pattern(rf"^(?:(?:{_ADVERB_WORDS})\b,?\s*)+", _I)
_CUT = pattern(
    r"(?:\s+[-\u2013\u2014]\s+|;\s|,?\s+\b(?:because|but|so that|although|since|weil|aber|damit"
    r"|denn|obwohl|sondern)\b).*$",
    _I,
)
# What was so says nothing of now, but for what was done: "was signed", "wurde bezahlt".
_WAS = pattern(r"^(?:was|were|war|waren|wurden?)$", _I)
_MOVED = pattern(
    r"^(?:auf|zu|in|nach)\s+(?P<rest>\S.*?)\s+"
    r"(?:geändert|verlegt|verschoben|gesetzt|gelegt|erhöht|gesenkt)\b",
    _I,
)
_DEED = pattern(r"^(?:\w+ly )?(?:\w{2,}ed|sent|made|set|put|kept|held|done|ge\w+(?:t|en))\b", _I)
_INSTEAD = pattern(r"^(?:not|nicht|kein\w*)\b[^,]*,\s*(?:but|sondern)\b\s*(?P<rest>\S.*)$", _I)
_NEXT = pattern(r"(?:[,;]|[,;]?\s+(?:and|und|but|aber|while))\s+$", _I)
_NEGATED = pattern(r"\b(?:nicht|kein\w*|nie)\b", _I)
_NOT = pattern(r"(?:,|\s+and|\s+und)\s+(?:not|nicht)\s+(?:the|der|die|das|den|am|on)?\s*\S+$", _I)
_ASIDE_FIRST = pattern(r"^,[^,]{1,40},\s*")
_POSSESSED = pattern(r"^['’]s?\b|^['’]\s")
_THANKS = pattern(
    r",\s*(?:please|bitte)\s.*$"
    r"|[,.!]?\s+(?:thanks|thank you|danke|please|bitte|ok|okay|right)[.!\s]*$",
    _I,
)
_ASIDE = pattern(
    r"\([^)]*\)|,[^,]{1,40},"
    r"|,?\s*(?:also known as|a\.?k\.?a\.?|known as|auch bekannt als|kurz|genannt)[^,]*,?",
    _I,
)
_WORD = pattern(r"[^\W_][\w&/.'’-]*")
_LEFT_OUT = frozenset(
    """
    the a an our my your their his her its this that of for with at by from on in to s
    der die das den dem des ein eine einen einem einer von vom für mit bei beim am im zum zur
    unser unsere unserer unseren unserem mein meine meiner meinen meinem
    i we ich wir has have had been be will hat haben m re ll ve d
    """.split()
) | frozenset(_ADVERB_WORDS.replace(" ", "|").split("|"))
_NO_ATTRIBUTE = frozenset(
    """
    who which what when where why how he she it they you them him us me and or not no that think
    thinks thought said says say told tell asked ask believe believes guess know knows hope hopes
    heard neither nor only both didn't doesn't don't
    is are was were do does did can there here everything nothing yesterday today tomorrow
    after before
    er sie es man ihr du dass und oder nicht kein keine sagt sagte meint meinte glaubt glaube denkt
    weiß hofft fragt wer was wo wie warum dort hier als nach vor
    """.split()
)
_ALIAS = pattern(
    r"(?i:,?\s*\(?\s*(?:also known as|a\.?k\.?a\.?|known as|or just|auch bekannt als|kurz|genannt)"
    r"\s*:?\s+)[\"'“„]?(?P<name>[^\W_][\w&.'-]*(?:[ ][A-ZÄÖÜ][\w&.'-]*){0,3})"
)


def said_in(
    sentence: str, mentions: list[tuple[int, int]], *, can_be_speaker: bool
) -> list[tuple[int, Said]]:
    """Give what a sentence states, each with the number of the mention it is about.

    Args:
        sentence: one sentence, no question.
        mentions: where known names stand in it, in order.
        can_be_speaker: number -1, whoever speaks, may be meant by "I" and "our".
    """
    found: list[tuple[int, Said]] = []
    lead = _LEAD.match(sentence)
    start = lead.end() if lead else 0
    for at, _ in mentions[1:]:
        # "Acme prefers mail and Orca prefers calls": what is said of the next is no part of it.
        ahead = sentence[:at]
        if _NEXT.search(ahead) and _STATEMENT.match(ahead[start:]):
            sentence, mentions = _NEXT.sub("", ahead), [one for one in mentions if one[1] <= at]
            break
    found += _around(sentence[start:], start, mentions, can_be_speaker=can_be_speaker)
    match = None if found else _STATEMENT.match(sentence[start:])
    kind = "verb"
    if match is None and not found:
        match, kind = _LABELLED.match(sentence[start:]), "label"
    if match is not None:
        where = _subject(match["np"], start, mentions, can_be_speaker=can_be_speaker)
        if where is not None:
            number, attribute = where
            found += [
                (number, one) for one in _stated(match, kind, attribute, is_speaker=number < 0)
            ]
    for number, (_, end) in enumerate(mentions):
        alias = _ALIAS.match(sentence, end)
        if alias:
            found.append((number, Said(ALIAS, alias["name"].rstrip(".'-"), is_single=False)))
    return found


def _around(
    text: str, start: int, mentions: list[tuple[int, int]], *, can_be_speaker: bool
) -> list[tuple[int, Said]]:
    """Give what a sentence says was changed or done, when its verb stands around its object."""
    changed, done = _CHANGED.match(text), _DONE.match(text)
    if changed:
        phrase = f"{changed['np'] or changed['np2']} {changed['attr'] or changed['attr2']}"
        where = _subject(phrase, start, mentions, can_be_speaker=can_be_speaker)
        value = _value(changed["rest"] or changed["rest2"])
        if where and where[1] and value:
            return [(where[0], Said(where[1], value, is_single=True))]
    elif done:
        where = _subject(done["np"], start, mentions, can_be_speaker=can_be_speaker)
        if where and not where[1] and not _NEGATED.search(done["rest"]):
            return [(where[0], Said(done["deed"].lower(), done["rest"], is_single=False))]
    return []


def _subject(
    phrase: str, start: int, mentions: list[tuple[int, int]], *, can_be_speaker: bool
) -> tuple[int, str] | None:
    """Give whom a sentence is about and what of them; None when that is not plain."""
    inside = [number for number, (_, end) in enumerate(mentions) if end - start <= len(phrase)
              and mentions[number][0] >= start]  # fmt: skip
    first = _FIRST.match(phrase)
    if inside:
        # "Dana, Acme's budget is ...": who is spoken to is not who it is about.
        named = [one for one in inside if not phrase[mentions[one][1] - start :].startswith(",")]
        number = (named or inside)[0]
        begin, end = mentions[number][0] - start, mentions[number][1] - start
        head = phrase[:begin]
        head = head[max(head.rfind(","), head.rfind(":"), head.rfind(";")) + 1 :]
        if _POSSESSED.match(phrase[end:]) and _content(head):
            return None  # Somebody doubts, claims or reads it: not plainly said.
        words = _WORD.findall(f"{head} {_ASIDE.sub(' ', phrase[end:])}")
    elif first and can_be_speaker:
        number, words = -1, _WORD.findall(phrase[first.end() :])
    else:
        return None
    kept = _content(" ".join(words))
    kept = [
        *(word for word in kept if word != DEADLINE),
        *(word for word in kept if word == DEADLINE),
    ]
    if len(kept) > ATTRIBUTE_WORDS_MAX or _NO_ATTRIBUTE & set(kept):
        return None
    return number, " ".join(kept)


def _content(words: str) -> list[str]:
    """Give the words that say what is meant, without those that only join."""
    kept = [word.lower().strip(".'’") for word in _WORD.findall(words)]
    return [word for word in kept if word and word not in _LEFT_OUT]


def _stated(match: re.Match[str], kind: str, attribute: str, *, is_speaker: bool) -> list[Said]:
    rest = _ADVERBS.sub("", _ASIDE_FIRST.sub("", match["rest"]))
    instead = _INSTEAD.match(rest) or _MOVED.match(rest)
    rest = instead["rest"] if instead else rest
    value = _value(rest)
    if not value:
        return []
    if kind == "label":
        return [Said(attribute, value, is_single=True)] if attribute else []
    if match["be"]:
        due = _DUE.match(value)
        if due and due["rest"]:
            return [Said(_joined(attribute, DEADLINE), due["rest"], is_single=True)]
        if _STATUS.match(value):
            return [Said(_joined(attribute, STATUS), value, is_single=True)]
        if _WAS.match(match["be"]) and not instead and not _DEED.match(value):
            return []
        return [Said(attribute or IS, value, is_single=bool(attribute))]
    name, is_single = _verb(match["other"])
    if name == "will" and is_speaker and not attribute:
        name = PROMISED
    said = [Said(_joined(attribute, name), value, is_single)]
    by = _BY.match(value)
    if by and has_day(by["day"]) and name in {"needs", "wants", "will", PROMISED}:
        what = [word.lower() for word in _WORD.findall(by["what"])]
        what = [word for word in what if word not in _LEFT_OUT][-2:]
        said.append(Said(_joined(" ".join(what), DEADLINE), by["day"], is_single=True))
    return said


def _verb(written: str) -> tuple[str, bool]:
    for form, name, is_single in _VERBS:
        if re.fullmatch(form, written, _I):
            return name or written.lower(), is_single
    return written.lower(), False


def _value(rest: str) -> str:
    value = _NOT.sub("", _THANKS.sub("", _CUT.sub("", rest))).strip().rstrip(".!,;:…").strip()
    return value if len(value) <= VALUE_CHARS_MAX else ""


def _joined(attribute: str, name: str) -> str:
    if attribute.endswith(name):
        return attribute
    return f"{attribute} {name}".strip()
