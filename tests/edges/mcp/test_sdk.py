"""Is only the needed part of the SDK loaded, and is all of it still there for whoever asks?"""

import subprocess
import sys

SHORT = """
import sys
from cortex.edges.mcp.sdk import load_sdk
assert load_sdk() is True
assert load_sdk() is False
for heavy in ("mcp.client.session", "mcp.server.mcpserver", "httpx2"):
    assert heavy not in sys.modules, heavy
import mcp, mcp.server
from mcp.server.lowlevel.server import Server
assert mcp.server.Server is Server
from mcp import ClientSession
assert mcp.ClientSession is ClientSession
assert not hasattr(mcp, "no_such_name")
from pydantic import BaseModel
assert "defer_build" not in BaseModel.model_config
"""

REFUSED = """
import sys
from cortex.edges.mcp import sdk
needed, calls = sdk._import_needed, []
def once():
    calls.append(1)
    if len(calls) == 1:
        raise AttributeError("a release that does not bear it")
    needed()
sdk._import_needed = once
assert sdk.load_sdk() is False
import mcp
assert "mcp.client.session" in sys.modules
"""


def run(program: str) -> None:
    """Run a program in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert 0 == done.returncode, done.stderr.decode()


def test_only_what_a_server_needs_is_loaded() -> None:
    """Clients and HTTP are left out, and loaded by the first who asks for them."""
    run(SHORT)


def test_release_that_does_not_bear_it_is_loaded_whole() -> None:
    """When the short way fails, the SDK is imported as it asks to be."""
    run(REFUSED)
