"""Does a statement say who is what, or owns what?

That decides who may give orders, and a chat is written by whoever takes part in it. Such statements
are never taken from one; only the operator's file makes them. Source: OGL 3.10, ADR 0204.
"""

from __future__ import annotations

import re

from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern

ROLE = "role_in_chat"

_NOUNS = (
    r"owners?|co-?owners?|ceo|cto|cfo|coo|cmo|cio|boss|chief|founders?|co-?founders?|directors?"
    r"|presidents?|chair(?:man|woman|person)?|managers?|administrators?|admins?|supervisors?"
    r"|head of|lead of|leads?|leaders?|in charge|responsible|authori[sz]ed|approvers?|principal"
    r"|signing (?:authority|powers?|rights?)|signator\w*|spokes\w+"
    r"|representatives?|deput(?:y|ies)|delegates?|prox(?:y|ies)"
    r"|contact persons?|contacts?(?=\n|$)|points? (?:of )?contact|(?:power|powers) (?:of )?attorney"
    r"|subsidiary|parent company|decision[- ]makers?|account manager"
    r"|operator|ownership|shareholders?|partners? of"
    r"|inhaber\w*|eigentumer\w*|geschaftsfuhr\w*|chefs?|chefin|leiter\w*|vorstand\w*|vorgesetzt\w*"
    r"|zustandig\w*|verantwortlich\w*|ansprechpartner\w*|bevollmachtigt\w*|prokurist\w*|grunder\w*"
    r"|besitzer\w*|gehort|vertret\w*|vollmacht\w*|sprecher\w*|unterschriftsb\w*|zeichnungsb\w*"
    r"|kontakt(?:person\w*)?(?=\n|$)|tochter(?:gesellschaft|firma)|mutter(?:gesellschaft|konzern)"
    r"|directeur|directrice|proprietaire|responsable|patron|gerant|jefe|jefa|dueno|propietari\w+"
)
_VERBS = (
    r"owns?|owned|runs|run by|led by|manages?|managed|reports to|besitzt|leitet|fuhrt"
    r"|verantwortet|possede|acquired|bought by|taken over|belongs|decides|signs for|speaks for"
    r"|\w+['’]s (?:company|firm|business)|entscheidet|unterschreibt fur"
)
_DENSE = (
    "联系人", "聯絡人", "代表", "授权", "授權", "代理", "窓口", "全権", "子会社", "母公司",
    "负责人", "負責人", "老板", "老闆", "经理", "經理", "总监", "主管", "所有者", "拥有", "擁有",
    "归属", "管理员", "董事", "总裁", "创始人", "股东", "负责", "負責", "担当", "責任者", "社長",
    "部長", "課長", "代表取締役", "取締役", "オーナー", "管理者", "所有", "上司", "権限", "权限",
    "소유", "대표", "담당", "책임자",
    "директор", "владел", "начальник", "руковод", "ответственн",
)  # fmt: skip
_SPACED = pattern(rf"\b(?:{_NOUNS}|{_VERBS})\b")


def says_a_role(*parts: str) -> bool:
    """Tell whether one of these parts of a statement names a role or an owner."""
    text = fold(re.sub(r"[_/]+", " ", "\n".join(parts)))
    return _SPACED.search(text) is not None or any(word in text for word in _DENSE)
