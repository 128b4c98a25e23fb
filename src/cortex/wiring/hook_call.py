"""What was a hook asked for on its command line?"""

from __future__ import annotations


class HookCall:
    """What the command line of a hook said.

    Attributes:
        name: what the hook is called in the journal.
        kind: one of ``KINDS``, or empty when the payload has to say it.
        host: one of ``HOSTS``, or empty when it has to be told from the payload.
        only: answer this kind of event and no other; empty for all.
        home, db, agent, budget_tokens: as given, or None.
        is_explained: somebody wants to see what is decided, and nothing done.
    """

    __slots__ = (
        "agent",
        "budget_tokens",
        "db",
        "home",
        "host",
        "is_explained",
        "kind",
        "name",
        "only",
    )

    def __init__(self, name: str, kind: str = "", only: str = "") -> None:
        self.name = name
        self.kind = kind
        self.only = only
        self.host = ""
        self.home: str | None = None
        self.db: str | None = None
        self.agent: str | None = None
        self.budget_tokens: int | None = None
        self.is_explained = False
