"""What is an assembly: records that belong together; and a learning event: how its use went?

An assembly repeats no record, it names them; what it is worth for a question is learned from
events, which never touch a record. Source: CQR 6.6, docs/formats/assemblies.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

LEARNED_ASSEMBLY_ROUTE = "learned_assembly_route"
ASSEMBLY_EXCEPTION_ROUTE = "assembly_exception"
"""How a member was reached: with its assembly, or because the assembly may not be told without."""

REFERENCE_PREFIX = "asm:"


class MemberRole(StrEnum):
    """What a record is to the others."""

    OBSERVATION = "observation"
    SUPPORT = "support"
    EXCEPTION = "exception"
    CONTRADICTION = "contradiction"
    QUALIFICATION = "qualification"


REQUIRED_ROLES = (MemberRole.EXCEPTION, MemberRole.CONTRADICTION)
"""Without one of these an assembly would say more than it may, so nothing of it is told."""


class Member(NamedTuple):
    """A record of an assembly, as ``obs:12`` or ``rev:12@3``.

    ``fields_json`` is what its maker notes about it: a JSON object on one line, its keys in their
    order, every number as it was; None for nothing.
    """

    reference: str
    role: MemberRole
    fields_json: str | None = None

    @property
    def is_required(self) -> bool:
        """Tell whether nothing of the assembly may be told without it."""
        return self.role in REQUIRED_ROLES


class GuardKind(StrEnum):
    """What must not have changed since an assembly was made."""

    FACT = "fact"
    RESTORE = "restore"


PRESENT_EPOCH = -1
"""Stands in a guard that was handed over without an epoch."""


class Guard(NamedTuple):
    """A condition: what ``key`` names still has this epoch.

    Of a fact that is the number of its latest revision, of a brain how often it was restored.
    """

    kind: GuardKind
    key: str
    epoch: int


class AssemblySpec(NamedTuple):
    """An assembly as it is handed over. A guard with ``PRESENT_EPOCH`` takes the present one."""

    assembly_id: str
    kind: str
    members: tuple[Member, ...]
    guards: tuple[Guard, ...] = ()
    scope: str | None = None


class Assembly(NamedTuple):
    """One revision of an assembly.

    Args:
        envelope: the members, packed; ``core.assemblies.envelope`` reads it.
        digest: content hash of the envelope, 64 hexadecimal digits.
    """

    principal: str
    assembly_id: str
    sequence: int
    scope_id: str
    kind: str
    envelope: str
    guards: tuple[Guard, ...]
    digest: str
    made_us: int

    @property
    def revision_id(self) -> str:
        """Give the published form, for example ``release@2``."""
        return f"{self.assembly_id}@{self.sequence}"

    @property
    def reference(self) -> str:
        """Give what opens it, for example ``asm:release``."""
        return REFERENCE_PREFIX + self.assembly_id


class EventKind(StrEnum):
    """How somebody knows what a use was worth. Only the first two teach."""

    EXPLICIT = "explicit"
    VERIFIED_USE = "verified_use"
    EXPOSURE = "exposure"
    UNCERTAIN = "uncertain"
    STRUCTURAL = "structural"


TEACHING_KINDS = (EventKind.EXPLICIT, EventKind.VERIFIED_USE)


class RouteEvent(NamedTuple):
    """One report of what an assembly was worth for a question.

    Args:
        origin, event_id: who reports, and its own name for the event; together unique.
        unit: the piece of work it is about; it counts once.
        reward: -1, 0 or 1.
        cues: terms of the question, sorted.
        sources: references of what it rests on, ``obs:12`` or ``fact:12``, sorted.
    """

    principal: str
    origin: str
    event_id: str
    scope_id: str
    unit: str
    assembly_id: str
    kind: EventKind
    reward: int
    cues: tuple[str, ...]
    sources: tuple[str, ...]
    observed_us: int | None
    receipt_ref: str | None

    @property
    def teaches(self) -> bool:
        """Tell whether it can change what is found."""
        return self.kind in TEACHING_KINDS and self.reward != 0


class EventSpec(NamedTuple):
    """A learning event as it is handed over: cues in words, sources and target as written."""

    origin: str
    event_id: str
    unit: str
    target: str
    kind: EventKind
    reward: int
    cues: tuple[str, ...]
    sources: tuple[str, ...] = ()
    observed_us: int | None = None
    receipt_ref: str | None = None
    scope: str | None = None


class KeptEvent(NamedTuple):
    """An event as it stands: taken back, or without its cues because a source was erased."""

    event: RouteEvent
    is_retracted: bool = False
    is_erased: bool = False

    @property
    def status(self) -> str:
        """Give one word for how it stands."""
        if self.is_erased:
            return "source_erased"
        return "retracted" if self.is_retracted else "recorded"


class Weight(NamedTuple):
    """What events say about an assembly for a question.

    Args:
        utility: above -1 and below 1; only above 0 it is shown.
        mass: units of work that speak, each by the share of its cues that was asked for.
    """

    assembly_id: str
    utility: float
    mass: float
    cues: tuple[str, ...]
    units: tuple[str, ...]


class OpenedMember(NamedTuple):
    """A member as it can be read now.

    ``text`` is None when it cannot. ``preview`` is its beginning on one line, without force.
    """

    member: Member
    text: str | None = None
    preview: str = ""


class OpenedAssembly(NamedTuple):
    """An assembly with its members, in its order.

    ``refusal`` is empty, or says why nothing of it is told; members then have no text.
    """

    assembly: Assembly
    members: tuple[OpenedMember, ...]
    refusal: str = ""


class Bundle(NamedTuple):
    """An assembly that a question leads to, and why."""

    opened: OpenedAssembly
    weight: Weight
