"""What may a host hand over, and how far were its transcripts read?

A grant is the operator's word; a payload never changes it.
Source: CQR 7.1; docs/formats/host-payloads.md.
"""

from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import OBSERVATION_BYTES_DEFAULT

GRANT_KEY_DEFAULT = "local-host"
"""Key of the grant that installing makes for a host, followed by the host's name."""

ADAPTER_VERSION = "1"
"""Version of how payloads are read here, kept with a grant for whoever asks later."""


class HostGrant(NamedTuple):
    """What the operator allows one host.

    ``scope_id`` is for events whose folder belongs to no project. ``host_version`` is the version
    the grant was made for; it is kept and never compared: a newer host is read as far as it is
    understood. ``bytes_max`` bounds one event, in UTF-8 bytes.
    """

    key: str
    host: str
    scope_id: str
    host_version: str = ""
    adapter_version: str = ADAPTER_VERSION
    bytes_max: int = OBSERVATION_BYTES_DEFAULT
    is_live: bool = True
    is_history: bool = True


class ReadPosition(NamedTuple):
    """How far a transcript was read.

    ``identity`` tells the file from another one of its name; ``offset`` counts bytes of complete
    lines; ``state`` is what the reader has to know of the lines before, as it wrote it.
    """

    identity: str
    offset: int
    state: str = ""
