"""Is a package compiled, so that the first hook after an installation is as fast as the rest?

uv writes no compiled files, and a hook without them takes four times as long.
"""

from __future__ import annotations

import compileall


def compile_folder(folder: str) -> bool:
    """Compile what is not compiled yet; False where that cannot be written, which is no fault."""
    return bool(compileall.compile_dir(folder, quiet=2))
