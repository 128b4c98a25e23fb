"""Which instants does a text say that things happened at, and have they come?

A full date-time is an instant, unless its clause speaks of a plan; a date alone is one only where
its clause says that something was done; a time alone only in a heading or a note of a day's log.
Source: OGL 4.4, T14, ADR 0193, ADR 0215.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from cortex.core.boot.calendar import second_text
from cortex.core.imports.dates import instant_us
from cortex.core.text.patterns import pattern
from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple

TOLERANCE_US = 120 * SECOND_US
"""How far an instant may lie ahead: two clocks of one house differ by seconds."""

TEXT_CHARS_MAX = 262_144
"""Characters of a text that are looked at; a memory file has a tenth of them."""

QUICK_CLAUSES_MAX = 500
"""Instants ahead whose clauses a hook reads, a tenth of a millisecond each; a plan names tens."""

_INSTANT = pattern(
    r"(?<![\d-])(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)"
    r"\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)?(?![\d:])",
    re.IGNORECASE,
)
_DAY = pattern(r"(?<![\d-])(\d{4}-\d\d-\d\d)(?![\dT-])(?!\s\d\d:)", re.IGNORECASE)
# Where a line of a log begins, also in the command that writes it.
_CLOCK = pattern(
    r"(?:^|[\"'\n]|\\n|\b(?:echo|printf)\s)"
    r"(?:#{1,3}\s.{0,80}?[-–—]\s*|[-*\s]*NOTE\s+)(\d\d:\d\d(?::\d\d)?)\s*UTC\b",
    re.IGNORECASE,
)
_CLAUSE = pattern(r"[,;()\[\]|—，；、。！？]|[.!?](?:\s|$)")
_OPENING = " \t:=\"'(["
_CLAUSE_CHARS = 64  # Before and behind an instant, in which its clause says what it is.

# What makes a clause a plan wherever it stands in it, also before a verb of the past.
_MODAL = pattern(
    r"\b(?:will|shall|going to|to be|must|should|would|may|can|werden|wird|soll\w*|muss|sera|"
    r"seront|doit|será\w*|debe|deve|sarà|будет|будут|должн\w*)\b|将|將|する予定",
    re.IGNORECASE,
)
# A plan, or something done; of several in a clause the last one holds.
_PLAN = (
    r"due|until|till|expect\w*|expir\w*|end(?:s|ing)?|deadline|next|schedul\w*|plan(?:s|ned)?|valid|"
    r"starts?|begins?|opens?|closes?|renew(?:s|al)?|remind\w*|upcoming|booked|meeting|appointment|"
    r"window|freeze|maintenance|fires?|fire_at|latest|eta|wait\w*|not_?after|target|release|launch|"
    r"conference|interview|workshop|call|visit|trip|flight|holidays?|vacation|exp|effective|"
    r"runs?\s+out|go(?:es)?\s+live|"
    r"frist|fällig\w*|spätestens|termin|geplant|erwartet|endet|gültig|beginnt|startet|nächste\w*|"
    r"jusqu\w*|échéance|prévue?s?|expire|rendez-vous|réunion|prochaine?|valable|commence|"
    r"hasta|vence|previst[oa]|cita|reunión|próxim[oa]|até|prazo|entro|scade|fino|"
    r"срок\w*|истекает|запланирован\w*|встреча"
)
_PLAN_SIGNS = (
    r"截止|到期|之前|预计|預計|计划|計劃|会议|會議|有效期|下次|まで|期限|予定|締切|会議|次回"
)
_DONE = (
    r"done|made|finished|completed|deployed|shipped|released|restarted|stopped|sent|said|told|"
    r"wrote|written|rewritten|updated|modified|created|decided|promised|happened|moved|fixed|merged|"
    r"verified|measured|seen|observed|received|since|as[ _]of|captured|recorded|superseded|crashed|"
    r"paid|signed|erledigt|fertig|gesendet|gemacht|seit|stand|fait|envoyée?|terminée?|depuis|hecho|"
    r"enviad[oa]|terminad[oa]|desde|feito|fatto|сделан\w*|отправлен\w*"
)
_WAS = r"was|were|did|had|has|have|went|failed|took|war|waren|wurden?|hatte|était|fue|été|было|был"
_DONE_SIGNS = r"已|完成|自从|自從|完了|済み"
_WORDS = pattern(
    rf"\b(?:(?P<plan>{_PLAN})|(?P<done>{_DONE})|(?P<was>{_WAS}))\b"
    rf"|(?P<planned>{_PLAN_SIGNS})|(?P<finished>{_DONE_SIGNS})",
    re.IGNORECASE,
)
# A plan when it stands right before the instant; the second ones only where nothing was done.
_BEFORE = pattern(
    r"\b(?:to|through|by|before|bis|vor|avant|antes de|prima di|до)\s*(?:the|den|zum|le|el)?\s*$"
)
_FROM = pattern(r"\b(?:from|after|ab|nach|dès|après|a partir de|с)\s*(?:the|den|dem|le|el)?\s*$")
# Before a day that what was done is about, and not the day on which it was.
_ABOUT = pattern(
    r"(?:\b(?:for|from|after|für|von|pour|para)|(?<!as )\bof)\s*(?:the|den|le|el)?\s*$",
    re.IGNORECASE,
)
_PLANS = frozenset({"plan", "planned"})
_PASTS = frozenset({"done", "finished"})
_HEAD_DATE = pattern(r"^\s*[\"']?date[\"']?$", re.IGNORECASE)


class Stamp(NamedTuple):
    """An instant a text claims: its line, as it is written, and when; None when there is none."""

    line: int
    shown: str
    at_us: int | None


def stamps(text: str, day: str = "", after_us: int | None = None) -> list[Stamp]:
    """Give the instants a text claims that something happened at, in order of their lines.

    Args:
        day: the UTC day a daily log is of, ``2026-11-30``; empty for another file.
        after_us: leave out those up to this instant; a hook has no time to read the clauses around
            all that is past.
    """
    return [one for one in _looked(text, day, after_us) if one is not None]


def first_ahead(text: str, now_us: int, day: str, count: int) -> list[Stamp]:
    """Give the first few of ``ahead``, for a hook: of a text that is all plans it reads a part."""
    looked = islice(_looked(text, day, now_us + TOLERANCE_US), QUICK_CLAUSES_MAX)
    found = (one for one in looked if one is not None and future([one], now_us))
    return list(islice(found, count))


def ahead(text: str, now_us: int, day: str = "") -> list[Stamp]:
    """Give the instants that a text tells of as past and that have not come; as ``stamps``."""
    return future(stamps(text, day, now_us + TOLERANCE_US), now_us)


def future(found: list[Stamp], now_us: int) -> list[Stamp]:
    """Give the instants that have not come, in order; a day counts from its first moment."""
    return [one for one in found if one.at_us is not None and one.at_us > now_us + TOLERANCE_US]


def require_come(text: str, now_us: int, field: str) -> None:
    """Refuse a text that tells of what has not come as if it had been.

    Raises:
        InvalidRequest: it does; the message has the instant and the true time.
    """
    found = ahead(text, now_us)
    if found:
        message = f"{found[0].shown} lies ahead of the clock; it is {second_text(now_us)} now"
        remedy = "write the true time, or `due` before an instant that is planned"
        raise InvalidRequest(message, remedy=remedy, field=field)


def broken(found: list[Stamp]) -> list[Stamp]:
    """Give what looks like an instant and is none, such as a month 13."""
    return [one for one in found if one.at_us is None]


def log_day(path: str) -> str:
    """Give the day a daily log is of by its name, or an empty text for another file."""
    name = path.rpartition("/")[2]
    is_one = len(name) == len("2026-11-30.md") and name.endswith(".md")
    return name[:10] if is_one and instant_us(name[:10]) is not None else ""


def is_future_day(day: str, now_us: int) -> bool:
    """Tell whether a day has not begun anywhere in UTC."""
    at_us = instant_us(day)
    return at_us is not None and at_us > now_us + TOLERANCE_US


def _looked(text: str, day: str, after_us: int | None) -> Iterator[Stamp | None]:
    """Yield what each instant claims, in order of their lines; None for one that is a plan."""
    for number, line in enumerate(text[:TEXT_CHARS_MAX].split("\n"), start=1):
        if ":" not in line and "-" not in line:
            continue
        for match in _INSTANT.finditer(line):
            at_us = _instant(match)
            if not _is_up_to(at_us, after_us):
                is_told = not _is_plan(line, match)
                yield Stamp(number, match[0].strip(), at_us) if is_told else None
        for match in _DAY.finditer(line):
            at_us = instant_us(match[1])
            if not _is_up_to(at_us, after_us):
                yield Stamp(number, match[1], at_us) if _is_done(line, match) else None
        clock = _CLOCK.search(line) if day else None
        at_us = instant_us(f"{day}T{clock[1]}Z") if clock else None
        if clock and not _is_up_to(at_us, after_us):
            yield Stamp(number, f"{clock[1]} UTC", at_us)


def _is_up_to(at_us: int | None, after_us: int | None) -> bool:
    return at_us is not None and after_us is not None and at_us <= after_us


def _instant(match: re.Match[str]) -> int | None:
    zone = (match[3] or "Z").upper()
    return instant_us(f"{match[1]}T{match[2]}{'Z' if zone in {'UTC', 'GMT'} else zone}")


def _is_plan(line: str, match: re.Match[str]) -> bool:
    """Tell whether an instant is planned: by what its clause says before it, else behind it."""
    before = _clause_before(line, match.start())
    kinds = [word.lastgroup for word in _WORDS.finditer(before)]
    if _MODAL.search(before) or _BEFORE.search(before):
        return True
    if kinds:
        return kinds[-1] in _PLANS
    if _FROM.search(before):
        return True
    behind = _CLAUSE.split(line[match.end() : match.end() + _CLAUSE_CHARS], maxsplit=1)[0]
    first = _WORDS.search(behind)
    if first is not None and first.lastgroup not in _PLANS:
        return False
    return first is not None or bool(_MODAL.search(behind))


def _is_done(line: str, match: re.Match[str]) -> bool:
    """Tell whether a day is one at which something was done, by the words before it."""
    before = _clause_before(line, match.start())
    if _MODAL.search(before) or _BEFORE.search(before) or _ABOUT.search(before):
        return False
    kinds = [word.lastgroup for word in _WORDS.finditer(before)]
    return bool(_HEAD_DATE.match(before)) or (bool(kinds) and kinds[-1] in _PASTS)


def _clause_before(line: str, at: int) -> str:
    before = line[max(0, at - _CLAUSE_CHARS) : at].rstrip(_OPENING)
    return _CLAUSE.split(before)[-1]
