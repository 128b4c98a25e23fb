"""How do the statements of another program's files become facts, once each?

Each item has a key in its source; what was taken in is remembered with the facts, in the same
transaction, so that a second run adds nothing and a broken one goes on where it stopped.
Source: docs/formats/imports.md, ADR 0095.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from cortex.core.text.cleaning import clean_name
from cortex.core.text.digests import content_hash, digest
from cortex.core.text.redaction import without_secrets
from cortex.model.commits import CommitAction, CommitRequest
from cortex.model.errors import CortexError, TextRejected
from cortex.model.facts import FactStatus, RetentionClass
from cortex.model.imports import ImportedItem, ImportReport, Item, Skipped, Source
from cortex.model.lean_classes import NamedTuple
from cortex.services.deposit import Deposit, deposit
from cortex.services.forgotten import require_not_forgotten
from cortex.services.neighbours import verdicts_on
from cortex.services.revise import SUMMARY_CHARS_MAX, Origin, announce, enter
from cortex.services.statements import Prepared, prepare
from cortex.services.tally import Tally

if TYPE_CHECKING:
    from cortex.core.facts.trust import TrustTable
    from cortex.model.callers import Caller
    from cortex.model.scopes import Scope
    from cortex.ports.brain import Brain, BrainReader, BrainWriter

BATCH_ITEMS = 512
"""Items looked at together, and of one write transaction at most: folding is done in strokes large
enough to be worth it."""

STROKE_US = 500_000
"""Microseconds after which a write transaction takes no further item, so that others get their
turn: among thousands of statements that are much alike, each takes some ten milliseconds."""

GROUP_ITEMS_MAX = 4_096
"""Items of one group held together; of a longer list no item is taken for an edit of another."""

DIGEST_CHARS = 32
"""Hexadecimal digits of a key: sixteen bytes tell a billion items apart."""

Progress = Callable[[int], None]
"""Called with the number of items read so far."""


class Setting(NamedTuple):
    """What every item of one import shares.

    Args:
        locate: turns a path as the source writes it into the form it is stored under.
        is_judged: statements are compared with what is stored, as in every commit. Those that
            stood beside each other in a brain of ours were judged there.
        clock: gives now, to know when others are due; None never asks.
    """

    source: Source
    scope: Scope
    caller: Caller
    trust: TrustTable
    now_us: int
    new_id: Callable[[], str]
    locate: Callable[[str], str]
    is_judged: bool = True
    clock: Callable[[], int] | None = None


class _Ready(NamedTuple):
    """An item that may be stored."""

    item: Item
    entry: ImportedItem
    request: CommitRequest
    prepared: Prepared


class _Change(NamedTuple):
    """An item to be stored, and what it said before, if it is an edit."""

    ready: _Ready
    old: ImportedItem | None


def take_in(
    brain: Brain,
    found: Iterable[Item | Skipped],
    setting: Setting,
    *,
    is_applied: bool,
    on_progress: Progress | None = None,
) -> ImportReport:
    """Store what is new in a source, or tell what would be stored.

    Raises:
        StoreBusy, StoreReadOnly, DiskFull: what was stored before stays, and is known next time.
    """
    tally = Tally(setting.source, is_applied=is_applied)
    seen: set[bytes] = set()
    for batch, whole in _batches(_noted(found, tally, on_progress)):
        ready = list(_ready(batch, setting, tally, seen))
        if not ready:
            continue
        with brain.reading() as reader:
            changes = _changes(reader, ready, setting.source, tally, is_whole=whole)
        if not is_applied:
            for change in changes:
                tally.take(change.ready.item, change.ready.prepared, is_edit=bool(change.old))
            continue
        at = 0
        while at < len(changes):
            with brain.writing() as writer:
                at += _store(writer, changes[at : at + BATCH_ITEMS], setting, tally)
    return tally.report()


def _noted(
    found: Iterable[Item | Skipped], tally: Tally, on_progress: Progress | None
) -> Iterator[Item]:
    for at, one in enumerate(found, start=1):
        if on_progress is not None:
            on_progress(at)
        if isinstance(one, Skipped):
            tally.skip(one)
        else:
            yield one


def _batches(items: Iterable[Item]) -> Iterator[tuple[list[Item], bool]]:
    """Give the items in portions that end where a group ends, and whether the groups are whole."""
    batch: list[Item] = []
    is_whole = True
    for item in items:
        is_full = len(batch) >= BATCH_ITEMS
        if is_full and item.group != batch[-1].group:
            yield batch, is_whole
            batch, is_whole = [], True
        elif len(batch) >= GROUP_ITEMS_MAX:
            yield batch, False
            batch, is_whole = [], False
        batch.append(item)
    if batch:
        yield batch, is_whole


def _ready(batch: list[Item], setting: Setting, tally: Tally, seen: set[bytes]) -> Iterator[_Ready]:
    """Give what may be stored of a batch, each key once; the rest is told to the tally."""
    for item in batch:
        entry = _entry(item)
        if (key := bytes.fromhex(entry.key)) in seen:
            continue
        seen.add(key)
        request = _request(item, setting)
        try:
            prepared = prepare(
                request, setting.scope, setting.caller, setting.trust, setting.now_us
            )
        except TextRejected as error:
            tally.skip(Skipped(item.locator, f"refused: {error.reason}"))
        except CortexError as error:
            tally.skip(Skipped(item.locator, f"refused: {error.message}"))
        else:
            content = prepared.content._replace(observed_us=request.valid_from_us or setting.now_us)
            yield _Ready(item, entry, request, prepared._replace(content=content))


def _entry(item: Item) -> ImportedItem:
    """Give what is remembered of an item; its fact comes later."""
    key = item.key or f"{item.group}\0{item.text}"
    said = "\0".join((item.type, item.text, item.context or "", item.subject or ""))
    return ImportedItem(
        key=_digest(f"{bool(item.key)}\0{key}"),
        group=_digest(item.group),
        digest=_digest(said),
        fact_id=0,
        locator=clean_name(item.locator).text,
    )


def _digest(text: str) -> str:
    payload = text.encode("utf-8", "surrogatepass")
    return digest("cortex/import-item/1", payload)[:DIGEST_CHARS]


def _request(item: Item, setting: Setting) -> CommitRequest:
    said_us = None if item.said_us is None else min(item.said_us, setting.now_us)
    return CommitRequest(
        text=item.text,
        type=item.type,
        context=item.context,
        subject=item.subject,
        attribute=item.attribute,
        aliases=item.aliases,
        paths=tuple(setting.locate(path) for path in item.paths),
        symbols=item.symbols,
        is_pinned=item.is_pinned,
        retention=RetentionClass.DURABLE,  # Somebody kept it for years; it must not run out here.
        valid_from_us=said_us,
        valid_until_us=item.until_us,
    )


def _changes(
    reader: BrainReader, ready: list[_Ready], source: Source, tally: Tally, *, is_whole: bool
) -> list[_Change]:
    """Give what is new or edited; a place that lost one statement and got one was edited."""
    known = reader.imports.taken_in(source, [one.entry.key for one in ready])
    changes: list[_Change] = []
    for one in ready:
        old = known.get(one.entry.key)
        # Without an id of its own an item's words are its key: the same key is the same item.
        if old is not None and (old.digest == one.entry.digest or not one.item.key):
            tally.known += 1
        else:
            changes.append(_Change(one, old))
    if not is_whole:
        return changes
    present = {one.entry.key for one in ready}
    for group in dict.fromkeys(one.entry.group for one in ready if not one.item.key):
        before = reader.imports.taken_in_under(source, group)
        gone = [entry for entry in before if entry.key not in present]
        new = [at for at, one in enumerate(changes) if one.ready.entry.group == group]
        if len(gone) == len(new) == 1:
            changes[new[0]] = changes[new[0]]._replace(old=gone[0])
        else:
            tally.gone += len(gone)
    return changes


def _store(writer: BrainWriter, changes: list[_Change], setting: Setting, tally: Tally) -> int:
    """Store changes until others are due, and give how many were dealt with; one at least.

    What another run of the same import stored meanwhile is known by then.
    """
    scope = setting.scope
    writer.keep_scope(scope.scope_id, scope.kind, clean_name(scope.name).text)
    entries, dropped = [], []
    keys = [change.ready.entry.key for change in changes]
    known = writer.imports.taken_in(setting.source, keys)
    started_us = setting.clock() if setting.clock else 0
    done = 0
    for ready, old in changes:
        if done and setting.clock and not 0 <= setting.clock() - started_us < STROKE_US:
            break
        done += 1
        meanwhile = known.get(ready.entry.key)
        if meanwhile is not None and meanwhile.digest == ready.entry.digest:
            tally.known += 1
            continue
        replaced = None if old is None else _replaceable(writer, old)
        request = ready.request._replace(supersedes=replaced)
        one = Deposit(request, ready.prepared, setting.caller, setting.new_id(), setting.now_us)
        try:
            if setting.is_judged or replaced:
                outcome = deposit(writer, one)
                fact_id, is_merged = outcome.fact.fact_id, outcome.action is CommitAction.MERGED
            else:
                fact_id, is_merged = _restate(writer, one)
        except CortexError as error:
            reason = f"refused: {without_secrets(error.message)}"
            tally.skip(Skipped(ready.item.locator, reason))
            continue
        entries.append(ready.entry._replace(fact_id=fact_id))
        if old is not None and old.key != ready.entry.key:
            dropped.append(old.key)
        tally.take(ready.item, ready.prepared, is_edit=old is not None)
        tally.merged += is_merged
    writer.imports.drop(setting.source, dropped)
    writer.imports.note(setting.source, entries, setting.now_us)
    return done


def _restate(writer: BrainWriter, one: Deposit) -> tuple[int, bool]:
    """Store what stood beside its contradictions before; only a repeat is not stored again.

    Gives the fact and whether it was there already.
    """
    content = one.prepared.content
    require_not_forgotten(writer, content.text, content.context)
    near = verdicts_on(writer, content, one.prepared.handles, one.now_us, is_dated=True)
    same = [old for old, _ in near if old.content.text == content.text]
    if same:
        return same[0].fact_id, True
    version_id = writer.open_version("import", one.now_us)
    fact = enter(writer, content, content_hash(content.text), version_id)
    writer.close_version(version_id, fact.fact_id, f"imported: {content.text}"[:SUMMARY_CHARS_MAX])
    announce(writer, fact, Origin(one.caller, one.request_id, one.now_us), kind="created")
    return fact.fact_id, False


def _replaceable(reader: BrainReader, old: ImportedItem) -> str | None:
    """Give the fact an edit replaces; none when others have said it too, or it no longer stands."""
    fact = reader.find_fact(old.fact_id)
    if fact is None or fact.merged_count or fact.content.status is not FactStatus.ACTIVE:
        return None
    return fact.reference
