"""Is what Cortex itself said told from what others say, however it was called?"""

import pytest

from cortex.hosts.own_words import is_own_tool

OURS = """\
cortex query x
/opt/bin/cortex list
"/opt/bin/cortex" list
cd /x && cortex why decision::1
echo x | cortex commit -
FOO=1 cortex query x
env A=b C=d cortex query x
timeout 5s cortex query x
time cortex query x
! cortex query x
python3.11 -m cortex query x
./.venv/bin/python -I -m cortex query x
uv run --quiet cortex query x
bash -lc "cortex query x"
if true; then cortex query x; fi
x=$(cortex query x)
x=`cortex query x`; echo $x
sleep 1 & cortex query x
nohup cortex serve
C:\\bin\\cortex.exe query x"""

OTHERS = """\
grep -r cortex README.md
cat .cortex/journal
cd cortex
git add cortex
./cortex/run.sh
cortex-dev list
python cortex/tool.py
pip install cortex
ls /opt/cortex
echo cortex"""


@pytest.mark.parametrize("command", OURS.splitlines())
def test_our_command_is_recognised_in_a_shell(command: str) -> None:
    """CQR 7.1: what our command prints is delivered text, whatever stands in front of it."""
    assert is_own_tool("Bash", command)


@pytest.mark.parametrize("command", OTHERS.splitlines())
def test_a_command_about_cortex_is_nobodys_answer_of_ours(command: str) -> None:
    """A program that only works on files of that name says something of its own."""
    assert not is_own_tool("Bash", command)


@pytest.mark.parametrize(
    ("tool", "is_ours"),
    [
        ("mcp__cortex__cortex_query", True),
        ("mcp__plugin_cortex_cortex__cortex_query", True),
        ("mcp_cortex_cortex_query", True),
        ("MCP:cortex_query", True),
        ("cortex.cortex_query", True),
        ("cortex/cortex_query", True),
        ("cortexlab_search", False),
        ("mcp__cortexlab__search", False),
        ("mcp__other__query", False),
        ("", False),
    ],
)
def test_our_server_is_recognised_by_its_name(tool: str, is_ours: bool) -> None:
    """Each host makes a name of server and tool in its own way."""
    assert is_ours is is_own_tool(tool, "")
