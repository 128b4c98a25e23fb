"""What goes into a boot brief, and what comes out?

Hooks meet every class here on each run, so they are plain (ADR 0009) and treated as frozen.
Source: docs/formats/boot-brief.md.
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.scopes import Scope

# Why a brief is asked for. A fresh session has nothing of it in view; a compacted one has a summary
# of it; a resumed one has all of it.
FORM_FRESH = "fresh"
FORM_COMPACT = "compact"
FORM_RESUMED = "resumed"

# Names of the parts of a brief, in the order a reader meets them.
CAPSULE_RULES = "rules"
CAPSULE_CONSTRAINTS = "constraints"
CAPSULE_DURABLE = "durable"
CAPSULE_PINNED = "pinned"
CAPSULE_CONFLICTS = "conflicts"
CAPSULE_NEW = "new"
CAPSULE_TRUTH = "truth"
CAPSULE_RECENT = "recent"
CAPSULE_MESSAGES = "messages"
CAPSULE_FOCUS = "focus"
CAPSULE_TASKS_OWN = "tasks_own"
CAPSULE_TASKS = "tasks"
CAPSULE_LOCKS = "locks"
CAPSULE_AGENTS = "agents"
CAPSULE_FEED = "feed"
CAPSULE_ACTIVITY = "activity"
TEAM_CAPSULES = (
    CAPSULE_MESSAGES,
    CAPSULE_FOCUS,
    CAPSULE_TASKS_OWN,
    CAPSULE_TASKS,
    CAPSULE_LOCKS,
    CAPSULE_AGENTS,
    CAPSULE_FEED,
    CAPSULE_ACTIVITY,
)
CAPSULE_ORDER = (
    CAPSULE_RULES,
    CAPSULE_CONSTRAINTS,
    CAPSULE_DURABLE,
    CAPSULE_PINNED,
    CAPSULE_CONFLICTS,
    CAPSULE_NEW,
    CAPSULE_TRUTH,
    CAPSULE_RECENT,
    *TEAM_CAPSULES,
)

# Types whose facts bind what is done next: no answer drops them. Here because hooks read no more.
BINDING_TYPES = ("constraint", "contract", "convention", "policy", "preference", "rule")

# Facts counted for "N more"; an exact count would walk every row of a large brain at each start.
BOOT_COUNT_MAX = 100

# UTF-8 bytes of a statement that is read whole: four for each character a deposit may have. Of a
# longer one (an import, a hand-edited file) the beginning is read, for where text is shortened.
BOOT_TEXT_BYTES_MAX = 16_384
BOOT_TEXT_CHARS_SHOWN = 1_024

# Pinned facts shown; a longer list is no longer pinned but noise.
BOOT_PINNED_MAX = 8

# Facts read for each part of a brief: as many as the longest part may show (CQR 10).
BOOT_ROWS_MAX = 40

# Ranked facts shown and, after them, recent decisions: a person reads a dozen things (CQR 10).
BOOT_RANKED_MAX = 12
BOOT_RECENT_MAX = 5

# Limits, and records of the vault, named on one line; the fact's reference leads to all of them.
BOOT_LIMITS_MAX = 3
BOOT_RECORDS_MAX = 1

# Rows of each part about other agents (CQR 10), and how far back their doings are told.
BOOT_TEAM_ROWS_MAX = 10
BOOT_TEAM_AGE_US = 86_400_000_000


class BootQuestion:
    """Whose brief, for where, as of when.

    Attributes:
        scope: the place the session works in; its own facts and its ancestors' are read.
        cwd: absolute path of the session's folder.
        owner_id: the caller in team mode; None for the solo caller.
        now_us: the instant validity and expiry are read at.
        since_version: give what later log entries brought as new; None when nobody remembers.
        rows_max: most facts of one part, 1 to ``BOOT_ROWS_MAX``.
        agent: for whom; only what agents tell each other depends on it.
    """

    __slots__ = ("agent", "cwd", "now_us", "owner_id", "rows_max", "scope", "since_version")

    def __init__(  # noqa: PLR0913, PLR0917 - One argument for each part of the question.
        self,
        scope: Scope,
        cwd: str,
        now_us: int,
        owner_id: int | None = None,
        since_version: int | None = None,
        rows_max: int = BOOT_ROWS_MAX,
        agent: str = "",
    ) -> None:
        self.agent = agent
        self.rows_max = rows_max
        self.scope = scope
        self.cwd = cwd
        self.now_us = now_us
        self.owner_id = owner_id
        self.since_version = since_version


class BootFact:
    """The columns of one fact a brief needs; a store gives them in this order.

    Attributes:
        kind: ``decision`` or ``memory``.
        text: the statement; its first ``BOOT_TEXT_CHARS_SHOWN`` characters when it has more than
            ``BOOT_TEXT_BYTES_MAX`` bytes.
        is_whole: nothing of the statement is missing from ``text``.
        is_stated: the person said so, not an agent.
        paths: what it applies to, as stored; empty for everything.
        limits: (kind, id) of the facts without which it says more than is known.
        records: (reference, line) of the vault's records it rests on, by path. A store sets both
            once all rows are read, with at most one more than is shown.
    """

    __slots__ = (
        "branch",
        "created_us",
        "fact_id",
        "is_stated",
        "is_whole",
        "kind",
        "last_accessed_us",
        "limits",
        "paths",
        "records",
        "retention",
        "retrievals",
        "scope_id",
        "status",
        "text",
        "type",
        "updated_us",
        "valid_from_us",
        "valid_until_us",
        "worktree",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - One argument a column: this is a row.
        self,
        fact_id: int,
        kind: str,
        type: str,  # noqa: A002 - The column's name in every layer.
        text: str,
        is_whole: bool,  # noqa: FBT001 - As the row has it.
        is_stated: bool,  # noqa: FBT001 - As the row has it.
        scope_id: str,
        status: str,
        retention: str,
        valid_from_us: int | None,
        valid_until_us: int | None,
        created_us: int,
        updated_us: int,
        worktree: str | None,
        branch: str | None,
        retrievals: int,
        last_accessed_us: int | None,
        paths: tuple[str, ...],
    ) -> None:
        self.fact_id = fact_id
        self.kind = kind
        self.type = type
        self.text = text
        self.is_whole = is_whole
        self.is_stated = is_stated
        self.scope_id = scope_id
        self.status = status
        self.retention = retention
        self.valid_from_us = valid_from_us
        self.valid_until_us = valid_until_us
        self.created_us = created_us
        self.updated_us = updated_us
        self.worktree = worktree
        self.branch = branch
        self.retrievals = retrievals
        self.last_accessed_us = last_accessed_us
        self.paths = paths
        self.limits: tuple[tuple[str, int], ...] = ()
        self.records: tuple[tuple[str, int], ...] = ()


class BootTeam:
    """What other agents left for this one, and what it has in hand. Each part may be empty.

    At most ``BOOT_TEAM_ROWS_MAX`` rows a part.

    Attributes:
        messages: (sender, text, sent_us) not acknowledged yet, oldest first.
        focus: (label, statements, started_us) of its open sessions, newest first.
        tasks_own: (task id, priority, title) it has claimed, most urgent first.
        tasks: the same of the pending ones of this place.
        locks: (path, agent, expires_us) that hold now in this place, by path.
        agents: (agent, description) of the others that are active, by name.
        feed: (entry id, agent, kind, summary) others told, not acknowledged, oldest first.
        activity: (agent, description) others did since this agent was last seen, newest first.
    """

    __slots__ = (
        "activity",
        "agents",
        "feed",
        "focus",
        "locks",
        "messages",
        "tasks",
        "tasks_own",
    )

    def __init__(self) -> None:
        self.messages: tuple[tuple[str, str, int], ...] = ()
        self.focus: tuple[tuple[str, int, int], ...] = ()
        self.tasks_own: tuple[tuple[int, str, str], ...] = ()
        self.tasks: tuple[tuple[int, str, str], ...] = ()
        self.locks: tuple[tuple[str, str, int], ...] = ()
        self.agents: tuple[tuple[str, str], ...] = ()
        self.feed: tuple[tuple[int, str, str, str], ...] = ()
        self.activity: tuple[tuple[str, str], ...] = ()


class BootMaterial:
    """Everything a brief may be made of, as read from one snapshot. Each list may be empty.

    Attributes:
        head: version id the brain stands at; None for an empty brain.
        newest_us: newest stored instant of change among the rows that may be shown; 0 for none.
        binding: durable facts of ``BINDING_TYPES``, oldest first.
        binding_count: how many there are in all; at most ``BOOT_COUNT_MAX`` are counted.
        rules: the newest feedback that is active, not disputed; most used first.
        pinned: pinned facts, oldest first.
        conflicts: (newer, older) of each open conflict, newest conflict first.
        candidates: the newest facts of each scope, to be ranked; empty with ``since_version``.
        durable: other durable facts, oldest first. They fill what room the other parts leave, so
            they are not read with ``since_version``, or when the lines of ``binding``, ``pinned``
            and ``candidates`` are as many as rows were wanted.
        new: facts brought after ``since_version``, newest first; empty without it.
        unavailable: (capsule, reason) for every part that could not be read.
        team: what agents tell each other; None in a brain where none ever did.
    """

    __slots__ = (
        "binding",
        "binding_count",
        "candidates",
        "conflicts",
        "durable",
        "head",
        "new",
        "newest_us",
        "pinned",
        "rules",
        "team",
        "unavailable",
    )

    def __init__(self) -> None:
        self.head: int | None = None
        self.newest_us = 0
        self.binding: tuple[BootFact, ...] = ()
        self.binding_count = 0
        self.rules: tuple[BootFact, ...] = ()
        self.pinned: tuple[BootFact, ...] = ()
        self.conflicts: tuple[tuple[BootFact, BootFact], ...] = ()
        self.candidates: tuple[BootFact, ...] = ()
        self.durable: tuple[BootFact, ...] = ()
        self.new: tuple[BootFact, ...] = ()
        self.unavailable: tuple[tuple[str, str], ...] = ()
        self.team: BootTeam | None = None

    def facts(self) -> list[BootFact]:
        """Give every fact of every part; one that stands in two parts comes twice."""
        sides = [side for pair in self.conflicts for side in pair]
        ranked = (*self.candidates, *self.durable, *self.new)
        return [*self.binding, *self.rules, *self.pinned, *sides, *ranked]

    def has_lines(self, wanted: int) -> bool:
        """Tell whether the parts before ``durable`` make at least so many lines."""
        ranked = min(len(self.candidates), BOOT_RANKED_MAX + BOOT_RECENT_MAX)
        return len(self.binding) + len(self.pinned) + ranked >= wanted


class BootLimit:
    """How large a brief may become.

    Attributes:
        budget_tokens: estimated tokens of the whole text.
        bytes_max: bytes of the whole text inside a JSON string; None for no such limit.
    """

    __slots__ = ("budget_tokens", "bytes_max")

    def __init__(self, budget_tokens: int, bytes_max: int | None = None) -> None:
        self.budget_tokens = budget_tokens
        self.bytes_max = bytes_max


class BootCapsule:
    """What became of one part of a brief.

    Attributes:
        name: one of ``CAPSULE_ORDER``.
        is_included: at least one line of it is in the text.
        fact_ids: facts shown, in the order shown.
        left_out: how many more there are.
        reason: why they are not shown: ``budget``, ``limit``, ``unavailable`` or empty.
        token_estimate: tokens of its lines.
    """

    __slots__ = ("fact_ids", "is_included", "left_out", "name", "reason", "token_estimate")

    def __init__(
        self,
        name: str,
        fact_ids: tuple[int, ...],
        left_out: int,
        reason: str,
        token_estimate: int,
        *,
        is_included: bool,
    ) -> None:
        self.name = name
        self.fact_ids = fact_ids
        self.left_out = left_out
        self.reason = reason
        self.token_estimate = token_estimate
        self.is_included = is_included


class BootSavings:
    """How much smaller the brief is than reading everything.

    Attributes:
        raw_tokens: estimated tokens of every fact that could have been shown; None when nobody
            counted, as in a hook, where counting would cost more than the brief.
        served_tokens: estimated tokens of the brief.
    """

    __slots__ = ("raw_tokens", "served_tokens")

    def __init__(self, raw_tokens: int | None, served_tokens: int) -> None:
        self.raw_tokens = raw_tokens
        self.served_tokens = served_tokens

    @property
    def saved_tokens(self) -> int | None:
        """Give the difference, never below zero; None when nobody counted."""
        return None if self.raw_tokens is None else max(0, self.raw_tokens - self.served_tokens)

    @property
    def percent(self) -> int | None:
        """Give the saved share in whole per cent, rounded down; None when nobody counted."""
        saved = self.saved_tokens
        return None if saved is None else saved * 100 // max(1, self.raw_tokens or 0)


class BootBrief:
    """A finished brief.

    Attributes:
        prompt: the text; empty when nothing is known. Same memory, same place, same text.
        token_estimate: characters divided by four, rounded up; an estimate, no tokenizer is used.
        capsules: every part that had something to show, in the order of ``CAPSULE_ORDER``.
        savings: the size against reading everything.
        head: version id of the brain it was made from; None for an empty brain.
    """

    __slots__ = ("capsules", "head", "prompt", "savings", "token_estimate")

    def __init__(
        self,
        prompt: str,
        capsules: tuple[BootCapsule, ...],
        savings: BootSavings,
        head: int | None,
    ) -> None:
        self.prompt = prompt
        self.token_estimate = savings.served_tokens
        self.capsules = capsules
        self.savings = savings
        self.head = head
