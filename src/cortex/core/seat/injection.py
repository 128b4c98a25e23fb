"""Does a text talk to whoever reads it, instead of saying how things are?

Two signs: it wants earlier orders to be dropped, in whatever place; or it orders its reader about.
Rules, no model: English, German, French, Spanish, Portuguese, Italian, Russian, Japanese, Chinese
and Korean; the first sign also in Dutch, Polish, Turkish, Arabic and Hindi. What other people wrote
with such a sign is kept as a quote and never as a claim.
Source: OGL 4.1, T18, docs/formats/write-gate.md.
"""

from __future__ import annotations

import re

from cortex.core.text.fence import ROLE_LABEL, TAG, neutralise
from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern
from cortex.core.text.seen import seen

SCANNED_CHARS_MAX = 65_536
"""Characters that are looked at; a longer text counts as if it aimed at agents, unread."""

# Folded text: lower case, no accents. Between two words of a rule others may stand.
_GAP = r"(?:\W+\w+){0,4}?\W+"
_START = r"(?:^|[.!?;:\"'(\[]\s*|\n\s*(?:[-*>\d.)]+\s*)?)"
_OVERRIDES = (
    # English
    rf"(?:{_START}(?:please\W+|now\W+|just\W+)*(?:ignore|disregard|forget|override|bypass|drop)"
    r"|\b(?:ignore|disregard|forget|override|bypass|drop)(?:\W+\w+){0,3}?\W+"
    r"(?:all|any|every|previous|prior|above|earlier|preceding|your|my|these|those))\b"
    r"(?:(?:\W+\w+){0,4}?\W+)??"
    r"(?:instructions?|prompts?|rules|guidelines|directives|orders|context|training)\b",
    r"\b(?:ignore|disregard|forget)\W+(?:whatever|what)\W+(?:you|came|was)\b",
    r"\b(?:no\W+attention\W+to|do\W+not\W+(?:follow|obey)|don't\W+(?:follow|obey)|stop\W+following)"
    r"(?:\W+\w+){0,4}?\W+(?:instructions?|prompts?|rules|guidelines|directives|orders)\b",
    r"\b(?:pretend|act\W+as\W+(?:if|though))\W+(?:that\W+)?you\b",
    r"\byou\W+are\W+\w+\W+now\b",
    r"\byour\W+(?:new|real|actual|true)\W+(?:instructions?|orders|task|role|goal)\b",
    r"\b(?:ignore|disregard|forget)\W+(?:everything|all|anything)\W+(?:above|before|previous|prior|you)",
    r"\byou\W+are\W+(?:now|no\W+longer)\b",
    r"\bfrom\W+now\W+on\W+(?:you|always|never|answer|act|respond|reply)\b",
    r"\b(?:new|updated|revised|real|hidden)\W+(?:system\W+)?instructions?\W*:",
    r"\b(?:your|the)\W+system\W+prompt\b",
    r"\b(?:do\W+not|don't|never)\W+(?:tell|inform|mention|reveal|show)\b"
    r"(?:\W+\w+){0,4}?\W+(?:user|human|operator|owner)\b",
    r"\b(?:attention|note|message|instructions?)\W+(?:to|for)\W+(?:\w+\W+){0,2}?"
    r"(?:ai|llm|agents?|assistants?|models?|claude|copilot|gpt|chatbots?)\b(?!\W+(?:of|from|in)\b)",
    # German
    rf"\b(?:ignoriere?|ignorieren\W+sie|vergiss|vergessen|missachte\w*|verwirf){_GAP}"
    r"(?:anweisung\w*|instruktion\w*|regeln|vorgaben|befehle\w*|eingaben?|kontext)\b",
    r"\b(?:vergiss|vergessen\W+sie)\W+alles\b",
    r"\bdu\W+bist\W+(?:jetzt|nun|ab\W+sofort)\b",
    r"\bab\W+(?:jetzt|sofort)\W+(?:bist|sollst|musst|antworte\w*)\b",
    # French
    rf"\b(?:ignor\w+|oubli\w+|negliges?|negligez){_GAP}"
    r"(?:instructions?|consignes?|regles|directives|ordres|contexte)\b",
    r"\b(?:oubli|ignor)(?:e|ez)\W+tout\W+ce\W+qui\b",
    r"\b(?:tu\W+es|vous\W+etes)\W+(?:maintenant|desormais)\b",
    # Spanish, Portuguese, Italian
    rf"\b(?:ignor\w+|olvid\w+|descart\w+|esquec\w+|dimentic\w+){_GAP}"
    r"(?:instruccion\w*|indicacion\w*|reglas|ordenes|contexto|instruc\w+|regras|istruzion\w*|regole)\b",
    r"\b(?:ahora|agora|adesso|ora)\W+(?:eres|voce\W+e|sei)\b",
    # Russian
    r"(?:игнорируи|игнорируй|забудь|не\W+обращаи|не\W+обращай)\w*(?:\W+\w+){0,4}?\W+"
    r"(?:инструкци|указани|правил|команд)",
    # Chinese, Japanese
    r"(?:忽略|无视|無視|忘记|忘記|不要理会|丢弃|不要遵守).{0,12}(?:指令|指示|命令|提示|规则|規則|要求|内容)",
    r"(?:你现在是|你現在是|从现在开始你|從現在開始你|系统提示)",
    r"(?:指示|命令|ルール|プロンプト|規則)\W*[はをも]?(?:すべて|全て)?(?:無視|忘れ)",
    # Korean, Turkish, Polish, Dutch, Arabic, Hindi
    r"(?:지시|명령|규칙|프롬프트|지침).{0,10}(?:무시|잊)",
    r"\b(?:talimat|kural|komut)\w*\W+(?:yoksay|unut|gormezden)",
    r"\b(?:zignoruj|ignoruj|zapomnij)\w*(?:\W+\w+){0,4}?\W+(?:instrukcj|polecen|zasad)",
    rf"\b(?:negeer|vergeet){_GAP}(?:instructies|regels|opdrachten|aanwijzingen)\b",
    r"(?:تجاهل|انس).{0,16}(?:تعليمات|اوامر|قواعد)",
    r"(?:निर्देश|नियम).{0,10}(?:अनदेखा|भूल)",
)
_ORDERS = (
    # English: at the start of a sentence, or with "you must" and its like.
    r"(?:^|[.!?;:]\s+|\n\s*(?:[-*>\d.)]+\s*)?)(?:please\W+|now\W+|then\W+|first\W+|always\W+|never\W+"
    r"|immediately\W+|do\W+not\W+|don't\W+|just\W+)*"
    r"(?:run|execute|send|delete|remove|email|e-mail|upload|download|install|open|visit|click|"
    r"fetch|curl|copy|paste|post|forward|reply|respond|answer|call|transfer|pay|approve|accept|"
    r"disable|enable|change|update|write|create|add|set|use|reveal|print|output|repeat|say|tell|"
    r"ignore|forget|remember|store|save|follow|obey|act|pretend|grant|share|commit|push|merge|"
    r"transmit|reset|exfiltrate|encode|decode|read|leak|make\W+sure|ensure|stop|do\W+not|don't)\b"
    r"(?!\W+(?:\w+\W+){0,2}(?:is|was|are|were|has|had|will|can|by)\b|\W+(?:of|since|until)\b)",
    r"\byou\W+(?:must|should|shall|need\W+to|have\W+to|are\W+to|are\W+required|will\W+now|ought)\b",
    r"\b(?:assistants?|agents?|models?|ai|claude)\W+(?:must|should|shall|need\W+to|have\W+to)\b",
    r"\b(?:could|can|would|will)\W+you\W+(?:please\W+)?\w+",
    r"\b(?:need|want|require|ask|tell)\W+you\W+to\b",
    r"\brequired\W+that\W+you\b",
    r"\b(?:kindly|please)\W+(?!find\b|see\b|note\b)[a-z]+\b",
    r", (?:please )?(?:run|execute|send|delete|download|install|transfer|upload)\b",
    # German
    r"\b(?:du\W+(?:musst|sollst|solltest|darfst)|(?:mussen|sollen|sollten|durfen)\W+sie"
    r"|sie\W+(?:mussen|sollten|sollen))\b",
    r"(?:^|[.!?;:]\s+|\n\s*)(?:bitte\W+)?(?:fuhr\w*|sende\w*|schick\w*|losch\w*|installier\w*|"
    r"offne\w*|antworte\w*|kopier\w*|uberweis\w*|lade\w*|gib|geben|schreib\w*|klick\w*|nutze\w*)"
    r"\W+(?:sie\b|den\b|die\b|das\b|alle\b|mir\b|uns\b|bitte\b|sofort\b|dein\w*|eine?\b|an\b)",
    # French
    r"\b(?:tu\W+dois|vous\W+devez|tu\W+devrais|vous\W+devriez|veuillez)\b",
    r"(?:^|[.!?;:]\s+|\n\s*)(?:envoy|execut|supprim|install|ouvr|repond|copi|transfer|telecharg|"
    r"cliqu|utilis)\w*ez\b",
    r"(?:^|[.!?;:]\s+|\n\s*)(?:supprime|envoie|execute|installe|ouvre|copie|transfere|telecharge|"
    r"clique|utilise)\W+(?:les?|la|l|mes|tes|tous|toutes|ce|cet|cette|moi|une?|sur)\b",
    # Spanish, Portuguese, Italian
    r"\b(?:debes|deberias|tienes\W+que|debe\W+usted|usted\W+debe|voce\W+deve|devi|dovete)\b",
    r"(?:^|[.!?;:]\s+|\n\s*|por\W+favor\W+)(?:envia|ejecuta|borra|elimina|instala|abre|responde|"
    r"copia|transfiere|descarga|haz|execute|envie|apague|invia|esegui|cancella|scarica|borre|elimine|instale|abra|"
    r"responda|copie|transfiera|descargue|pague|haga)\w{0,3}\b",
    # Russian
    r"\b(?:ты\W+должен|вы\W+должны|отправь\w*|выполни\w*|удали\w*|запусти\w*"
    r"|переведи\w*|перешли\w*|установи\w*|скача\w*|\w{3,}(?:ьте|[аеуюя][ий]те)"
    r"|пожалуиста\W+\w+(?:ите|ите|ь|и))\b",
    # Chinese, Japanese
    r"(?:你|您)(?:必须|必須|应该|應該|需要|不得|要)",
    r"(?:请|請|务必|務必|立即|马上|必须)(?:你|您|立即|马上|务必|先|再|将|把|勿|不要)?"
    r".{0,8}?(?:发给|寄给|转给|转账|执行|執行|发送|發送|删除|刪除|运行|運行|安装|打开|回复|忽略|复制|转账|下载|上传|告诉|使用|输出|点击)",
    r"转账.{0,8}给",
    r"(?:[てで](?:ください|下さい|くれ)|なさい|せよ|しろ|なければならない"
    r"|(?:送信|実行|削除)して(?![いおき]))",
    # Korean
    r"(?:하세요|하십시오|해라|주세요|보내세요|해야\s?합니다)",
)
_OVERRIDE = pattern("|".join(_OVERRIDES), re.IGNORECASE | re.DOTALL)
_ORDER = pattern("|".join(_ORDERS), re.IGNORECASE)
# The bare letters of the commonest override, for text that is spaced out or drawn in lookalikes.
_LETTERS = pattern(
    r"(?:ignore|disregard|forget)(?:all|any|the|your|my|these|of)*"
    r"(?:previous|prior|above|earlier|preceding)\w{0,8}?(?:instruction|prompt|rule|message|order)"
)


def overrides(text: str) -> bool:
    """Tell whether a text wants orders to be dropped, or puts on the dress of a host."""
    if len(text) > SCANNED_CHARS_MAX:
        return True
    if {ROLE_LABEL, TAG} & set(neutralise(text).flags):
        return True
    if _OVERRIDE.search(_flat(text)):
        return True
    letters = "".join(one for one in map(seen, text) if one.isalnum())
    return bool(_LETTERS.search(letters))


def aims_at_agents(text: str) -> bool:
    """Tell whether a text orders its reader about, or wants earlier orders to be dropped.

    A statement of fact gives False, also one about orders in the third person.
    """
    return overrides(text) or bool(_ORDER.search(_flat(text)))


def _flat(text: str) -> str:
    """Give a text folded, without empty lines and runs of blanks, over which a rule would crawl."""
    lines = (" ".join(line.split()) for line in fold(text).split("\n"))
    return "\n".join(line for line in lines if line)
