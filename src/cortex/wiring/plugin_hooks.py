"""Which hooks does our plugin bring to Claude Code on this machine?"""

# ruff: noqa: PTH118  # Paths are texts here.

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from cortex.core.config_edit.merge import has_our_plugin
from cortex.hosts.setups.plugin import NAME
from cortex.services.configuring import text_of

if TYPE_CHECKING:
    from cortex.model.installation import Setup
    from cortex.wiring.install import Installer


def plugin_hooks(installer: Installer, setup: Setup) -> tuple[str, str]:
    """Give where the hooks of our plugin stand and their text; both empty when it is not on.

    Raises:
        EditRefused: a file of the host cannot be read.
    """
    if not setup.plugins:
        return "", ""
    path, setting = setup.plugins
    if not has_our_plugin(text_of(path, installer.files.look(path).content), setting):
        return "", ""
    listed = os.path.join(installer.folders.claude, "plugins", "installed_plugins.json")
    content = installer.files.look(listed).content
    try:
        plugins = json.loads(content or b"{}")["plugins"]
        folder = next(
            str(copies[0]["installPath"])
            for name, copies in sorted(plugins.items())
            if name.partition("@")[0] == NAME
        )
    except (ValueError, KeyError, TypeError, IndexError, StopIteration):
        return "", ""
    path = os.path.join(folder, "hooks", "hooks.json")
    return path, text_of(path, installer.files.look(path).content)
