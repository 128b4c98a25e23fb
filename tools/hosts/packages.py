"""Which hosts do we run, in which version, and where do they come from?

Their packages lie in a cache beside the checkout; ``python -m tools.hosts.packages`` fills it and
does nothing when every version is there. Needs Node.js with npm.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".hosts"

PACKAGES = {
    "claude-code": ("@anthropic-ai/claude-code", "2.1.197", "claude"),
    "codex": ("@openai/codex", "0.171.0", "codex"),
    "gemini-cli": ("@google/gemini-cli", "0.61.0", "gemini"),
    "opencode": ("opencode-ai", "1.18.33", "opencode"),
}
"""Host: (package, version, executable). The versions payloads were recorded with."""


def executable(host: str, cache: Path = CACHE) -> Path:
    """Give the executable of a host in the cache, whether or not it is there."""
    return cache / "node_modules" / ".bin" / PACKAGES[host][2]


def missing(cache: Path = CACHE) -> list[str]:
    """Give ``package@version`` of every host that is not in the cache in that version."""
    wanted = []
    for package, version, _ in PACKAGES.values():
        manifest = cache / "node_modules" / package / "package.json"
        if not manifest.exists() or json.loads(manifest.read_text())["version"] != version:
            wanted.append(f"{package}@{version}")
    return wanted


def main() -> int:
    """Install what is missing; give 1 with a reason when that cannot be done."""
    wanted = missing()
    if not wanted:
        return 0
    if shutil.which("npm") is None:
        print("make hosts needs Node.js 20 or newer with npm; install it and run it again.")
        return 1
    print(f"installing {', '.join(wanted)}", flush=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(CACHE), *wanted]
    subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
