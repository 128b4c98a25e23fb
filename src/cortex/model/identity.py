"""What names exact bytes: references by digest, locations by number, and guards of an edit?

Source: CQR 11, docs/formats/references.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

NUMBER_MAX = 2**53 - 1
"""Largest number in a reference or location: what every JSON reader keeps exactly."""

SUITE = "blake3"
"""The way objects are sealed today: BLAKE3 over the bytes alone."""


class RefFault(StrEnum):
    """Why a reference does not lead to bytes; the set is closed."""

    MALFORMED = "malformed"
    UNSUPPORTED = "unsupported"
    RANGE_OUT_OF_BOUNDS = "range_out_of_bounds"
    NOT_UTF8 = "not_utf8"
    MISSING = "missing"
    IO = "io"
    DIGEST_MISMATCH = "digest_mismatch"
    POLICY_DENIED = "policy_denied"


class BindFault(StrEnum):
    """Why an edit is not bound to a location."""

    UNBOUND = "unbound"
    BIND_AMBIGUOUS = "bind_ambiguous"
    NOT_A_LOC = "not_a_loc"
    LOC_UNKNOWN = "loc_unknown"
    NOT_EDITABLE = "not_editable"
    BIND_STALE = "bind_stale"
    CAPSULE_NOT_AUTHORITY = "capsule_not_authority"


class IdentityFault(StrEnum):
    """Why the sidecar refused to take or to number something."""

    INTEGRITY_COLLISION = "integrity_collision"
    IMPORT_CONFLICT = "import_conflict"
    SESSION_FROZEN = "session_frozen"
    SESSION_CLOSED = "session_closed"
    QUOTA_EXHAUSTED = "quota_exhausted"
    SPAN_OUTSIDE = "span_outside"


class BlobReference(NamedTuple):
    """``z://blob/<digest>`` with one range at most.

    Args:
        span: zero-based bytes, the end not included.
        lines: one-based lines, both included.
    """

    digest: str
    span: tuple[int, int] | None = None
    lines: tuple[int, int] | None = None


class Envelope(NamedTuple):
    """What one session hands another to recall bytes by; carries no right to edit."""

    oid_hex: str
    start: int
    end: int


class SpanRef(NamedTuple):
    """A stretch of an object that can be checked alone, or within the whole."""

    object_id: str
    object_digest: str
    byte_start: int
    byte_len: int
    span_digest: str


class Stored(NamedTuple):
    """One object: its name, which is random, its seal, which is not, and its bytes."""

    oid: str
    suite: str
    seal: str
    payload: bytes


class Loc(NamedTuple):
    """``@N``: where in which object a session was shown something.

    Args:
        granted_by: what gave the right to edit it, or an empty text.
        revision: the revision its path had then; 0 without a path.
    """

    session: str
    number: int
    oid: str
    start: int
    end: int
    kind: str = "text"
    source_path: str = ""
    origin: str = ""
    revision: int = 0
    granted_by: str = ""

    def __str__(self) -> str:
        """Give the form that is shown."""
        return f"@{self.number}"


class LivePath(NamedTuple):
    """How a path stands now: its revision in the sidecar, and the digest of its bytes on disk."""

    revision: int
    digest: str
