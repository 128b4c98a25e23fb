"""Is one table of a TOML text changed, and every other byte left alone?"""

import tomllib

import pytest

from cortex.core.config_edit.toml_edit import drop_table, put_table
from cortex.model.installation import EditRefused

PATH = ("mcp_servers", "cortex")
FIELDS = {"command": "/a b/cörtex", "args": ["mcp", "--home", "it's"], "startup_timeout_sec": 30}

KEPT = {
    "empty": "",
    "plain": 'model = "x" # why\n',
    "two tables": '[mcp_servers.other]\ncommand = "y"\n\n[z]\nq = 1\n',
    "dotted keys": 'a.b."c d" = 1\nmcp_servers.other.command = "x"\n',
    "an inline table": 'mcp_servers = { other = { command = "y" } } # one line\nz = 1\n',
    "an empty inline table": "mcp_servers = {}\n",
    "arrays of tables": '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "x"\n',
    "what looks like a header": 'x = """\n[mcp_servers.cortex]\n"""\ny = [\n  "[z]", # ]\n]\n',
    "windows": "a = 1\r\n[b]\r\nc = [\r\n 1,\r\n]\r\n",
    "literal strings": "x = 'a # b'\ny = '''\n[mcp_servers.cortex]\n'''\n",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_what_is_put_in_and_taken_out_leaves_no_trace(text: str) -> None:
    """Comments, order, spelling and line ends are as before, byte for byte; twice is once."""
    changed = put_table(text, PATH, FIELDS)
    before = tomllib.loads(text)
    servers = {**before.get("mcp_servers", {}), "cortex": FIELDS}
    assert {**before, "mcp_servers": servers} == tomllib.loads(changed)
    assert changed == put_table(changed, PATH, FIELDS)
    assert text == drop_table(changed, PATH)
    assert text == drop_table(text, PATH)


def test_a_table_with_keys_of_the_person_keeps_them() -> None:
    """Only our own keys are set; what somebody added to our table stays, and so does its place."""
    text = '[mcp_servers.cortex]\ncommand = "old" # mine\nenabled = false\n\n[z]\nq = 1\n'
    changed = put_table(text, PATH, FIELDS)
    assert changed.startswith(
        '[mcp_servers.cortex]\ncommand = "/a b/cörtex" # mine\nenabled = false\nargs = ['
    )
    assert changed.endswith("\nstartup_timeout_sec = 30\n\n[z]\nq = 1\n")
    assert "\n[z]\nq = 1\n" == drop_table(changed, PATH)


def test_sub_tables_of_ours_go_with_it() -> None:
    """What hangs below our table is ours."""
    text = '[mcp_servers.cortex]\ncommand = "x"\n[mcp_servers.cortex.env]\nA = "1"\n[z]\nq = 1\n'
    assert "[z]\nq = 1\n" == drop_table(text, PATH)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = \n", "not valid TOML"),
        ("[a]\n[a]\n", "not valid TOML"),
        ('mcp_servers.cortex.command = "x"\n', "not a table of its own"),
        ("mcp_servers = 1\n", "mcp_servers is no table"),
        ("[[mcp_servers]]\nx = 1\n", "mcp_servers"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused(text: str, reason: str) -> None:
    """Broken TOML and spellings that we leave alone are refused by name."""
    with pytest.raises(EditRefused) as refused:
        put_table(text, PATH, FIELDS)
    assert reason in refused.value.reason
    assert refused.value.remedy
