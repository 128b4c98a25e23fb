"""What does a STATE.md say, and how is it written?

Eight sections in a fixed order, each under a heading of level two. What stands elsewhere is kept.
Hooks load this, so it imports nothing heavy. Source: OGL 3.2, docs/formats/state.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text

CHECKPOINT = "Checkpoint"
PROMISES = "Promises to the user"
SURFACES = "Live surfaces changed"
CHANGES = "Changes of plan"
DECISIONS = "Decisions and findings"
DEAD_ENDS = "Dead ends"
DISPATCHES = "Open dispatches"
RULES = "The user's rules in their own words"

# Every section in the order of the file, and the word it is called by at the command line.
SECTIONS = (
    CHECKPOINT,
    PROMISES,
    SURFACES,
    CHANGES,
    DECISIONS,
    DEAD_ENDS,
    DISPATCHES,
    RULES,
)
WORDS = {
    "checkpoint": CHECKPOINT,
    "promises": PROMISES,
    "surfaces": SURFACES,
    "changes": CHANGES,
    "decisions": DECISIONS,
    "dead-ends": DEAD_ENDS,
    "dispatches": DISPATCHES,
    "rules": RULES,
}

TASK = "task:"
STANDS = "stands:"
NEXT_STEP = "exact next step:"

NONE = "- none"
_TITLE = "# STATE"
_HEADING = "## "
_EMPTY_CHECKPOINT = f"{TASK}\n{STANDS}\n{NEXT_STEP}"
_NEXT_STEPS = ("exact next step", "next step", "next")
_KEYS = (*_NEXT_STEPS, "task", "stands", "status", "where it stands")
_NOTHING = frozenset({"", "none", "tbd", "todo", "n/a", "unknown"})
_DRESS = " \t-*_>`+\u2022"
_FENCES = ("```", "~~~")
_BLANKS = "?.\u2026<>[]()" + _DRESS


class Section:
    """One part of the file.

    Attributes:
        title: one of ``SECTIONS``, or the heading as written.
        body: what stands below it, without blank lines around it.
    """

    __slots__ = ("body", "title")

    def __init__(self, title: str, body: str) -> None:
        self.title = title
        self.body = body


class State:
    """A file as it was read.

    Attributes:
        lead: what stands before the first section and is not the title.
        sections: in the order of the file; a heading that is there twice is there twice.
    """

    __slots__ = ("lead", "sections")

    def __init__(self, lead: str, sections: list[Section]) -> None:
        self.lead = lead
        self.sections = sections

    def body(self, title: str) -> str | None:
        """Give what stands below a heading, all of it when it is there twice; None without one."""
        bodies = [section.body for section in self.sections if section.title == title]
        return "\n\n".join(filter(None, bodies)) if bodies else None

    def missing(self) -> list[str]:
        """Give the sections that are not there, in order."""
        there = {section.title for section in self.sections}
        return [title for title in SECTIONS if title not in there]


def parse_state(text: str) -> State:
    """Give the sections of a text; never raises. A heading inside a code block is none."""
    lead: list[str] = []
    sections: list[tuple[str, list[str]]] = []
    lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    quoted = _quoted_lines(lines)
    is_titled = False
    for at, line in enumerate(lines):
        if at not in quoted and line.startswith(_HEADING):
            sections.append((_known(line[len(_HEADING) :]), []))
        elif sections:
            sections[-1][1].append(line)
        elif line.startswith("# ") and not is_titled:
            is_titled = True
        else:
            lead.append(line)
    return State(_joined(lead), [Section(title, _joined(lines)) for title, lines in sections])


def section_of(word: str) -> str:
    """Give the section a word means, or an empty text."""
    return WORDS.get(word.strip().lower().replace(" ", "-")) or _title_of(word)


def rendered(state: State, stamp: str) -> str:
    """Give the file: title, lead, the eight sections in order, then what else there was."""
    parts = [f"{_TITLE} ({stamp})"]
    if state.lead:
        parts.append(state.lead)
    for title in SECTIONS:
        body = state.body(title)
        if body is not None:
            parts.append(f"{_HEADING}{title}\n\n{body or NONE}")
    parts += [
        f"{_HEADING}{section.title}\n\n{section.body}".rstrip()
        for section in state.sections
        if section.title not in SECTIONS
    ]
    return "\n\n".join(parts) + "\n"


def stamp_of(now_us: int, restored: str = "") -> str:
    """Give what the title says about when the file was written."""
    origin = f", restored from {restored}" if restored else ""
    return f"rewritten {second_text(now_us)}{origin}"


def template() -> str:
    """Give the file of a seat that has not begun."""
    return rendered(_empty(), "not written yet")


def with_section(state: State, title: str, body: str) -> State:
    """Give a state in which one section says this and the others what they said."""
    said = Section(title, _joined(body.split("\n")))
    parts: list[Section] = []
    is_there = False
    for section in state.sections:
        if section.title != title:
            parts.append(section)
        elif not is_there:
            parts.append(said)
            is_there = True
    return State(state.lead, parts if is_there else [*parts, said])


def completed(state: State) -> State:
    """Give a state in which no section is missing; what was missing says nothing."""
    empty = _empty()
    added = [section for section in empty.sections if section.title in state.missing()]
    return State(state.lead, [*state.sections, *added])


def is_template(state: State) -> bool:
    """Tell whether nobody has written anything into the file."""
    if state.lead:
        return False
    for section in state.sections:
        body = _EMPTY_CHECKPOINT if section.title == CHECKPOINT else ""
        if section.body not in {body, "", NONE}:
            return False
    return True


def next_step(state: State) -> str:
    """Give the exact next step, or an empty text when the checkpoint names none."""
    found: list[str] = []
    is_in = False
    for line in (state.body(CHECKPOINT) or "").split("\n"):
        key, value = _keyed(line)
        if key in _NEXT_STEPS:
            is_in = True
            found.append(value)
        elif key:
            is_in = False
        elif is_in:
            found.append(line)
    step = _joined(found)
    return "" if step.casefold().strip(_BLANKS) in _NOTHING else step


def open_promises(state: State) -> list[str]:
    """Give the promises that are open, without their mark, in order."""
    return [
        line.strip().lstrip("-*+ ").partition("]")[2].strip()
        for line in (state.body(PROMISES) or "").split("\n")
        if line.strip().lstrip("-*+ ").casefold().startswith(("[open]", "[ ]"))
    ]


def lost_promises(before: State, after: State) -> list[str]:
    """Give the open promises of which a later state says nothing any more, in order."""
    now = _folded(after.body(PROMISES) or "")
    return [text for text in open_promises(before) if _folded(_what(text)) not in now]


def _what(promise: str) -> str:
    """Give what was promised, without the brackets that say when."""
    return promise.partition(" (")[0]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _empty() -> State:
    bodies = {CHECKPOINT: _EMPTY_CHECKPOINT}
    return State("", [Section(title, bodies.get(title, "")) for title in SECTIONS])


def _keyed(line: str) -> tuple[str, str]:
    """Give (key, value) of a line that begins with a key of the checkpoint."""
    for colon in (":", "\uff1a"):
        name, found, value = line.partition(colon)
        key = name.strip(_DRESS).casefold()
        if found and key in _KEYS:
            return key, value.strip(" \t*_")
    return "", ""


def _known(heading: str) -> str:
    """Give the section a heading means, or the heading."""
    return _title_of(heading) or heading.strip() or "Without a title"


def _title_of(heading: str) -> str:
    name = " ".join(heading.strip(" \t#:*_").casefold().replace("\u2019", "'").split())
    for title in SECTIONS:
        known = title.casefold()
        if name and (known == name or known.startswith(f"{name} ") or known == f"the {name}"):
            return title
    return ""


def _quoted_lines(lines: list[str]) -> set[int]:
    """Give which lines stand in a code block; one that is never closed is none."""
    quoted: set[int] = set()
    ends: dict[str, list[int]] = {mark: [] for mark in _FENCES}
    for at in range(len(lines) - 1, -1, -1):
        bare = lines[at].strip()
        if bare[:3] in ends and not bare.strip(bare[0]):
            ends[bare[:3]].append(at)
    at = 0
    while at < len(lines):
        later = ends.get(lines[at].strip()[:3], [])
        while later and later[-1] <= at:
            later.pop()
        if later:
            quoted.update(range(at, later[-1] + 1))
            at = later[-1]
        at += 1
    return quoted


def _joined(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n \t")
