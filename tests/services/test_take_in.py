"""Is a batch of many items the same as one deposit after the other?"""

from pathlib import Path

import pytest

from cortex.core.facts.trust import TrustTable
from cortex.model.callers import Caller
from cortex.model.imports import ImportReport, Item, Source
from cortex.model.scopes import Scope
from cortex.ports.brain import Brain
from cortex.services import take_in as module
from cortex.services.export import ExportLines
from cortex.services.take_in import Setting, take_in
from cortex.stores.sqlite.archive import SqliteArchive
from cortex.stores.sqlite.brain import SqliteBrain
from tests.contracts.brains import faults_of, memory_brain, sqlite_brain
from tests.services.factory import START_US

NAMES = ("gateway", "staging database", "cache", "queue", "scheduler")


def setting(*, is_judged: bool = True) -> Setting:
    """Give the circumstances of an import, with ids that are counted."""
    numbers = iter(range(1_000_000))
    return Setting(
        source=Source("markdown", "user\n/notes"),
        scope=Scope("user", "user"),
        caller=Caller(agent="import-markdown"),
        trust=TrustTable(),
        now_us=START_US,
        new_id=lambda: f"request-{next(numbers)}",
        locate=lambda path: path,
        is_judged=is_judged,
    )


def items(count: int) -> list[Item]:
    """Give statements that agree, contradict, refine and repeat each other."""
    found: list[Item] = []
    for number in range(count):
        name = NAMES[number % len(NAMES)]
        port = 8000 + number % 37
        text = (
            f"The {name} `svc_{number % 61}` listens on port {port} of src/{name}/{number % 7}.py"
        )
        if number % 11 == 0:
            text = f"The {name} does not listen on port {port}"
        if number % 13 == 12:
            text = found[number // 2].text
        found.append(Item(text, f"n.md:{number}", f"n.md\0{number // 40}", context="n.md: Ports"))
    return found


def lines_of(brain: Brain) -> list[bytes]:
    """Give the export of a brain."""
    assert isinstance(brain, SqliteBrain)
    with SqliteArchive(brain).reading() as reader:
        return list(ExportLines(reader))


def test_a_batch_gives_the_rows_of_one_deposit_after_the_other(
    tmp_path: Path,
) -> None:
    """Every canonical row is the same, however many items share a transaction."""

    exports, reports = [], []
    for size in (1, 7, 1_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "BATCH_ITEMS", size)
            brain = sqlite_brain(tmp_path / f"{size}.db")
            grouped = [one._replace(group=one.locator) for one in items(400)]
            reports.append(take_in(brain, grouped, setting(), is_applied=True))
            exports.append(lines_of(brain))
            assert [] == faults_of(brain)
            brain.close()
    assert exports[0] == exports[1] == exports[2]
    assert 1 == len(set(reports))


def test_both_backends_tell_the_same(tmp_path: Path) -> None:
    """What is new, edited, known and merged does not depend on the store."""

    def run(brain: Brain) -> list[ImportReport]:
        first = take_in(brain, items(120), setting(), is_applied=True)
        edited = [one._replace(text=one.text.replace("8000", "9000")) for one in items(120)]
        return [
            first,
            take_in(brain, edited, setting(), is_applied=False),
            take_in(brain, edited, setting(), is_applied=True),
        ]

    told = [run(memory_brain(tmp_path)), run(sqlite_brain(tmp_path / "cortex.db"))]
    assert told[0] == told[1]
    first, preview, applied = told[0]
    assert 0 < first.merged
    assert (preview.new, preview.edited, preview.known) == (
        applied.new,
        applied.edited,
        applied.known,
    )


def test_an_item_with_an_id_is_edited_where_it_is(tmp_path: Path) -> None:
    """Its id finds it; the older statement is superseded, and the third run knows it."""
    brain = memory_brain(tmp_path)
    first = Item("The cache is Redis on port 6379", "db:1", "g", key="observation:1")
    second = first._replace(text="The cache is Valkey on port 6379")
    take_in(brain, [first], setting(), is_applied=True)
    report = take_in(brain, [second], setting(), is_applied=True)
    assert (0, 1) == (report.new, report.edited)
    with brain.reading() as reader:
        statuses = [fact.content.status.value for fact in reader.iter_facts()]
        assert ["superseded", "active"] == statuses
    assert 1 == take_in(brain, [second], setting(), is_applied=True).known


def test_what_others_said_too_is_not_taken_back_by_an_edit(tmp_path: Path) -> None:
    """A fact that two sources state stays when one of them changes its mind."""
    brain = memory_brain(tmp_path)
    one = Item("The cache is Redis on port 6379", "db:1", "g", key="a")
    take_in(brain, [one, one._replace(key="b")], setting(), is_applied=True)
    changed = one._replace(text="Backups run every night at two")
    take_in(brain, [changed], setting(), is_applied=True)
    with brain.reading() as reader:
        assert ["active", "active"] == [f.content.status.value for f in reader.iter_facts()]


def test_statements_of_our_own_export_are_not_judged_again(tmp_path: Path) -> None:
    """Two that contradict each other stood beside each other, and do so again; a repeat is one."""
    brain = memory_brain(tmp_path)
    texts = ("We keep SQLite for the store", "We do not keep SQLite for the store")
    found = [Item(text, "user.md:1", "user.md", key=str(at)) for at, text in enumerate(texts)]
    again = [one._replace(key=f"x{one.key}") for one in found]
    report = take_in(brain, [*found, *again], setting(is_judged=False), is_applied=True)
    assert 2 == report.merged
    with brain.reading() as reader:
        assert ["active", "active"] == [f.content.status.value for f in reader.iter_facts()]


def test_vague_and_odd_items_are_told_with_their_place(tmp_path: Path) -> None:
    """A refusal costs one item; the others are stored."""
    good = Item("The gateway listens on port 8443", "n.md:1", "g")
    bad = [
        good._replace(text="hm", locator="n.md:2"),
        good._replace(text="The odd port is 1", type="no type!", locator="n.md:3"),
    ]
    report = take_in(memory_brain(tmp_path), [good, *bad], setting(), is_applied=True)
    assert (1, ["n.md:2", "n.md:3"], 0) == (
        report.new,
        [one.locator for one in report.skipped],
        report.damaged,
    )


def test_nothing_found_is_nothing_done(tmp_path: Path) -> None:
    """An empty source writes no row and no scope."""
    brain = memory_brain(tmp_path)
    report = take_in(brain, [], setting(), is_applied=True)
    assert (0, 0, 0) == (report.new, report.known, report.damaged)
    with brain.reading() as reader:
        assert 0 == reader.fact_count()


def test_others_get_their_turn_during_one_long_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction ends when its time is over, in a file's middle too; the rows are the same."""
    one_file = [item._replace(group="n.md\0") for item in items(60)]
    brains = [sqlite_brain(tmp_path / f"{name}.db") for name in ("whole", "parted")]
    take_in(brains[0], one_file, setting(), is_applied=True)
    begun: list[int] = []
    writing = SqliteBrain.writing

    def counted(self: SqliteBrain) -> object:
        begun.append(1)
        return writing(self)

    monkeypatch.setattr(SqliteBrain, "writing", counted)
    ticks = iter(range(0, 10**12, module.STROKE_US // 2))
    take_in(brains[1], one_file, setting()._replace(clock=lambda: next(ticks)), is_applied=True)
    assert 20 < len(begun)
    first, second = (lines_of(brain)[1:-1] for brain in brains)
    assert first == second
    again = take_in(brains[1], one_file, setting(), is_applied=True)
    assert 0 == again.new
    for brain in brains:
        brain.close()
