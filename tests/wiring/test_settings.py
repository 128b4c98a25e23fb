"""Is a run told what its user meant, and is a slip answered?"""

import pytest

from cortex.model.errors import SettingsInvalid
from cortex.wiring.settings import KNOWN_VARIABLES, read_settings
from cortex.wiring.vault_variables import VAULT_VARIABLES

HOME = {"HOME": "/home/ada"}


def test_defaults_lie_below_the_users_home() -> None:
    """Without arguments and variables the brain is ~/.cortex/cortex.db, durable, for one person."""
    settings = read_settings(environment=HOME)
    assert (
        "/home/ada/.cortex",
        "/home/ada/.cortex/cortex.db",
        "durable",
        None,
        "/home/ada",
        (),
    ) == (
        settings.home,
        settings.db_path,
        settings.durability,
        settings.owner_id,
        settings.user_home,
        settings.warnings,
    )


@pytest.mark.parametrize(
    ("home", "db", "environment", "expected"),
    [
        ("/a", "/b.db", {"CORTEX_HOME": "/c", "CORTEX_DB": "/d.db"}, ("/a", "/b.db")),
        (None, None, {"CORTEX_HOME": "/c", "CORTEX_DB": "/d.db"}, ("/c", "/d.db")),
        ("/a", None, {"CORTEX_HOME": "/c"}, ("/a", "/a/cortex.db")),
        ("", " ", {"CORTEX_HOME": "  ", "CORTEX_DB": "\t"}, None),
        ("~", "~/x.db", {}, ("/home/ada", "/home/ada/x.db")),
        ("~/a/../b/", None, {}, ("/home/ada/b", "/home/ada/b/cortex.db")),
    ],
)
def test_argument_wins_over_variable_over_default(
    home: str | None, db: str | None, environment: dict[str, str], expected: tuple[str, str] | None
) -> None:
    """The nearest saying counts, a blank one is none, and ~ is the user's home."""
    settings = read_settings(home, db, HOME | environment)
    if expected is None:
        expected = ("/home/ada/.cortex", "/home/ada/.cortex/cortex.db")
    assert expected == (settings.home, settings.db_path)


def test_relative_path_starts_at_the_current_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is made absolute at once: a later change of folder cannot move the brain."""
    monkeypatch.chdir("/usr")
    settings = read_settings("a", "./b/../c.db", HOME)
    assert ("/usr/a", "/usr/c.db", "/usr") == (settings.home, settings.db_path, settings.cwd)


def test_unknown_durability_is_durable_and_said() -> None:
    """A durability nobody knows never weakens a promise, and the person hears of it."""
    assert "fast" == read_settings(environment=HOME | {"CORTEX_DURABILITY": "fast"}).durability
    settings = read_settings(environment=HOME | {"CORTEX_DURABILITY": "Fats\n"})
    assert "durable" == settings.durability
    assert (
        "CORTEX_DURABILITY is 'Fats', which is neither 'durable' nor 'fast'; writing durably",
    ) == (settings.warnings)


def test_misspelt_variable_is_answered_with_the_nearest() -> None:
    """Case 125: a variable that means nothing is named, with the one that was probably meant."""
    slips = {"CORTEX_DB_PAHT": "/x.db", "CORTEX_HOEM": "/y", "CORTEX_ZEBRA": "1"}
    settings = read_settings(environment=HOME | slips)
    assert (
        "CORTEX_DB_PAHT is not a setting of Cortex and was ignored; did you mean CORTEX_DB?",
        "CORTEX_HOEM is not a setting of Cortex and was ignored; did you mean CORTEX_HOME?",
        "CORTEX_ZEBRA is not a setting of Cortex and was ignored",
    ) == settings.warnings
    assert "/home/ada/.cortex/cortex.db" == settings.db_path


def test_owner_is_read_or_refused() -> None:
    """An owner is user:<number>; anything else is refused rather than read as nobody."""
    assert 7 == read_settings(environment=HOME | {"CORTEX_OWNER": "user:7"}).owner_id
    for wrong in (
        "7",
        "user:",
        "user:0",
        "user:-1",
        "user:x",
        "user:9" * 30,
        "team:1",
        "user:\u0667",
    ):
        with pytest.raises(SettingsInvalid, match="CORTEX_OWNER"):
            read_settings(environment=HOME | {"CORTEX_OWNER": wrong})


def test_a_shared_brain_asks_for_its_owner() -> None:
    """Where the brain is shared, nobody is not taken for everybody. CQR F22"""
    team = HOME | {"CORTEX_TEAM": "1"}
    with pytest.raises(SettingsInvalid, match="CORTEX_TEAM"):
        read_settings(environment=team | {"CORTEX_OWNER": " "})
    assert 7 == read_settings(environment=team | {"CORTEX_OWNER": "user:7"}).owner_id
    assert read_settings(environment=HOME | {"CORTEX_TEAM": " "}).owner_id is None


def test_marker_of_nested_sessions_is_read() -> None:
    """Any text that is not blank asks the hooks for silence."""
    assert read_settings(environment=HOME | {"CORTEX_NESTED": "1"}).is_nested
    assert not read_settings(environment=HOME | {"CORTEX_NESTED": " "}).is_nested


def test_table_of_variables_is_sorted_and_complete() -> None:
    """Every variable has a default in words and a help text, as the reference page prints them."""
    settings = [(each.name, each.default, each.help) for each in KNOWN_VARIABLES]
    for rows in (settings, list(VAULT_VARIABLES)):
        assert sorted({name for name, _, _ in rows}) == [name for name, _, _ in rows]
        assert [] == [row for row in rows if not all(row)]


def test_variables_of_a_vault_are_no_mistake() -> None:
    """What `cortex vault` reads is known to every command; a slip in it is answered."""
    known = {name: "x" for name, _, _ in VAULT_VARIABLES}
    assert () == read_settings(environment=HOME | known).warnings
    (warning,) = read_settings(environment=HOME | {"CORTEX_MEMORY_ROTO": "x"}).warnings
    assert "did you mean CORTEX_MEMORY_ROOT?" in warning


def test_no_home_at_all_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any home folder nothing is guessed; an explicit home still works."""
    monkeypatch.setattr("cortex.wiring.settings.home_folder", lambda environment: "")
    with pytest.raises(SettingsInvalid, match="no home folder"):
        read_settings(environment={})
    assert "/a" == read_settings("/a", environment={}).home
