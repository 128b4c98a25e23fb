"""Which facts belong into which part of a brief?

A fact is shown in one part only, the most binding one that claims it. Source: CQR 10,
docs/formats/boot-brief.md.
"""

from __future__ import annotations

from cortex.core.boot.lines import conflict_line, is_rule, truth_line, whole_line
from cortex.core.boot.packing import Line, Section
from cortex.core.boot.ranking import applies_here, rank
from cortex.core.scopes.paths import is_inside
from cortex.model.boot import (
    BOOT_COUNT_MAX,
    BOOT_PINNED_MAX,
    BOOT_RANKED_MAX,
    BOOT_RECENT_MAX,
    CAPSULE_CONFLICTS,
    CAPSULE_CONSTRAINTS,
    CAPSULE_DURABLE,
    CAPSULE_NEW,
    CAPSULE_ORDER,
    CAPSULE_PINNED,
    CAPSULE_RECENT,
    CAPSULE_RULES,
    CAPSULE_TRUTH,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cortex.model.boot import BootFact, BootMaterial, BootQuestion

# Lines of each part (CQR 10); a person reads a dozen things, not a hundred.
CONSTRAINT_LINES_MAX = 40
RULE_LINES_MAX = 5
CONFLICT_LINES_MAX = 6
NEW_LINES_MAX = 12

# Heading of each part, and per cent of the room it may use before the others had their turn.
PARTS = {
    CAPSULE_RULES: ("## Standing rules", 10),
    CAPSULE_CONSTRAINTS: ("## Constraints", 45),
    CAPSULE_DURABLE: ("", 0),  # Goes on where the constraints end.
    CAPSULE_PINNED: ("## Pinned", 15),
    CAPSULE_CONFLICTS: ("## Open conflicts", 15),
    CAPSULE_NEW: ("## New since this session began", 30),
    CAPSULE_TRUTH: ("## TRUTH", 30),
    CAPSULE_RECENT: ("## Recent decisions", 5),
}

UNAVAILABLE = "[unavailable] {name} could not be read; do not assume this set is empty"


class Draft:
    """The parts of one brief before room is given away.

    Attributes:
        sections: the parts asked for that have something to show, or to confess, in the order of
            ``CAPSULE_ORDER``; nothing is written or chosen yet.
    """

    __slots__ = ("_claimed", "_here", "_material", "_scope", "sections")

    def __init__(
        self, material: BootMaterial, question: BootQuestion, parts: frozenset[str]
    ) -> None:
        self._material = material
        self._scope = question.scope
        self._here = _from_root(question.cwd, question.scope.root)
        self._claimed: set[int] = set()
        # In the order in which parts lay claim to a fact, which is not the reading order.
        drafts: tuple[Section, ...] = (
            self._constraints(),
            self._rules(),
            self._pinned(),
            self._conflicts(),
            self._new(),
            self._truth(),
            self._recent(),
            self._durable(),
        )
        if material.team is not None:
            from cortex.core.boot.team import team_sections  # Most brains have no team.

            drafts += team_sections(material.team)
        by_name = {section.name: section for section in drafts if section.name in parts}
        for name, _ in material.unavailable:
            if name in by_name:
                by_name[name].notice = UNAVAILABLE.format(name=name)
        self.sections = [
            by_name[name]
            for name in CAPSULE_ORDER
            if name in by_name and (by_name[name].left_out or by_name[name].notice)
        ]

    def _constraints(self) -> Section:
        listed = self._material.binding
        shown = self._unclaimed(listed)[:CONSTRAINT_LINES_MAX]
        # Those that find no room are not to turn up again as mere statements.
        section = self._section(CAPSULE_CONSTRAINTS, shown, self._write_whole, listed)
        section.unlisted = self._material.binding_count - len(shown)
        section.is_open = self._material.binding_count >= BOOT_COUNT_MAX
        section.noun = "constraints"
        return section

    def _rules(self) -> Section:
        shown: list[BootFact] = []
        for fact in self._unclaimed(self._material.rules):
            if len(shown) < RULE_LINES_MAX and is_rule(fact.text):
                shown.append(fact)
        return self._section(CAPSULE_RULES, shown, self._write_whole)

    def _pinned(self) -> Section:
        facts = self._unclaimed(self._material.pinned)
        shown = facts[:BOOT_PINNED_MAX]
        section = self._section(CAPSULE_PINNED, shown, self._write_whole, facts)
        section.unlisted = len(facts) - len(shown)
        section.noun = "pinned facts"
        return section

    def _conflicts(self) -> Section:
        pairs = list(self._material.conflicts[:CONFLICT_LINES_MAX])
        self._claimed.update(fact.fact_id for pair in pairs for fact in pair)
        header, share = PARTS[CAPSULE_CONFLICTS]
        section = Section(CAPSULE_CONFLICTS, header, pairs, _write_conflict, share)
        section.unlisted = len(self._material.conflicts) - len(pairs)
        section.noun = "open conflicts"
        return section

    def _new(self) -> Section:
        facts = self._unclaimed(self._material.new)
        shown = facts[:NEW_LINES_MAX]
        section = self._section(CAPSULE_NEW, shown, self._write_truth)
        section.unlisted = len(facts) - len(shown)
        return section

    def _truth(self) -> Section:
        facts = self._unclaimed(self._material.candidates)
        ranked = rank(facts, self._scope, self._here, self._material.newest_us)
        return self._section(CAPSULE_TRUTH, ranked[:BOOT_RANKED_MAX], self._write_truth)

    def _recent(self) -> Section:
        facts = self._unclaimed(self._material.candidates)
        decisions = [fact for fact in facts if fact.kind == "decision"]
        decisions.sort(key=lambda fact: (-fact.created_us, -fact.fact_id))
        return self._section(CAPSULE_RECENT, decisions[:BOOT_RECENT_MAX], self._write_truth)

    def _durable(self) -> Section:
        facts = self._unclaimed(self._material.durable)
        section = self._section(CAPSULE_DURABLE, facts, self._write_whole)
        section.is_open = bool(facts)  # Nobody counted how many there are behind them.
        return section

    def _section(
        self,
        name: str,
        shown: list[BootFact],
        write: Callable[[BootFact], Line | None],
        claimed: Sequence[BootFact] = (),
    ) -> Section:
        self._claimed.update([fact.fact_id for fact in claimed or shown])
        header, share = PARTS[name]
        return Section(name, header, shown, write, share)

    def _unclaimed(self, facts: Sequence[BootFact]) -> list[BootFact]:
        """Give those no other part shows and that concern this folder, in the same order."""
        return [
            fact
            for fact in facts
            if fact.fact_id not in self._claimed
            and (not fact.paths or applies_here(fact.paths, self._here))
        ]

    def _write_whole(self, fact: BootFact) -> Line | None:
        text = whole_line(fact, self._scope)
        return None if text is None else Line(text, (fact.fact_id,))

    def _write_truth(self, fact: BootFact) -> Line | None:
        return Line(truth_line(fact, self._scope), (fact.fact_id,))


def _write_conflict(pair: tuple[BootFact, BootFact]) -> Line | None:
    newer, older = pair
    return Line(conflict_line(newer, older), (newer.fact_id, older.fact_id))


def _from_root(cwd: str, root: str | None) -> str:
    """Give the session's folder from the scope's root; empty at the root or outside of it."""
    if root is None or not is_inside(cwd, root):
        return ""
    return cwd[len(root) :].strip("/")
