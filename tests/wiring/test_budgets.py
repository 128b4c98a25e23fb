"""Are the operator's limits kept by every surface, over restarts, and free where none are set?"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.budgets import BUDGETS_FILE, BUDGETS_FILE_BYTES_MAX, Endpoint
from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.errors import StoreReadOnly
from cortex.model.outcomes import Level
from cortex.model.questions import Question
from cortex.model.refusals import BudgetExceeded
from cortex.stores.system.budget_uses import DENIALS_KEPT, KEPT_STALE_MAX, known_uses, use_log
from cortex.wiring.budgets import budgets_finding, budgets_health, read_budgets, spend
from cortex.wiring.guarded import open_house
from cortex.wiring.house import House
from cortex.wiring.needs import Needs, question_limits
from cortex.wiring.settings import Settings

NOW = 1_750_000_000_000_000
CALLER = Caller(agent="tester")
STORE_TWICE = "[endpoints.store]\nlimit = 2\nwindow_seconds = 3600\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of an empty home."""
    home = tmp_path / "home"
    home.mkdir()
    return Settings(
        home=str(home),
        db_path=str(home / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
        user_home=str(tmp_path),
    )


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    """Give the house that edges open."""
    with open_house(settings) as opened:
        yield opened


def limit(settings: Settings, text: str) -> None:
    """Write the operator's file."""
    Path(settings.home, BUDGETS_FILE).write_text(text, encoding="utf-8")


def commit(house: House, text: str) -> None:
    """Keep a statement."""
    house.commit(CommitRequest(text), Place(), CALLER)


def test_limit_counts_down_then_denies_with_a_wait(settings: Settings) -> None:
    """Limit 2: remaining 1, 0, then denied twice with 3598 to 3600 seconds to wait: CQR F23."""
    limit(settings, STORE_TWICE)
    decisions = [spend(settings, Endpoint.STORE, NOW + n * 1_000_000) for n in range(4)]
    assert [True, True, False, False] == [d.is_allowed for d in decisions if d]
    assert [1, 0, 0, 0] == [d.remaining for d in decisions if d]
    assert [0, 0, 3598, 3597] == [d.retry_after_seconds for d in decisions if d]
    health: Any = budgets_health(settings, NOW + 4_000_000)
    counted = health["endpoints"]["store"]
    assert (2, 2, 2) == tuple(
        counted[key] for key in ("recent_uses", "recent_denials", "total_denials")
    )
    assert (2, 2) == (health["recent_denials"], health["total_denials"])
    assert None is spend(settings, Endpoint.RECALL, NOW)


def test_without_a_file_nothing_is_decided_or_made(settings: Settings, house: House) -> None:
    """No file: no decision anywhere, no count, and no folder for counts: CQR F23."""
    assert all(None is spend(settings, endpoint, NOW) for endpoint in Endpoint)
    commit(house, "The gateway listens on port 8443")
    assert not Path(settings.home, "budgets").exists()
    health = budgets_health(settings, NOW)
    assert (False, False, None) == tuple(
        health[key] for key in ("config_loaded", "enabled", "error")
    )
    assert Level.PASS is budgets_finding(settings).level


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[endpoints.store", "parse_error"),
        ("\udcff", "parse_error"),
        ("[endpoints.store]\nlimit = 2\n", "missing_window_seconds"),
        ("#" * (BUDGETS_FILE_BYTES_MAX + 1), "too_large"),
    ],
)
def test_broken_file_limits_nothing_and_is_told(
    settings: Settings, house: House, text: str, code: str
) -> None:
    """It is loaded and not kept, and status and doctor say what is wrong."""
    raw = text.encode("utf-8", "surrogateescape")
    Path(settings.home, BUDGETS_FILE).write_bytes(raw)
    for n in range(3):
        commit(house, f"Service number{n} listens on port {8000 + n}")
    health: Any = budgets_health(settings, NOW)
    assert (True, False) == (health["config_loaded"], health["enabled"])
    assert code == health["error"]["code"]
    finding = budgets_finding(settings)
    assert Level.WARN is finding.level
    assert code in finding.detail


def test_link_is_not_followed(settings: Settings, tmp_path: Path) -> None:
    """A file that is a link is a fault, whatever it leads to."""
    target = tmp_path / "elsewhere.toml"
    target.write_text(STORE_TWICE, encoding="utf-8")
    Path(settings.home, BUDGETS_FILE).symlink_to(target)
    policy = read_budgets(settings.home)
    assert policy.fault is not None
    assert "io_error" == policy.fault.code


def test_commit_is_denied_and_nothing_is_kept(settings: Settings, house: House) -> None:
    """The third commit is refused with everything a caller needs, and is no fact."""
    limit(settings, STORE_TWICE)
    for n in range(2):
        commit(house, f"Service number{n} listens on port {8000 + n}")
    with pytest.raises(BudgetExceeded, match=r"^budget_exceeded") as denied:
        commit(house, "Service number9 listens on port 8009")
    details = denied.value.details
    assert ("store", 2, 3600, BUDGETS_FILE) == tuple(
        details[key] for key in ("endpoint", "limit", "window_seconds", "source")
    )
    assert 3500 < int(str(details["retry_after_seconds"])) <= 3600
    with house.brain.reading() as reader:
        assert 2 == reader.fact_count()


def test_new_name_and_new_process_make_no_room(settings: Settings, house: House) -> None:
    """Counts belong to the owner and outlive the process; another owner has its own."""
    limit(settings, STORE_TWICE)
    commit(house, "The gateway listens on port 8443")
    house.commit(CommitRequest("Billing runs on port 9090"), Place(), Caller(agent="other"))
    program = (
        "import sys; from cortex.wiring.budgets import spend; from cortex.model.budgets import *;"
        "from cortex.wiring.settings import Settings;"
        "s = Settings(home=sys.argv[1], db_path='x');"
        f"print(spend(s, Endpoint.STORE, {house.now_us()}).is_allowed)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, settings.home], capture_output=True, text=True, check=True
    )
    assert "False" == run.stdout.strip()
    shared = Settings(home=settings.home, db_path=settings.db_path, owner_id=7)
    decision = spend(shared, Endpoint.STORE, house.now_us())
    assert decision is not None
    assert decision.is_allowed


def test_recall_boot_and_mcp_are_counted_apart(settings: Settings, house: House) -> None:
    """Each endpoint has its own count, on the verbs' use cases and on the operations."""
    limit(
        settings,
        "".join(f"[endpoints.{name}]\nlimit = 1\nwindow_seconds = 60\n" for name in Endpoint),
    )
    commit(house, "The gateway listens on port 8443")
    house.query(Question("gateway"), Place(), CALLER)
    house.boot(300, Place(), CALLER)
    for act in (
        lambda: commit(house, "Billing runs on port 9090"),
        lambda: house.query(Question("gateway"), Place(), CALLER),
        lambda: house.boot(300, Place(), CALLER),
    ):
        with pytest.raises(BudgetExceeded):
            act()
    client = Caller(agent="client", is_mcp=True)
    assert "ok" == house.operate("capabilities", {}, client, Place())["status"]
    denied = house.operate("capabilities", {}, client, Place())
    assert ("denied", "budget_exceeded", "mcp") == (
        denied["status"],
        denied["code"],
        denied["endpoint"],
    )
    assert isinstance(denied["retry_after_seconds"], int)
    assert "ok" == house.operate("capabilities", {}, CALLER, Place())["status"]
    assert "budget_exceeded" == house.operate("query", {"need": "gateway"}, CALLER, Place())["code"]


def test_denials_become_events_but_do_not_fill_the_store(
    settings: Settings, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A denial is an event; whoever keeps knocking is only counted."""
    monkeypatch.setattr("cortex.wiring.guarded.EVENTS_MAX", 2)
    limit(settings, STORE_TWICE)
    for n in range(7):
        try:
            commit(house, f"Service number{n} listens on port {8000 + n}")
        except BudgetExceeded:
            continue
    import apsw

    connection = apsw.Connection(settings.db_path)
    counted = connection.execute("SELECT count(*) FROM events WHERE type = 'budget_rejected'")
    assert [(2,)] == counted.fetchall()
    assert 5 == budgets_health(settings, house.now_us())["total_denials"]


def test_counts_that_cannot_be_kept_refuse(settings: Settings, house: House) -> None:
    """A budget that is set and cannot be counted is no budget that may be passed over."""
    limit(settings, STORE_TWICE)
    Path(settings.home, "budgets").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreReadOnly):
        commit(house, "The gateway listens on port 8443")


def test_old_uses_are_dropped_and_a_torn_write_is_passed_over(tmp_path: Path) -> None:
    """The file does not grow for ever, and half an instant at its end is no instant."""
    home = str(tmp_path)
    with use_log(home, "store.solo") as log:
        for n in range(KEPT_STALE_MAX + 1):
            log.add_use(NOW + n, 0)
    with use_log(home, "store.solo") as log:
        assert KEPT_STALE_MAX + 1 == len(log.uses_us)
        log.add_use(NOW + 10**9, NOW + 10**8)
    assert [NOW + 10**9] == list(known_uses(home, "store.solo")[0])
    path = tmp_path / "budgets" / "store.solo"
    path.write_bytes(path.read_bytes() + b"abc")
    with use_log(home, "store.solo") as log:
        log.add_use(NOW, 0)  # The clock was set back; instants still ascend.
        assert [NOW + 10**9, NOW + 10**9] == list(log.uses_us)
    with use_log(home, "store.solo") as log:
        for n in range(DENIALS_KEPT + 2):
            log.add_denial(NOW + n)
    _, denials, total = known_uses(home, "store.solo")
    assert (DENIALS_KEPT, DENIALS_KEPT + 2) == (len(denials), total)


def checkpoint(**arguments: Any) -> tuple[str, dict[str, Any]]:
    """Give a step on a thread."""
    return "checkpoint", {"thread": "gw", **arguments}


PROMOTED = {
    "rule": "checker_result",
    "text": "The suite of the gateway passes",
    "preconditions": {"predicate": "p", "artifact": "a", "checker": "c", "passed": True},
}


@pytest.mark.parametrize(
    ("endpoint", "asked"),
    [
        ("store", checkpoint(note="moved the listener")),
        ("store", checkpoint(action="obligation", obligation="Move the gateway")),
        ("store", checkpoint(action="attempt", attempt="Moved it by hand")),
        ("store", ("commit", {"promote": PROMOTED})),
        ("recall", ("query", {"recipe": "current_constraints"})),
        ("recall", ("query", {"needs": ["recipe:open_work"]})),
        ("recall", ("query", {"profile": "map"})),
        ("recall", ("query", {"profile": "changes"})),
        ("recall", ("query", {"profile": "conflicts"})),
    ],
)
def test_no_other_name_makes_room(
    settings: Settings, house: House, endpoint: str, asked: tuple[str, dict[str, Any]]
) -> None:
    """What keeps or answers is counted, by whichever operation, profile or action it is asked."""
    commit(house, "The gateway listens on port 8443")
    limit(settings, f"[endpoints.{endpoint}]\nlimit = 1\nwindow_seconds = 60\n")
    name, arguments = asked
    assert "denied" != house.operate(name, arguments, CALLER, Place())["status"]
    denied = house.operate(name, arguments, CALLER, Place())
    assert ("denied", endpoint) == (denied["status"], denied.get("endpoint"))


def test_each_move_of_what_is_owed_is_counted(settings: Settings, house: House) -> None:
    """A note on a move is kept too."""
    owed = house.operate(
        *checkpoint(action="obligation", obligation="Move the gateway to port 9000"),
        CALLER,
        Place(),
    )
    limit(settings, STORE_TWICE)
    for state in ("ready", "in_progress"):
        told = checkpoint(action="transition", obligation="decision::1", to=state)
        assert "ok" == house.operate(*told, CALLER, Place())["status"], owed
    told = checkpoint(action="revalidate", obligation="decision::1", artifact="a")
    assert "budget_exceeded" == house.operate(*told, CALLER, Place())["code"]


def test_questions_beside_recall_are_counted(settings: Settings, house: House) -> None:
    """A question about one fact, and one to the observations, are questions too."""
    commit(house, "The gateway listens on port 8443")
    limit(settings, "[endpoints.recall]\nlimit = 1\nwindow_seconds = 60\n")
    house.why_not(1, Question("gateway"), Place(), CALLER)
    with pytest.raises(BudgetExceeded):
        house.why_not(1, Question("gateway"), Place(), CALLER)
    with pytest.raises(BudgetExceeded):
        Needs(house, CALLER).ask("gateway", [Place()], question_limits(5, 1000))
