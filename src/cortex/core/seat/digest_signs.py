"""By which words is a sentence told to be a decision, a promise, a change, a dead end, an open end?

A sign puts it there, another takes it back: what was not, only might have been, or is done in the
same breath. Source: OGL 3.9, ADR 0216.
"""

from __future__ import annotations

from cortex.core.seat.exchange import AGENT, USER

DECISIONS = "Decisions"
PROMISES = "Promises"
CHANGES = "Changes"
DEAD_ENDS = "Dead ends"
OPEN_ENDS = "Open ends"

# Beginnings of words, in lower case, between blanks: " decid" is in "we decided" and in no other
# word. Of scripts without blanks the sign stands alone.
_SIGNS: dict[str, tuple[str, ...]] = {
    DECISIONS: (
        *(" decided", " decision:", " we will use", " agreed", " settled on", " going with"),
        *(" chose ", " entschieden", " entscheidung:", " einigten", " décidé", " décision :"),
        *(" decidido", " decidimos", " decisión:", " decisão:", " acordamos", " deciso "),
        *("决定", "決定", "ことにし", " решили", " решено"),
    ),
    PROMISES: (
        *(" i will ", " i'll ", " i promise", " i am going to", " i'm going to", " will let you"),
        *(" ich werde", " ich verspreche", " ich kümmere mich", " je vais ", " je promets"),
        *(" voy a ", " prometo", " vou ", "我会", "我會", "我将", "约束します", "約束し"),
        *(" обещаю", " я сделаю", " я отправлю", " я обновлю", " prometto"),
    ),
    CHANGES: (
        *(" instead of", " changed", " renamed", " replaced", " moved ", " switched", " removed"),
        *(" no longer", " statt ", " geändert", " umbenannt", " ersetzt", " verschoben"),
        *(" au lieu de", " remplac", " renomm", " modifié", " en lugar de", " cambi"),
        *(" renombr", " reemplaz", " em vez", " mudei", " troquei", "改为", "改成", "替换"),
        *("改為", "変更し", " вместо", " изменил", " заменил", " переименовал"),
    ),
    DEAD_ENDS: (
        *(" does not work", " doesn't work", " did not work", " didn't work", " dead end"),
        *(" gave up", " failed", " is not possible", " reverted", " no luck", " rolled back"),
        *(" funktioniert nicht", " geht nicht", " sackgasse", " gescheitert", " ne marche pas"),
        *(" ne fonctionne pas", " impasse", " no funciona", " não funciona", " falló"),
        *("不行", "失败", "失敗", "无效", "うまくいかな", " не работает", " не получилось"),
    ),
    OPEN_ENDS: (
        *(" todo:", " todo ", " to do:", " next step", " still open", " still to ", " still need"),
        *(" still missing", " still waiting", " still broken", " remains open", " remains to"),
        *(" pending", " not yet", " open question", " follow up", " follow-up", " noch nicht"),
        *(" noch offen", " offen ist", " offene", " nächster schritt", " nächste schritte"),
        *(" steht noch aus", " reste à", " pas encore", " prochaine étape", " pendiente"),
        *(" falta ", " faltan ", " todavía no", " próximo paso", " siguiente paso"),
        *(" ainda não", "下一步", "待办", "还没", "次のステップ", "まだ"),
        *(" следующий шаг", " осталось", " ещё не"),
    ),
}

# What takes its force from a sign of a part: what was not, or only might have been.
_UNLESS: dict[str, tuple[str, ...]] = {
    DECISIONS: (
        *(" not decided", " not yet decided", " nothing decided", " undecided", " to be decided"),
        *(" noch nicht entschieden", " nicht entschieden", " pas décidé", " pas encore décidé"),
        *(" no se ha decidido", " no hemos decidido", "没决定", "没有决定", "未决定", "未決定"),
        *(" decide for ",),
    ),
    CHANGES: (
        *(" if ", " would ", " could ", " should ", " might ", " can be ", " nothing changed"),
        *(" not changed", " wenn ", " würde ", " könnte ", " si ", " podría ", " nichts geändert"),
        *(
            "如果",
            "没有改",
        ),
    ),
    DEAD_ENDS: (
        *(" if ", " nothing failed", " none failed", " not failed", " 0 failed", " no test"),
        *(" never failed", " kein test", " keine tests", " nichts ist gescheitert", " wenn "),
        *(" aucun test", " ninguna prueba", " no falló", "没有失败", "没失败", "沒有失敗", "如果"),
        *(" test failed", " tests failed"),
    ),
    PROMISES: (" if ", " wenn ", " si ", "如果", " i will not be "),
}

# A promise of what is done in the same breath is none, unless it says when.
_AT_ONCE = (
    *(" check", " look", " read", " run", " start", " begin", " search", " see ", " try"),
    *(" first", " now", " inspect", " open", " grep", " list", " examine", " use ", " verify"),
    *(" take a look", " explore", " investigate", " find", " test", " view", " fetch"),
    *(" zuerst", " jetzt", " prüfen", " lesen", " ansehen", " anschauen", " suchen"),
    *(" d'abord", " regarder", " lire", " vérifier", " primero", " ahora", " mirar", " leer"),
    *(" revisar", "先", "看一下", "检查", "查看"),
)
_WHEN = (
    *(" by ", " until", " tomorrow", " today", " tonight", " later", " after ", " once ", " when "),
    *(" next ", " monday", " tuesday", " wednesday", " thursday", " friday", " week", " bis "),
    *(" morgen", " sobald", " freitag", " montag", " nächste", " demain", " avant ", " vendredi"),
    *(" mañana", " antes ", " viernes", " lunes", " hasta ", " amanhã", " sexta", "明天", "之前"),
    *("周", "までに", "明日", " завтра", " до "),
)
_SWORN = (" promise", " verspreche", " promets", " prometo", " prometto", "約束", " обещаю")
_QUESTIONS = ("?", "\uff1f")

# Whose words count for a part: only the agent promises, changes and fails; both decide.
_SPEAKERS = {
    DECISIONS: (USER, AGENT),
    PROMISES: (AGENT,),
    CHANGES: (AGENT,),
    DEAD_ENDS: (USER, AGENT),
    OPEN_ENDS: (USER, AGENT),
}

PARTS = tuple(_SIGNS)


def parts_of(low: str, speaker: str) -> list[str]:
    """Give the parts a sentence belongs to, in order.

    Args:
        low: the sentence in lower case, between blanks and without runs of them.
        speaker: whose it is.
    """
    if low.rstrip(" \"')»").endswith(_QUESTIONS):
        return []
    return [
        part
        for part, signs in _SIGNS.items()
        if speaker in _SPEAKERS[part]
        and any(sign in low for sign in signs)
        and not any(sign in low for sign in _UNLESS.get(part, ()))
        and (part != PROMISES or _is_promise(low))
    ]


def _is_promise(low: str) -> bool:
    """Tell whether what somebody says to do is for later: sworn, or not done at once."""
    if any(sign in low for sign in (*_SWORN, *_WHEN)):
        return True
    return not any(sign in low for sign in _AT_ONCE)
