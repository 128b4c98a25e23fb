"""What may be written into a vault, and where does each thing live there?

An item was checked when it has one of these types; nothing else reaches a store.
Source: docs/formats/vault-writing.md.
"""

from cortex.model.lean_classes import NamedTuple

HOT_PREFIXES = ("NAME:", "ROLE:", "RELATION:", "PREFERENCE:", "RULE:")
ACTORS = ("principal", "assistant")
RELATIONS = (
    *("caused-by", "contradicts", "extends", "instance-of"),
    *("part-of", "preceded-by", "related", "supports"),
)
FOLDERS = {"idea": "Ideas", "person": "People", "company": "Companies", "research": "Research"}
"""Folder of each type of note below the knowledge folder."""

PROPOSAL_KINDS = {
    "identity": ("PRINCIPAL/PRINCIPAL_IDENTITY.md", "DIGITAL_ASSISTANT/DA_IDENTITY.md"),
    "style": ("PRINCIPAL/WRITINGSTYLE.md",),
    "definition": ("DEFINITIONS.md",),
    "canonical-content": ("CANONICAL_CONTENT.md",),
    "resume": ("PRINCIPAL/RESUME.md",),
    "operational-rule": ("CONFIG/OPERATIONAL_RULES.md",),
    "projects": ("PROJECTS.md",),
    "contacts": ("CONTACTS.md",),
}
"""Files below the user's folder that a proposal of each kind may be about."""


class Relation(NamedTuple):
    """A link of a note to another: the other's slug, and how the two hang together."""

    slug: str
    type: str


class HotItem(NamedTuple):
    """What to do with a hot memory file: add one entry, or make these entries all there are."""

    actor: str
    op: str
    entries: tuple[str, ...]

    @property
    def type(self) -> str:
        """Give the type the payload had."""
        return "memory"


class NoteItem(NamedTuple):
    """A note to make or to add to; ``kind`` is the type its record gets."""

    type: str
    kind: str
    title: str
    content: str
    session: str | None
    confidence: float | None
    related: tuple[Relation, ...]


class ProposalItem(NamedTuple):
    """An edit somebody suggests to a file that only a person changes."""

    target_file: str
    target_kind: str | None
    edit: str
    confidence: float
    rationale: str
    observed: int
    session: str | None

    @property
    def type(self) -> str:
        """Give the type the payload had."""
        return "proposal"


Item = HotItem | NoteItem | ProposalItem


class Ground(NamedTuple):
    """Where the things of a governed vault are, as paths below its boundary; ``""`` is itself.

    Attributes:
        boundary: real path of the folder that nothing is written outside of.
        corpus: the root that reading starts from.
        knowledge: the folder of the notes.
        evidence: the folder of the queue, the audit logs and the snapshots.
        user: the folder that proposals are about.
        hot: the two memory files, by actor.
        shown: (path below the boundary, how a person calls it) for what is reached through a link.
        is_fresh: the knowledge folder is to be made before anything else, or what is written
            beside it would be read as records.
    """

    boundary: str
    corpus: str
    knowledge: str
    evidence: str
    user: str
    hot: dict[str, str]
    shown: tuple[tuple[str, str], ...]
    is_fresh: bool

    def show(self, path: str) -> str:
        """Give the absolute path a person knows a file by."""
        for inner, outer in self.shown:
            if not inner:
                return f"{outer}/{path}"
            if path == inner or path.startswith(f"{inner}/"):
                return outer + path[len(inner) :]
        return f"{self.boundary}/{path}"

    def corpus_path(self, path: str) -> str:
        """Give a file's path as reading will know it; unchanged when it is not read."""
        inside = f"{self.corpus}/" if self.corpus else ""
        return path.removeprefix(inside)


class Written(NamedTuple):
    """What a write left behind: the item's type, the file by its absolute path, and figures."""

    type: str
    path: str
    detail: dict[str, object]
