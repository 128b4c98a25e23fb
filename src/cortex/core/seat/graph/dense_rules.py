"""What does a sentence of a language without spaces state about a noun? Chinese and Japanese.

Source: docs/formats/client-graph.md, ADR 0203.
"""

from __future__ import annotations

from cortex.core.seat.graph.figures import has_day
from cortex.core.seat.graph.spaced_rules import ALIAS, DEADLINE, DOES, IS, STATUS, Said
from cortex.core.text.patterns import pattern
from cortex.model.client_graph import VALUE_CHARS_MAX

ATTRIBUTE_CHARS_MAX = 12

_SPEAKER = pattern(
    r"^(?:[^，,、。]{0,6}[，,、])?(?:我们|我們|我方|我|弊社|当社|当方|私たち|私|うち)(?P<after>.*)$"
)
_ATTRIBUTE = rf"(?P<attr>[^，,、。的のはが]{{1,{ATTRIBUTE_CHARS_MAX}}}?)"
_OF = pattern(
    rf"^(?:的|の){_ATTRIBUTE}(?:不是[^，,。]+[，,](?:而)?|(?<!不))(?:已经|已經|现在|現在|目前|今后|今後)?"
    r"(?:是|为|為|改为|改為|改成|改到|定在|定为|变更为|：|:|は|が)(?P<rest>.+)$"
)
_PREFERS = (
    (pattern(r"^(?:更)?(?:不喜欢|不喜歡|不想要?|不要)(?P<rest>.+)$"), "does not want"),
    (pattern(r"^(?:更)?(?:喜欢|喜歡|偏好|更愿意|倾向于?)(?P<rest>.+)$"), "prefers"),
    (pattern(r"^(?:希望|想要|要求)(?P<rest>.+)$"), "wants"),
    (pattern(r"^(?:は|が)(?P<rest>.+?)(?:を希望|を好|が好き|がいい|の方がいい)"), "prefers"),
    (pattern(r"^(?:需要)(?P<rest>.+)$"), "needs"),
    (pattern(r"^(?:は|が)(?P<rest>.+?)(?:が必要)"), "needs"),
)
_DONE = pattern(
    r"^(?:(?:的|の)(?P<attr>[^，,、。]{1,12}?))?(?:は|が)?(?P<rest>(?:已经|已經|已|尚未|还没有?|未)"
    r"(?:付款|支付|签署|簽署|批准|取消|完成|发货|确认|暂停|延期|交付|收到)"
    r"|(?:支払い|支払|署名|承認|完了|キャンセル|延期|確認|発送|納品)(?:済み|しました|されました|になりました))"
)
_BEFORE = pattern(
    r"^(?P<what>.*?)(?:在|于)?(?P<day>[^，,、。]{2,20}?)(?:之前|以前|前|まで)(?P<more>.*)$"
)
_IS = pattern(r"^(?:是|は)(?P<rest>.+)$")
_DEED = pattern(r"(?:ます|ました|ません)[。！.]?$")
_ALIAS = pattern(
    r"^[（(]?(?:简称|簡稱|又称|又稱|也叫|通称|略称は?)[「“\"]?(?P<name>[^，。、」”\"）)\s]{2,12})"
)
_NEGATED = pattern(r"(?:ません|ない|ないです|なかった)[。！!.]?$")
_TAIL = pattern(
    r"(?:に変更になりました|になりました|に変更(?:です|します|しました)?|となります|でございます|です|である|だ|了)$"
)


def said_in(
    sentence: str, mentions: list[tuple[int, int]], *, can_be_speaker: bool
) -> list[tuple[int, Said]]:
    """Give what a sentence states, each with the number of the mention it is about; see spaced."""
    found: list[tuple[int, Said]] = []
    for number, (_, end) in enumerate(mentions):
        alias = _ALIAS.match(sentence[end:])
        if alias:
            found.append((number, Said(ALIAS, alias["name"], is_single=False)))
            continue
        said = _after(sentence[end:])
        if said:
            return [*found, *((number, one) for one in said)]
    speaker = _SPEAKER.match(sentence) if can_be_speaker and not mentions else None
    if speaker:
        found += [(-1, one) for one in _after(speaker["after"])]
    return found


def _after(text: str) -> list[Said]:
    """Give what stands behind a name."""
    text = text.strip()
    done = _DONE.match(text)
    if done:
        return [Said(f"{done['attr'] or ''} {STATUS}".strip(), done["rest"], is_single=True)]
    attribute = _OF.match(text)
    if attribute:
        return _one(attribute["attr"].strip(), attribute["rest"], is_single=True)
    for form, name in _PREFERS:
        match = form.match(text)
        if match and _NEGATED.search(text):
            return (
                _one("does not want", match["rest"], is_single=False) if name == "prefers" else []
            )
        if match:
            return [*_one(name, match["rest"], is_single=False), *_deadline(match["rest"])]
    due = _deadline(text.lstrip("はが"))
    if due:
        return due
    match = _IS.match(text)
    if match is None:
        return []
    name = DOES if _DEED.search(match["rest"]) else IS
    return _one(name, match["rest"], is_single=False)


def _deadline(text: str) -> list[Said]:
    before = _BEFORE.match(text)
    if before is None or not has_day(before["day"]):
        return []
    return _one(DEADLINE, before["day"], is_single=True)


def _one(predicate: str, rest: str, *, is_single: bool) -> list[Said]:
    value = _TAIL.sub("", rest.strip().rstrip("。！!.，,、"))
    if not value or len(value) > VALUE_CHARS_MAX:
        return []
    return [Said(predicate, value, is_single)]
