"""Whom does the operator of this machine trust, and how far?

The table is the file ``trust.toml`` in the Cortex home: ``[trust]`` with one agent a line, for
example ``"claude-code*" = 0.9``. A missing file trusts what each source claims; a broken one is
refused, because guessing would decide contradictions. Source: ADR 0032, docs/formats/trust.md.
"""

from cortex.core.facts.trust import TrustTable
from cortex.model.errors import SettingsInvalid
from cortex.wiring.operator_files import read_plain

TRUST_FILE = "trust.toml"
TRUST_FILE_BYTES_MAX = 65_536


def read_trust(home: str) -> TrustTable:
    """Give the operator's table.

    Raises:
        SettingsInvalid: the file is no plain file, too large, no TOML, or holds something else
            than caps.
    """
    path = f"{home}/{TRUST_FILE}"
    try:
        raw = read_plain(path, TRUST_FILE_BYTES_MAX)
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
        raise SettingsInvalid(message, field=TRUST_FILE) from None
    if raw is None:
        return TrustTable()
    if len(raw) > TRUST_FILE_BYTES_MAX:
        message = f"{path} is larger than {TRUST_FILE_BYTES_MAX} bytes"
        raise SettingsInvalid(message, field=TRUST_FILE)
    return TrustTable(_caps(raw, path))


def _caps(raw: bytes, path: str) -> tuple[tuple[str, float], ...]:
    import tomllib  # Most homes have no such file.

    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"{path} is no valid TOML: {error}"
        raise SettingsInvalid(message, field=TRUST_FILE) from None
    entries = table.pop("trust", {})
    if table or not isinstance(entries, dict):
        message = f"{path} may hold one table, [trust]"
        raise SettingsInvalid(message, field=TRUST_FILE)
    caps = []
    for agent, cap in sorted(entries.items()):
        if isinstance(cap, bool) or not isinstance(cap, int | float) or not 0 <= cap <= 1:
            msg = f"{path}: the trust of '{agent}' is not a number from 0 to 1"
            raise SettingsInvalid(msg, field=TRUST_FILE)
        caps.append((agent, float(cap)))
    return tuple(caps)
