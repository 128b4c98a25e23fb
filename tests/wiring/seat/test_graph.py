"""Is a graph built from logs, the operator's file and ENTITIES.md, and looked at by the doctor?"""

import json
from pathlib import Path

import pytest

from cortex.model.client_graph import GraphBuild
from cortex.model.errors import InvalidRequest, NotFound, SettingsInvalid
from cortex.model.seat_checks import FAIL, PASS, WARN
from cortex.model.seats import Seat
from cortex.seat.graph import DAMAGED_NOTE
from cortex.wiring.seat.graph import ask, build, check, checks_of, lines_of, nouns, show, status
from cortex.wiring.seat.opening import open_seat
from cortex.wiring.settings import Settings, read_settings
from tests.wiring.seat_graphs import OPERATOR, log, operator, wish
from tests.wiring.seat_sessions import NOW_US, make_seat

BUDGET = "Acme's budget is 5,000 EUR."
DAY_US = 86_400_000_000


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat; the operator names two nouns."""
    operator(f"{tmp_path}/home")
    return make_seat(tmp_path)


def built(settings: Settings, *logs: str) -> GraphBuild:
    """Bring the graph up to date and give what was done."""
    return build(settings, "scout", logs)[1]


def values(settings: Settings, question: str = "Acme") -> list[str]:
    """Give the values that hold about what a question names."""
    return [one.fact.value for one in ask(settings, "scout", question)[1]]


def rows(settings: Settings) -> dict[str, tuple[str, str]]:
    """Give what the doctor says of the graph: level and evidence by row."""
    with open_seat(settings, "scout") as opened:
        return {one.check: (one.level, one.evidence) for one in checks_of(opened)}


def test_a_build_reads_what_is_new(seat: Seat, settings: Settings) -> None:
    """Case 92: a second build of the same logs has nothing new; a third reads one message."""
    log(seat, BUDGET, "Acme's owner is Bob.", "Acme is fine")
    first = built(settings)
    assert (3, 3, (("role_in_chat", 1),)) == (first.seen, first.new, first.reasons)
    assert (3, 0, 0, 0) == built(settings)[2:4] + built(settings)[5:7]
    log(seat, "Acme's invoice day is the 1st.")
    third = built(settings)
    assert (4, 1, 1) == (third.seen, third.new, third.kept)
    assert "5,000 EUR" in values(settings)


def test_rows_that_are_no_messages_are_counted(seat: Seat, settings: Settings) -> None:
    """Torn lines and instants that have not come say nothing, and the build tells how many."""
    path = log(seat, BUDGET)
    log(seat, "Acme's budget is 9 EUR.", at_us=NOW_US + 400 * 100 * DAY_US)
    with path.open("a") as file:
        file.write('{"torn": \n[]\n')
    row = built(settings)
    assert (1, 3, NOW_US) == (row.seen, row.unread, row.newest_us)


def test_logs_elsewhere_are_read_from_then_on(
    seat: Seat, settings: Settings, tmp_path: Path
) -> None:
    """A log named once counts in every build; a message that stands twice counts once."""
    elsewhere = tmp_path / "old.jsonl"
    elsewhere.write_bytes(log(seat, BUDGET).read_bytes())
    assert 1 == built(settings, str(elsewhere)).seen
    Path(seat.home, "logs/inbound-messages.jsonl").unlink()
    assert 1 == built(settings).seen
    assert ["5,000 EUR"] == values(settings)
    elsewhere.unlink()
    row = built(settings)
    assert (0, []) == (row.seen, values(settings))
    assert "1 of the logs named before cannot be read" in row.note
    with pytest.raises(InvalidRequest, match=r"no\.jsonl"):
        built(settings, str(tmp_path / "no.jsonl"))


def test_entities_of_the_seat_are_nouns(seat: Seat, settings: Settings) -> None:
    """ENTITIES.md names nouns and aliases; of one name both files speak of one noun."""
    Path(seat.root, "ENTITIES.md").write_text(
        "# Entities\n\n## Orca  kind: product\naliases: Big Fish\n\n## Acme GmbH\naliases: AG2\n"
    )
    log(seat, "The Big Fish deadline is 12 March.", "AG2's budget is 7 EUR a day.")
    built(settings)
    assert ["12 March"] == values(settings, "orca")
    assert ["7 EUR a day"] == values(settings, "Acme Corp")
    _, entity, facts, roles = show(settings, "scout", "ag2")
    assert ("Acme GmbH", 1, ["billing contact"]) == (
        entity.name, len(facts), [one.role for one in roles],
    )  # fmt: skip


@pytest.mark.parametrize("damage", [b"", b"no graph", None])
def test_a_damaged_graph_is_made_from_the_logs_again(
    seat: Seat, settings: Settings, damage: bytes | None
) -> None:
    """It is set aside, the build says so, and answers as before."""
    log(seat, BUDGET)
    built(settings)
    before = nouns(settings, "scout")
    path = Path(seat.home, "graph/graph.db")
    content = path.read_bytes()
    path.write_bytes(content[:5000] + b"\xff" * (len(content) - 5000) if damage is None else damage)
    assert DAMAGED_NOTE == built(settings).note
    assert before._replace(builds=()) == nouns(settings, "scout")._replace(builds=())
    assert Path(seat.home, "graph/graph.db.damaged").exists()
    assert "" == built(settings).note


def test_without_a_graph_everything_says_how_to_get_one(seat: Seat, settings: Settings) -> None:
    """Asking and showing name the command; status and a search of all layers have nothing."""
    for run in (lambda: ask(settings, "scout", "x"), lambda: show(settings, "scout", "x"),
                lambda: nouns(settings, "scout")):  # fmt: skip
        with pytest.raises(NotFound) as told:
            run()
        assert "cortex graph build" in (told.value.remedy or "")
    assert () == status(settings, "scout").builds
    with open_seat(settings, "scout") as opened:
        assert [] == list(lines_of(opened))
    assert 0 == built(settings).seen
    with pytest.raises(NotFound, match="no 'Zed'"):
        show(settings, "scout", "Zed")


def test_a_search_of_all_layers_gets_the_facts(seat: Seat, settings: Settings) -> None:
    """Newest first, with place, instant, words, and what was superseded."""
    log(seat, "Acme's budget is 4 EUR a day.", "Acme's budget is 5 EUR a day.")
    built(settings)
    with open_seat(settings, "scout") as opened:
        new, old = lines_of(opened)
    assert ("logs/inbound-messages.jsonl:2", "", "superseded") == (new.where, new.note, old.note)
    assert "Acme's budget is 5 EUR a day." in new.text
    assert NOW_US + 60_000_000 == new.at_us


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x = 1", "knows no 'x'"),
        ("[[entity]]\nname = 1", "'name' is a text"),
        ("[[entity]]\nname = 'A'\nboss = 'B'", "knows no 'boss'"),
        ("[[entity]]\nname = 'A'\n[[entity]]\nname = 'a'", "stands there twice"),
        ("[[entity]]\nname = 'A'\naliases = 'B'", "'aliases' is a list"),
        ("[[role]]\nentity = 'A'\nrole = 'r'\nholder = 'h'", "no [[entity]]"),
        ("entity = 1", "write each entity as [[entity]]"),
        ("[model]\ncommand = 'sh -c x'", "no list of words"),
        ("[[entity", "no valid TOML"),
    ],
)
def test_an_operator_s_file_that_says_something_else_is_refused(
    seat: Seat, settings: Settings, text: str, what: str
) -> None:
    """It names the file and what is wrong; nothing is built."""
    operator(settings.home, text)
    with pytest.raises(SettingsInvalid) as told:
        built(settings)
    assert "graph.toml" in told.value.message
    assert what in told.value.message


def test_the_operator_s_file_is_the_operator_s(seat: Seat, settings: Settings) -> None:
    """One that everybody may write is refused; rows for another seat are not for this one."""
    path = operator(settings.home)
    path.chmod(0o666)
    with pytest.raises(SettingsInvalid, match="everybody"):
        built(settings)
    path.unlink()
    operator(
        settings.home,
        OPERATOR.replace('[[entity]]\nname = "东', "[[entity]]\nseats = ['x']\nname = \"东"),
    )
    built(settings)
    assert ["acme gmbh"] == [one.key for one in nouns(settings, "scout").entities]


def test_a_model_of_the_operator_is_asked(seat: Seat, settings: Settings, tmp_path: Path) -> None:
    """Where rules are silent; what it makes up is dropped; a failure is said and tried again."""
    script = tmp_path / "model.sh"
    row = {"message": 1, "entity": "Acme GmbH", "predicate": "colour", "value": "teal",
           "quote": "all teal at Acme, for ever"}  # fmt: skip
    lie = {**row, "value": "green", "quote": "Acme is green now, they say"}
    answer = f"{json.dumps(row)}\n{json.dumps(lie)}"
    script.write_text(f"cat >{tmp_path}/asked\ncat <<'X'\n{answer}\nX\n")
    log(seat, "all teal at Acme, for ever", BUDGET)
    model = f'[model]\ncommand = ["/bin/sh", "{script}"]\n'
    operator(settings.home, model.replace("/bin/sh", "/bin/false") + OPERATOR)
    assert "the model gave nothing: the command ended with 1" in built(settings).note
    operator(settings.home, model + OPERATOR)
    row_ = built(settings)
    assert (1, (("quote_not_found", 1),)) == (row_.kept, row_.reasons)
    assert {"teal", "5,000 EUR"} == set(values(settings))
    assert "5,000" not in (tmp_path / "asked").read_text()
    (tmp_path / "asked").unlink()
    built(settings)
    assert not (tmp_path / "asked").exists()


def test_a_graph_that_is_up_to_date_and_right_passes(
    seat: Seat, settings: Settings, tmp_path: Path
) -> None:
    """Doctor D9: built with the newest message, known answers right, in no work tree."""
    assert {"D9": (PASS, "no message is logged, and no client graph is wanted")} == rows(settings)
    log(seat, BUDGET)
    built(settings)
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"prompt": "budget of Acme?", "expect": [{"value": "5,000 EUR"}]}\n')
    assert [()] == [one.wrong for one in check(settings, "scout", str(cases))]
    levels = {name: level for name, (level, _) in rows(settings).items()}
    assert {"D9.age": PASS, "D9.answers": PASS, "D9.place": PASS} == levels


def test_a_graph_that_is_behind_wrong_or_in_a_repository_fails(
    seat: Seat, settings: Settings, tmp_path: Path
) -> None:
    """Doctor D9: behind is a warning and by a day a failure; never checked is no pass."""
    log(seat, BUDGET)
    assert WARN == rows(settings)["D9"][0]
    wish(seat)
    assert FAIL == rows(settings)["D9"][0]
    finished_us = built(settings).finished_us
    assert WARN == rows(settings)["D9.answers"][0]
    log(seat, "hello", at_us=finished_us)
    assert WARN == rows(settings)["D9.age"][0]
    log(seat, "hello", at_us=finished_us + 2 * DAY_US)
    assert FAIL == rows(settings)["D9.age"][0]
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"prompt": "budget of Acme?", "silent": true}\n')
    check(settings, "scout", str(cases))
    assert (FAIL, True) == (
        rows(settings)["D9.answers"][0],
        "1 of 1" in rows(settings)["D9.answers"][1],
    )
    cases.write_text('{"prompt": "[CRON: x] budget of Acme?", "silent": true}\n')
    check(settings, "scout", str(cases))
    assert PASS == rows(settings)["D9.answers"][0]
    built(settings)
    assert WARN == rows(settings)["D9.answers"][0]
    (tmp_path / ".git").mkdir()
    assert FAIL == rows(settings)["D9.place"][0]
    graph_file = Path(seat.home, "graph/graph.db")
    graph_file.write_bytes(graph_file.read_bytes().replace(b"5,000 EUR", b"9,000 EUR"))
    assert (FAIL, True) == (rows(settings)["D9"][0], "damaged" in rows(settings)["D9"][1])
    built(settings)
    assert "D9" not in rows(settings)
    Path(seat.home, "graph/graph.db").write_bytes(b"no graph")
    assert FAIL == rows(settings)["D9"][0]
