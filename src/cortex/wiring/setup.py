"""What has to be there before Cortex serves an agent, and what does the person still do?"""

# ruff: noqa: PTH103  # pathlib costs 8 ms.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.model.errors import StoreReadOnly
from cortex.model.outcomes import Level
from cortex.wire.hosts import HOST_LINES
from cortex.wiring.house import open_house

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

_PRIVATE_FOLDER = 0o700


def set_up(settings: Settings, *, is_dry: bool) -> dict[str, object]:
    """Make home and store when they are missing, check them, and give what hosts need.

    A second call makes nothing. Nothing outside the home is written.

    Raises:
        StoreReadOnly: the home cannot be made.
    """
    missing = [path for path in (settings.home, settings.db_path) if not os.path.lexists(path)]
    if missing and not is_dry:
        try:
            os.makedirs(settings.home, mode=_PRIVATE_FOLDER, exist_ok=True)
        except OSError as error:
            message = f"the folder {settings.home} cannot be made: {error.strerror}"
            raise StoreReadOnly(message) from None
    with open_house(settings) as house:
        if not is_dry:
            with house.brain.reading() as reader:
                reader.head()
        findings = [one for one in house.doctor() if one.level is not Level.PASS]
    return {
        "home": settings.home,
        "store": settings.db_path,
        "dry_run": is_dry,
        "made": [] if is_dry else missing,
        "would_make": missing if is_dry else [],
        "healthy": all(one.level is not Level.FAIL for one in findings),
        "findings": [
            {
                "check": one.check,
                "level": one.level.value,
                "detail": one.detail,
                "remedy": one.remedy,
            }
            for one in findings
        ],
        "hosts": [
            {"host": host, "what": what, "lines": list(lines)} for host, what, lines in HOST_LINES
        ],
    }
