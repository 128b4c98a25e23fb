"""Which days and amounts does a sentence name, read by code and never by guess?

English, German, Chinese and Japanese. A day without a year is the one nearest to the message; a
numeric day whose parts may be swapped is left as it is. Source: docs/formats/client-graph.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date, timedelta

from cortex.core.text.patterns import pattern
from cortex.model.durations import DAY_US

_EPOCH = date(1970, 1, 1).toordinal()
_MONTHS = (
    ("january", "jan", "januar", "jänner"), ("february", "feb", "februar"),
    ("march", "mar", "märz", "mrz"), ("april", "apr"), ("may", "mai"),
    ("june", "jun", "juni"), ("july", "jul", "juli"), ("august", "aug"),
    ("september", "sep", "sept"), ("october", "oct", "oktober", "okt"),
    ("november", "nov"), ("december", "dec", "dezember", "dez"),
)  # fmt: skip
_MONTH = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names}
_MONTH_WORDS = "|".join(sorted(_MONTH, key=len, reverse=True))
_WEEKDAYS = (
    ("monday", "montag", "周一", "星期一", "月曜"),
    ("tuesday", "dienstag", "周二", "星期二", "火曜"),
    ("wednesday", "mittwoch", "周三", "星期三", "水曜"),
    ("thursday", "donnerstag", "周四", "星期四", "木曜"),
    ("friday", "freitag", "周五", "星期五", "金曜"),
    ("saturday", "samstag", "sonnabend", "周六", "星期六", "土曜"),
    ("sunday", "sonntag", "周日", "星期日", "星期天", "日曜"),
)  # fmt: skip
_WEEKDAY = {name: number for number, names in enumerate(_WEEKDAYS) for name in names}
_AHEAD = {
    "today": 0, "tomorrow": 1, "heute": 0, "morgen": 1, "übermorgen": 2,
    "今天": 0, "明天": 1, "后天": 2, "今日": 0, "明日": 1, "明後日": 2,
}  # fmt: skip

_DATE = pattern(
    r"(?P<iso>(?<!\d)\d{4}-\d\d-\d\d(?!\d))"
    r"|(?P<cjk>(?:(?P<cy>\d{4})\s?年\s?)?(?P<cm>\d{1,2})\s?月\s?(?P<cd>\d{1,2})\s?[日号號])"
    rf"|(?P<dm>(?<!\d)(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<m1>{_MONTH_WORDS})\b\.?"
    r"(?:,?\s+(?P<y1>\d{4}))?)"
    rf"|(?P<md>\b(?P<m2>{_MONTH_WORDS})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y2>\d{{4}}))?)"
    r"|(?P<dot>(?<![\d.])(?P<d3>\d{1,2})\.(?P<m3>\d{1,2})\.(?P<y3>\d{4}|\d\d(?!\d))?(?!\d))"
    rf"|(?P<week>\b(?:{'|'.join(n for names in _WEEKDAYS for n in names if n.isascii())})\b"
    rf"|(?:{'|'.join(n for names in _WEEKDAYS for n in names if not n.isascii())}))"
    r"|(?P<ahead>\b(?:today|tomorrow|heute|morgen|übermorgen)\b|今天|明天|后天|今日|明日|明後日)",
    re.IGNORECASE,
)
_PAST = pattern(r"(?:\b(?:last|letzten?|vorigen?|vergangenen?)\s+|上个?|先週の?)$", re.IGNORECASE)
_PAST_CHARS = 16  # Before a weekday, in which a word of the past stands.
_FIGURE = r"\d{1,3}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_BEHIND = (
    r"(?P<unit>€|eur\b|euros?\b|usd\b|\$|dollars?\b|gbp\b|£|pounds?\b|chf\b|francs?\b|franken\b"
    r"|jpy\b|yen\b|円|cny\b|rmb\b|元|人民币)"
)
_AMOUNT = pattern(
    rf"(?P<sign>[€$£¥]|\b(?:eur|usd|gbp|chf|jpy|cny|rmb)\b)\s?(?P<a>{_FIGURE})\s?(?P<ak>[km]\b|万|萬)?"
    rf"|(?P<b>{_FIGURE})\s?(?P<bk>k\b|thousand\b|tausend\b|万|萬)?\s?{_BEHIND}",
    re.IGNORECASE,
)
_CURRENCY = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD",
    "dollar": "USD", "dollars": "USD", "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP",
    "chf": "CHF", "franc": "CHF", "francs": "CHF", "franken": "CHF", "jpy": "JPY", "yen": "JPY",
    "円": "JPY", "cny": "CNY", "rmb": "CNY", "元": "CNY", "人民币": "CNY",
}  # fmt: skip
_TIMES = {
    "k": 1_000,
    "thousand": 1_000,
    "tausend": 1_000,
    "m": 1_000_000,
    "万": 10_000,
    "萬": 10_000,
}


def figures(text: str, at_us: int, *, is_ahead: bool = False) -> tuple[str, ...]:
    """Give the days and amounts that a text names as code reads them, in order, each once.

    Args:
        text: a sentence or a value.
        at_us: when it was written.
        is_ahead: a day without a year lies ahead of that; otherwise it is the nearest.
    """
    said = unicodedata.normalize("NFKC", text)
    today = date.fromordinal(_EPOCH + at_us // DAY_US)
    days = [_day(match, today, is_ahead=is_ahead) for match in _DATE.finditer(said)]
    named = [day.isoformat() for day in days if day is not None]
    return tuple(dict.fromkeys([*named, *_amounts(said)]))


def has_day(text: str) -> bool:
    """Tell whether a text names a day."""
    return _DATE.search(text) is not None


def _amounts(text: str) -> Iterator[str]:
    for match in _AMOUNT.finditer(text):
        figure = match["a"] or match["b"]
        unit = match["sign"] or match["unit"]
        factor = _TIMES.get((match["ak"] or match["bk"] or "").lower(), 1)
        currency = _CURRENCY.get(unit.lower())
        if currency is None:
            continue  # A yen sign is also that of the yuan.
        value = _hundredths(figure) * factor
        cents = f".{value % 100:02}" if value % 100 else ""
        yield f"{currency} {value // 100}{cents}"


def _hundredths(figure: str) -> int:
    """Give a figure in hundredths; a mark before two or fewer last digits is the decimal one."""
    digits = figure.replace(" ", "").replace("'", "")
    head, mark, tail = digits, "", ""
    for separator in ".,":
        front, found, back = digits.rpartition(separator)
        if found and len(back) <= 2 and len(back) > 0 and len(front) > len(tail):
            head, mark, tail = front, found, back
    whole = head.replace(".", "").replace(",", "")
    return int(whole) * 100 + (int(f"{tail:0<2}") if mark else 0)


def _day(match: re.Match[str], today: date, *, is_ahead: bool) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        if match["week"]:
            if _PAST.search(match.string[max(0, match.start() - _PAST_CHARS) : match.start()]):
                return None
            wanted = _WEEKDAY[match["week"].lower()]
            return today + timedelta(days=(wanted - today.weekday()) % 7 or 7)
        if match["ahead"]:
            return today + timedelta(days=_AHEAD[match["ahead"].lower()])
        number = match["d1"] or match["d2"] or match["d3"] or match["cd"]
        named = match["m1"] or match["m2"]
        month = _MONTH[named.lower()] if named else int(match["m3"] or match["cm"])
        year = match["y1"] or match["y2"] or match["y3"] or match["cy"]
        if year:
            return date(int(year) + (2_000 if len(year) == 2 else 0), month, int(number))
        return _nearest(month, int(number), today, is_ahead=is_ahead)
    except (ValueError, OverflowError):
        return None


def _nearest(month: int, number: int, today: date, *, is_ahead: bool) -> date:
    """Give the day of this name that is nearest to the message, or the next."""
    days = []
    for year in (today.year - 1, today.year, today.year + 1):
        try:
            days.append(date(year, month, number))
        except ValueError:
            continue  # The 29th of February.
    ahead = [day for day in days if day >= today]
    return ahead[0] if is_ahead and ahead else min(days, key=lambda day: (abs(day - today), day))
