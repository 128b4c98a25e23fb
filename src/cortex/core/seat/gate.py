"""May a statement be written into a seat's memory, and what happens to what it contradicts?

Three checks: the source is ranked, a conflict is looked for, and where it comes from is attached.
A lower rank never replaces a higher one by itself, and two statements that disagree never stand
side by side. Source: OGL 4.2, 16.3, docs/formats/write-gate.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cortex.core.seat.claims import disagree, says_the_same
from cortex.core.seat.fact_lines import statement
from cortex.core.seat.injection import aims_at_agents, overrides
from cortex.core.seat.stamps import TOLERANCE_US, ahead
from cortex.core.text.folding import fold
from cortex.core.text.patterns import pattern
from cortex.model.seat_gate import (
    THIRD_PARTY_RANK_MAX,
    VERIFY_RANKS,
    Claim,
    Decision,
    Layer,
    SourceKind,
    Verdict,
)

_SUPERLATIVE = pattern(
    r"\b(?:first|only|never|always|all|every|none|nobody|no\s+one|last|best|biggest|largest|latest|"
    r"erste[rsn]?|einzige[rsn]?|nie|niemals|immer|alle[rs]?|keine[rs]?|letzte[rsn]?|"
    r"premiere?|premier|seule?|jamais|toujours|tous|toutes|aucune?|dernier|derniere|"
    r"primer[oa]?|unic[oa]|nunca|siempre|todos|todas|ningun[oa]?|ultim[oa])\b"
    r"|第一|唯一|从不|從不|从来|從來|总是|總是|所有|全部|没有人|沒有人",
    re.IGNORECASE,
)


def is_quote_only(claim: Claim, also: Sequence[str] = ()) -> bool:
    """Tell whether a claim may only be kept as a quote: words of others that aim at agents.

    Without a source anything that wants orders to be dropped counts as somebody else's.

    Args:
        also: other texts that would be written with it.
    """
    texts = "\n".join((claim.subject, claim.predicate, claim.text, *also))
    if claim.source is None or claim.rank > THIRD_PARTY_RANK_MAX:
        return overrides(texts)
    return aims_at_agents(texts) or overrides(claim.source.pointer)


def is_superlative(claim: Claim) -> bool:
    """Tell whether a claim speaks about a whole record: first, only, never, all."""
    return is_about_all(f"{claim.predicate} {claim.text}")


def is_about_all(text: str) -> bool:
    """Tell whether a text speaks about a whole record: first, only, never, all."""
    return bool(_SUPERLATIVE.search(fold(text)))


def judge(
    claim: Claim,
    held: Sequence[Claim],
    now_us: int,
    checked: str = "",
    also: Sequence[str] = (),
) -> Verdict:
    """Give what the gate decides about a claim.

    Args:
        claim: what is proposed; its texts are clean.
        held: what stands about its subject now, superseded claims left out.
        now_us: the present instant.
        checked: how the record was checked, for a claim about all of it; may be empty.
        also: other texts that would be written with it.
    """
    refused = _refusal(claim, now_us, also)
    if refused is not None:
        return refused
    if any(says_the_same(claim, old) and old.rank >= claim.rank for old in held):
        return Verdict(Decision.ACCEPT, "known", "this is what stands there already")
    against = tuple(old for old in held if disagree(claim, old))
    if _needs_check(claim) and not checked:
        why = "it speaks about a whole record, and nobody said how the record was checked"
        return Verdict(Decision.HOLD, "superlative", why, against)
    if not against:
        return Verdict(Decision.ACCEPT, "new", "nothing stands against it")
    return _weighed(claim, against)


def replacing(verdict: Verdict, claim: Claim, named: Claim) -> Verdict:
    """Give the verdict on a claim that passes and takes the place of one by its name.

    A better source does not give way just because somebody used its name.
    """
    if claim.rank >= named.rank or says_the_same(claim, named):
        return verdict
    why = "what has that name has a better source; verify this at that source first"
    return Verdict(Decision.HOLD, "lower_rank", why, (named,))


def _refusal(claim: Claim, now_us: int, also: Sequence[str]) -> Verdict | None:
    if claim.source is None:
        why = "no source is named: say kind:pointer, such as user:message-812"
        return Verdict(Decision.REJECT, "no_source", why)
    if claim.as_of_us is not None and claim.as_of_us > now_us + TOLERANCE_US:
        return Verdict(Decision.REJECT, "future", "it is as of an instant that has not come")
    found = ahead("\n".join((statement(claim), *also)), now_us)
    if found:
        why = f"it tells of {found[0].shown} as past; write `due` before what is planned"
        return Verdict(Decision.REJECT, "future_text", why)
    if is_quote_only(claim, also):
        why = "it aims at agents: words of others like these are kept as a quote, never as a claim"
        return Verdict(Decision.REJECT, "quote_only", why)
    return None


def _needs_check(claim: Claim) -> bool:
    """Tell whether a claim about a whole record needs a look at it; the user's own words do not."""
    is_users = claim.source is not None and claim.source.kind is SourceKind.USER
    is_rule = claim.layer is Layer.NOTE and claim.rank > THIRD_PARTY_RANK_MAX
    return not is_users and not is_rule and is_superlative(claim)


def _weighed(claim: Claim, against: tuple[Claim, ...]) -> Verdict:
    """Decide about a claim that something stands against, by the strongest of it."""
    rank = max(old.rank for old in against)
    if claim.rank < rank:
        why = "what stands there has a better source; verify this at that source first"
        return Verdict(Decision.HOLD, "lower_rank", why, against)
    if _is_older(claim, against):
        why = "what stands there is newer"
        return Verdict(Decision.HOLD, "older", why, against)
    if claim.is_verified or claim.rank >= rank + VERIFY_RANKS:
        return Verdict(Decision.SUPERSEDE, "better_source", "its source is better", against)
    if all(_is_same_chain(claim, old) for old in against):
        return Verdict(Decision.SUPERSEDE, "newer_word", "the same source says so now", against)
    why = "another source that is hardly weaker says otherwise; find out which one holds"
    return Verdict(Decision.HOLD, "unverified_conflict", why, against)


def _is_older(claim: Claim, against: tuple[Claim, ...]) -> bool:
    if claim.as_of_us is None:
        return False
    return any(
        old.as_of_us is not None and old.as_of_us > claim.as_of_us and old.rank == claim.rank
        for old in against
    )


def _is_same_chain(claim: Claim, old: Claim) -> bool:
    if claim.source is None or old.source is None:
        return old.source is None  # A line nobody can answer for gives way to one with a source.
    return claim.source.chain == old.source.chain
