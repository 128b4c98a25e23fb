"""Do agents over MCP meet each other, the operator's limits and the permissions of their names?"""

from pathlib import Path

from cortex.edges.mcp.tools import tool_list
from tests.black_box.shell import Shell
from tests.edges.mcp.conversation import call, converse

TEXT = "The gateway listens on port 8443"


def shell_of(home: Path) -> Shell:
    """Give a shell of the person whose home this is."""
    return Shell(home, home)


def test_lock_task_and_message_reach_another_process(tmp_path: Path) -> None:
    """What one server's client did, a shell and the next server see; the eight tools stay eight."""
    shell = shell_of(tmp_path)
    heard = converse(
        tmp_path,
        [
            call(1, "cortex_checkpoint", action="lock", path="src/a.py"),
            call(2, "cortex_checkpoint", action="task_add", title="Move the gateway"),
            call(3, "cortex_checkpoint", action="message", to="bob", text="mine until noon"),
            call(4, "focus_start", label="gateway"),
        ],
    )
    assert {"ok"} == {heard.result(n)["status"] for n in range(1, 5)}
    assert "tester" == heard.result(1)["lock"]["agent"]
    refused = shell.run("lock", "src/a.py", "--agent", "bob", status=7)
    assert "'tester'" in refused.err
    assert "mine until noon" in shell.run("inbox", "--agent", "bob", status=0).out
    shell.ask("task", "claim", "1", "--agent", "bob")
    again = converse(tmp_path, [call(1, "cortex_checkpoint", action="task_claim", task="task::1")])
    assert again.answer(1)["result"]["isError"]
    assert "bob" == again.result(1)["claimed_by"]
    assert 8 == len(tool_list())


def test_limit_is_kept_over_restarts_of_the_server(tmp_path: Path) -> None:
    """The third call is denied though a new server answers it: CQR F23."""
    home = tmp_path / ".cortex"
    home.mkdir()
    (home / "budgets.toml").write_text("[endpoints.mcp]\nlimit = 2\nwindow_seconds = 3600\n")
    first = converse(tmp_path, [call(n, "cortex_capabilities") for n in (1, 2)])
    assert {"ok"} == {first.result(n)["status"] for n in (1, 2)}
    second = converse(tmp_path, [call(3, "cortex_capabilities")])
    denied = second.result(3)
    assert ("denied", "budget_exceeded", "mcp") == (
        denied["status"],
        denied["code"],
        denied["endpoint"],
    )
    assert 0 < denied["retry_after_seconds"] <= 3600


def test_name_of_the_handshake_decides_what_is_allowed(tmp_path: Path) -> None:
    """A client that may read is denied to write, and cannot grant itself anything."""
    shell = shell_of(tmp_path)
    shell.commit(TEXT)
    shell.ask("permissions", "grant", "Tester", "read")
    heard = converse(
        tmp_path,
        [
            call(1, "cortex_query", need="gateway port"),
            call(2, "cortex_commit", text="Billing runs on port 9090"),
            call(3, "permissions_grant", client="tester", permission="admin"),
        ],
    )
    assert "ok" == heard.result(1)["status"]
    assert "denied" == heard.result(2)["status"]
    assert heard.answer(3)["error"]["data"]["removed"]
    assert 1 == len(shell.ask("list")["facts"])
    shell.ask("permissions", "revoke", "tester", "read")
    shell.ask("permissions", "grant", "other", "admin")
    shut = converse(tmp_path, [call(1, "cortex_query", need="gateway port")])
    assert "denied" == shut.result(1)["status"]
