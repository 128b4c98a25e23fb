"""How is a fact or an observation taken out of the memory for good, and kept out?

Rows first, in one transaction; then the pages of the file, the sidecar and the files around them;
then a search for the words proves it. What was interrupted is taken up by the next call: the brain
notes an unfinished forgetting until its pages are clean. Source: ADR 0100 to 0103.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.core.erasure.finder import of_texts
from cortex.core.erasure.wording import (
    normal_wording,
    statements_of,
    tombstone_digest,
    without_statements,
)
from cortex.model.erasure import ErasureReport, ForgottenBase, Proof, Scrubbed, Tombstone
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    FORGET_FACTS_MAX,
    FORGET_MATCHING_CHARS_MIN,
    FORGET_OBSERVATIONS_MAX,
)
from cortex.services.find import can_see, get_fact, require_owner
from cortex.services.forget_captured import (
    captured_again,
    captured_key,
    captured_that_meet,
    get_captured,
    parted,
)
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cortex.model.callers import Caller
    from cortex.model.erasure import Selection
    from cortex.model.facts import Fact
    from cortex.model.observations import Observation
    from cortex.ports.brain import Brain, BrainReader, BrainWriter
    from cortex.ports.erasure import Residue, Scrubber
    from cortex.ports.identity import IdentityStore

SCRUB_WAIT_MS = 5_000
"""Milliseconds to wait for a reader that holds the log; after that the rest is told, not waited
for: the next forgetting or `cortex maintain` finishes it."""

SUMMARY_CHARS = 160
"""Characters of a statement that log entries quote."""

STATEMENT_CHARS_MIN = 16
"""Characters below which a paragraph of a context is looked for no further: "per Anna" stands in
many facts and names none."""


class Ground(NamedTuple):
    """What lies around the brain: its file, the sidecar, the home.

    Args:
        make_key: gives 32 random bytes.
    """

    brain: Brain
    scrubber: Scrubber | None
    residue: Residue | None
    identity: IdentityStore | None
    make_key: Callable[[], bytes]


class Targets(NamedTuple):
    """What is to be forgotten, each by id, and how many observations wait for the next call."""

    facts: list[Fact]
    seen: list[Observation]
    left: int = 0


class _Abandoned(Exception):
    """Leaves a write transaction so that nothing of it stays."""

    def __init__(self, report: ErasureReport) -> None:
        super().__init__()
        self.report = report


def forget(
    ground: Ground, selection: Selection, caller: Caller, now_us: int, *, is_applied: bool
) -> ErasureReport:
    """Forget what is selected, or tell exactly what that would take; both give the same counts.

    A preview takes the same steps in a transaction that is then abandoned.

    Raises:
        InvalidRequest: nothing was selected, too much was, or a bulk selection names no scope.
        NotFound: a reference names nothing here, or it was forgotten before.
        Denied: a fact belongs to somebody else.
        StoreBusy, StoreReadOnly, DiskFull: nothing was written.
    """
    finish(ground, now_us)
    targets = _selected(ground.brain, selection, caller)
    if not (targets.facts or targets.seen):
        return ErasureReport((), (), is_applied=is_applied)
    words = _words_of(targets, selection)
    removed = _take_copies(ground, words, is_applied=is_applied) if selection.takes_copies else ()
    outside = _take_outside(ground, words, is_applied=is_applied)
    report = _take_rows(ground, targets, caller, now_us, is_applied=is_applied)
    counts = tuple(sorted({**dict(report.counts), **outside}.items()))
    copies = () if ground.residue is None else ground.residue.copies(words)
    copies = tuple(path for path in copies if path not in removed)
    report = report._replace(counts=counts, copies=copies, removed_copies=removed)
    if not is_applied:
        return report
    scrubbed = finish(ground, now_us)
    return report._replace(is_applied=True, scrubbed=scrubbed, proof=_prove(ground, words))


def finish(ground: Ground, now_us: int) -> Scrubbed | None:
    """Clean the pages after forgettings that are not finished; None when there are none.

    Safe to call at any time, as often as wanted; maintenance does.
    """
    with ground.brain.reading() as reader:
        unfinished = reader.erasure.unfinished()
    if not unfinished:
        return None
    scrubber = ground.scrubber
    scrubbed = Scrubbed(0, 0) if scrubber is None else scrubber.scrub(SCRUB_WAIT_MS)
    if scrubbed.is_clean:
        with ground.brain.writing() as writer:
            # One that began meanwhile may have left words in pages that were clean already.
            writer.erasure.finish_erasures(unfinished[-1].erasure_id, now_us)
    return scrubbed


def forget_again(brain: Brain, now_us: int, caller_name: str = "restore") -> int:
    """Forget all that a tombstone names, and give how many facts and observations there were.

    For a brain that came back from an older copy: what was forgotten since stays forgotten.
    Its pages are cleaned by ``finish``, which the caller runs on the file.
    """
    with brain.writing() as writer:
        stones = {(stone.digest, stone.scope_id): stone for stone in writer.erasure.tombstones()}
        keys = writer.erasure.tombstone_keys()
        found = [
            fact
            for fact in writer.iter_facts()
            if any(_stone_key(key, fact.content.text, fact) in stones for key in keys)
        ]
        seen = captured_again(writer, stones.keys(), keys) if keys else []
        if found or seen:
            _erase(writer, Targets(found, seen), caller_name, now_us)
    return len(found) + len(seen)


def lift(brain: Brain, selection: Selection, caller: Caller, now_us: int) -> int:
    """Allow forgotten wordings again, by the fact's reference or by the exact words.

    Gives how many tombstones were lifted; the fact itself does not come back.

    Raises:
        NotFound: no tombstone is of these facts or words.
        InvalidRequest: neither a reference nor words were given.
    """
    from cortex.core.facts.references import parse_reference

    if not selection.references and not selection.matching:
        message = "nothing was named to be allowed again"
        raise InvalidRequest(message, remedy="give a reference, or the words with --matching")
    numbers = [parse_reference(one).fact_id for one in selection.references]
    with brain.writing() as writer:
        keys = writer.erasure.tombstone_keys() if selection.matching else []
        digests = [tombstone_digest(key, selection.matching) for key in keys]
        lifted = writer.erasure.lift_tombstones(digests, numbers)
        if not lifted:
            message = "nothing that was forgotten has this number or these words"
            raise NotFound(message, remedy="give the whole statement, as it was committed")
        writer.add_event("forget_lifted", encode({"tombstones": lifted}), caller.agent, now_us)
    return lifted


def _selected(brain: Brain, selection: Selection, caller: Caller) -> Targets:
    """Give the facts and observations meant, each by id."""
    has_filter = bool(selection.matching or selection.source or selection.scope_id)
    if bool(selection.references) == has_filter:
        message = "name facts by reference, or by --matching, --scope and --source"
        raise InvalidRequest(message, remedy="give one or the other", field="reference")
    wording = normal_wording(selection.matching) if selection.matching else ""
    if selection.matching and len(wording) < FORGET_MATCHING_CHARS_MIN:
        message = f"--matching needs at least {FORGET_MATCHING_CHARS_MIN} letters or digits"
        raise InvalidRequest(message, remedy="write more of it", field="matching")
    with brain.reading() as reader:
        if selection.references:
            facts, observed = parted(selection.references)
            named = [get_fact(reader, one, caller) for one in facts]
            found = list({fact.fact_id: fact for fact in named}.values())
            seen = [get_captured(reader, number, caller) for number in observed]
        else:
            found = [fact for fact in reader.iter_facts() if _meets(fact, selection, wording)]
            found = [fact for fact in found if can_see(fact, caller)]
            seen = list(captured_that_meet(reader, selection, wording, caller))
    for fact in found:
        require_owner(fact, caller)
    if len(found) > FORGET_FACTS_MAX:
        message = f"{len(found)} facts are meant, at most {FORGET_FACTS_MAX} go at once"
        raise InvalidRequest(message, remedy="narrow it by --source or --matching, in parts")
    ordered = sorted(found, key=lambda fact: fact.fact_id)
    left = max(0, len(seen) - FORGET_OBSERVATIONS_MAX)
    return Targets(ordered, seen[:FORGET_OBSERVATIONS_MAX], left)


def _meets(fact: Fact, selection: Selection, wording: str) -> bool:
    content, naming = fact.content, fact.content.naming
    if selection.scope_id is not None and content.scope_id != selection.scope_id:
        return False
    if selection.source and content.provenance.source_agent != selection.source:
        return False
    names = (naming.subject, naming.attribute, naming.goal, *naming.aliases, *naming.symbols)
    told = (content.text, content.context, *names, *naming.anchors)
    return not wording or any(wording in normal_wording(one) for one in told if one)


def _words_of(targets: Targets, selection: Selection) -> tuple[str, ...]:
    """Give the exact texts to look for afterwards, each once."""
    found: dict[str, None] = dict.fromkeys(_quotable(targets.seen))
    for fact in targets.facts:
        found[fact.content.text] = None
        context = fact.content.context or ""
        long = [one for one in context.split("\n\n") if len(one) >= STATEMENT_CHARS_MIN]
        found.update(dict.fromkeys(long))
    if selection.matching:
        found[selection.matching] = None
    return tuple(found)


def _take_copies(ground: Ground, words: Sequence[str], *, is_applied: bool) -> tuple[str, ...]:
    """Delete the copies that Cortex made and that hold the words, before the rows as well."""
    if ground.residue is None:
        return ()
    copies = ground.residue.own_copies(ground.residue.copies(words))
    if is_applied:
        ground.residue.drop_copies(copies)
    return copies


def _take_outside(ground: Ground, words: Sequence[str], *, is_applied: bool) -> dict[str, int]:
    """Take the words out of sidecar and line files, before the rows: then a retry knows them."""
    counts = {}
    if ground.identity is not None:
        counts["sidecar objects"] = ground.identity.erase(words, is_applied=is_applied)
    if ground.residue is not None:
        counts["lines of journals"] = ground.residue.drop_lines(words, is_applied=is_applied)
    return {place: count for place, count in counts.items() if count}


def _take_rows(
    ground: Ground, targets: Targets, caller: Caller, now_us: int, *, is_applied: bool
) -> ErasureReport:
    try:
        with ground.brain.writing() as writer:
            known = writer.erasure.tombstone_keys()
            stones = _stones(known[0] if known else ground.make_key(), targets, now_us)
            told = _erase(writer, targets, caller.agent, now_us)
            writer.erasure.keep_tombstones(stones)
            digests = tuple(sorted({stone.digest.hex() for stone in stones}))
            report = told._replace(tombstones=digests)
            _abandon_unless(report, is_applied=is_applied)
    except _Abandoned as abandoned:
        return abandoned.report
    return report


def _abandon_unless(report: ErasureReport, *, is_applied: bool) -> None:
    if not is_applied:
        raise _Abandoned(report)


def _stones(key: bytes, targets: Targets, now_us: int) -> list[Tombstone]:
    stones = {}
    for one in targets.seen:
        digest, scope_id = place = captured_key(key, one)
        stones[place] = Tombstone(digest, scope_id, key, None, now_us)
    for fact in targets.facts:
        for said in statements_of(fact.content.text, fact.content.context):
            if said != fact.content.text and len(said) < STATEMENT_CHARS_MIN:
                continue
            place = _stone_key(key, said, fact)
            stones[place] = Tombstone(*place, key, fact.fact_id, now_us)
    return list(stones.values())


def _stone_key(key: bytes, said: str, fact: Fact) -> tuple[bytes, str]:
    return tombstone_digest(key, said), fact.content.scope_id


def _quotable(seen: Iterable[Observation]) -> list[str]:
    """Give the texts that are long enough to be looked for in what others said."""
    return [one.event.text for one in seen if len(one.event.text) >= STATEMENT_CHARS_MIN]


def _erase(writer: BrainWriter, given: Targets, agent: str, now_us: int) -> ErasureReport:
    """Take facts and observations out inside a transaction; say what went and what is left."""
    targets, seen, left = given
    ids = [fact.fact_id for fact in targets]
    texts = [*(fact.content.text for fact in targets), *_quotable(seen)]
    words = tuple(dict.fromkeys((*texts, *(text[:SUMMARY_CHARS] for text in texts))))
    bases = writer.erasure.dependents(ids)
    cut, kept, quoting = _cut_merged(writer, targets, texts, words)
    erasure_id = writer.erasure.open_erasure(agent, len(ids), now_us)
    terms = sorted({term for fact in targets for term, _ in handles_of(fact.content).terms})
    learned = writer.learning.forget(ids, ())
    emptied = writer.erasure.erase_observations([one.observation_id for one in seen], now_us)
    counts = writer.erasure.erase(ids, words, erasure_id)
    if emptied:
        counts["observations"] = emptied
    held = writer.term_frequencies(terms)
    unheld = [term for term in terms if term not in held]
    learned += writer.learning.forget((), unheld) + writer.assemblies.forget(unheld)
    if learned:
        counts["learned"] = learned
    if cut:
        counts["merged paragraphs"] = len(cut)
    writer.erasure.mark_bases([*bases, *quoting])
    writer.add_event("forget", encode({"erasure": erasure_id, "counts": counts}), agent, now_us)
    return ErasureReport(
        facts=tuple(fact.reference for fact in targets),
        captured=tuple(one.reference for one in seen),
        captured_left=left,
        counts=tuple(sorted(counts.items())),
        flagged=_flagged(writer, [*bases, *quoting]),
        also_said_by=tuple(fact.reference for fact in kept),
    )


def _cut_merged(
    writer: BrainWriter, targets: Sequence[Fact], texts: Sequence[str], words: Sequence[str]
) -> tuple[list[int], list[Fact], list[ForgottenBase]]:
    """Cut the words out of contexts that other facts gathered them in.

    Gives the ids of the facts that lost a paragraph, the facts whose own words hold them still,
    and the flags for the former.
    """
    gone = {fact.fact_id for fact in targets}
    owners = {normal_wording(fact.content.text): fact.fact_id for fact in targets}
    finder = of_texts(texts)
    cut: list[int] = []
    kept: list[Fact] = []
    flags: list[ForgottenBase] = []
    holders = sorted(set(writer.erasure.holders(texts)) - gone)
    for fact in writer.facts(holders):
        context = fact.content.context or ""
        left = without_statements(context, owners)
        if left != context:
            writer.erasure.cut_context(fact.fact_id, left or None, words)
            changed = writer.find_fact(fact.fact_id)
            assert changed is not None
            writer.project(changed, handles_of(changed.content))
            cut.append(fact.fact_id)
            said = {normal_wording(one) for one in context.split("\n\n")}
            merged = sorted(owners[one] for one in said & owners.keys())
            flags += [ForgottenBase(fact.fact_id, base, "merged") for base in merged]
        if finder.is_in(fact.content.text) or finder.is_in(left):
            kept.append(fact)
    return cut, kept, flags


def _flagged(reader: BrainReader, bases: Iterable[ForgottenBase]) -> tuple[tuple[str, str], ...]:
    told = dict.fromkeys((base.fact_id, base.relation) for base in bases)
    facts = {fact.fact_id: fact for fact in reader.facts(sorted({one for one, _ in told}))}
    return tuple((facts[one].reference, relation) for one, relation in told if one in facts)


def _prove(ground: Ground, words: Sequence[str]) -> Proof:
    """Look for the words everywhere they could be."""
    looked = [
        searcher.search(words)
        for searcher in (ground.scrubber, ground.identity, ground.residue)
        if searcher is not None
    ]
    return Proof(
        bytes_searched=sum(proof.bytes_searched for proof in looked),
        files_searched=sum(proof.files_searched for proof in looked),
        found_in=tuple(sorted({place for proof in looked for place in proof.found_in})),
    )
