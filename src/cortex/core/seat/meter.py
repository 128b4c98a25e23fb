"""How full is a session's context, and is it time to say so?

Counted in tokens, never in percent: a share of the model's window says nothing about when the host
compacts. What a session was told stands in a small record, so that each level is spoken of once.
Hooks load this, so it imports nothing. Source: OGL 3.1, docs/formats/context-meter.md.
"""

from __future__ import annotations

# Tokens of a window that the host keeps for its own answer and as a margin: it compacts where they
# begin. Seen in Claude Code with windows of 200,000, 272,000 and 1,000,000.
RESERVE_TOKENS = 33_000
ANSWER_TOKENS = 20_000  # The part of it that the host's own percentage leaves out.

# The window of a session that nothing says; one that holds more has the next larger.
WINDOW_TOKENS = 200_000
LARGE_WINDOW_TOKENS = 1_000_000

# Hundredths of the way to a compaction at which each level begins.
WARN_PERCENT = 75
URGENT_PERCENT = 90

# Tokens that a window or a level can have at most: ten times the largest window there is.
TOKENS_MAX = 10_000_000

# A level is spoken of again after so many more tokens, if STATE.md was not written meanwhile: a
# sixteenth of the way, and not more often than this.
AGAIN_TOKENS_MIN = 10_000
AGAIN_PARTS = 16

# Hundredths of its tokens that a context loses when it was compacted or rewound.
FALL_PERCENT = 30

NONE, WARN, URGENT = 0, 1, 2

# Microseconds within which the events of one compaction come: some hosts send each one several
# times, and in either order.
ONE_COMPACTION_US = 120_000_000

# Prompts at which the transcript is asked whether a compaction that was announced took place: it is
# written behind, and at the first one it may not say so yet. One that is over needs no witness.
DOUBTED_PROMPTS = 2
SURELY_OWED = DOUBTED_PROMPTS + 1

# Prompts answered since STATE.md was written, from which on it is called old.
STALE_PROMPTS = 5


class Levels:
    """Where the levels of a window begin, in tokens.

    Attributes:
        trigger: where the host compacts.
        warn, urgent: always below it, and warn below urgent.
        doubts: what was asked for and cannot be: sentences; empty when all is well.
    """

    __slots__ = ("doubts", "trigger", "urgent", "warn")

    def __init__(self, trigger: int, warn: int, urgent: int, doubts: tuple[str, ...]) -> None:
        self.trigger = trigger
        self.warn = warn
        self.urgent = urgent
        self.doubts = doubts

    def level(self, tokens: int) -> int:
        """Give the level of a context of so many tokens."""
        return URGENT if tokens >= self.urgent else WARN if tokens >= self.warn else NONE


def levels_of(window: int, asked: dict[str, int], percent: int = 0) -> Levels:
    """Give the levels of a window.

    Args:
        window: tokens it holds before the host compacts and answers.
        asked: ``warn`` and ``urgent`` as the seat wants them, in tokens.
        percent: where the operator lets the host compact earlier, in hundredths; 0 for nowhere.
    """
    trigger = max(window - RESERVE_TOKENS, window // 2, 2)
    if 0 < percent <= 100:
        trigger = max(2, min(trigger, (window - ANSWER_TOKENS) * percent // 100))
    doubts = []
    urgent = asked.get("urgent", trigger * URGENT_PERCENT // 100)
    if urgent >= trigger:
        doubts.append(f"urgent is {urgent} tokens, and the host compacts at {trigger}")
        urgent = trigger * URGENT_PERCENT // 100
    warn = asked.get("warn", min(trigger, urgent) * WARN_PERCENT // 100)
    if "warn" not in asked:
        warn = min(trigger * WARN_PERCENT // 100, urgent - 1)
    if warn >= urgent:
        doubts.append(f"warn is {warn} tokens, and urgent {urgent}")
        warn = min(trigger * WARN_PERCENT // 100, urgent - 1)
    return Levels(trigger, warn, urgent, tuple(doubts))


def asked_levels(text: str) -> tuple[dict[str, int], list[str]]:
    """Give (what the table ``[meter]`` of a seat.toml asks for, what of it cannot be read).

    ``window``, ``warn`` and ``urgent``, each a whole number of tokens. A repository may hold this
    file: it can make a warning come earlier or later, and nothing else.
    """
    asked: dict[str, int] = {}
    doubts: list[str] = []
    is_in = False
    for line in text.split("\n"):
        said = line.partition("#")[0].strip()
        if said.startswith("["):
            is_in = said == "[meter]"
        elif is_in and said:
            name, _, value = said.partition("=")
            digits = value.strip().replace("_", "")
            is_number = digits.isascii() and digits.isdigit() and len(digits) <= 8
            if name.strip() in {"window", "warn", "urgent"} and is_number:
                asked[name.strip()] = min(int(digits), TOKENS_MAX)
            else:
                doubts.append(f"'{ascii(said)[1:-1][:60]}' is no window, warn or urgent in tokens")
    return {name: count for name, count in asked.items() if count > 0}, doubts


class Record:
    """What is known of a session, from one hook to the next. Instants in microseconds; 0 for never.

    Attributes:
        level: the highest that was spoken of.
        said_tokens: tokens when it last was.
        said_state: when STATE.md was written that was there then.
        tokens: at the last look.
        window: tokens of the window, when something said so.
        seen_state: when STATE.md was written, at the last look.
        prompts: how many came since it was written.
        prompt_us: when the last one came.
        compacted_us: when the context was last compacted.
        handed_us: when STATE.md was last given back.
        started_us: when the session last began or was resumed.
        owed: prompts that may still come before it is given up that it is to be given back; 0 when
            it is not, ``SURELY_OWED`` when the host said that the compaction is over.
    """

    __slots__ = (
        "compacted_us",
        "handed_us",
        "level",
        "owed",
        "prompt_us",
        "prompts",
        "said_state",
        "said_tokens",
        "seen_state",
        "started_us",
        "tokens",
        "window",
    )

    def __init__(self) -> None:
        self.level = self.said_tokens = self.said_state = self.tokens = self.window = 0
        self.seen_state = self.prompts = self.prompt_us = 0
        self.compacted_us = self.handed_us = self.started_us = self.owed = 0


def read_record(content: bytes) -> Record:
    """Give a record; what cannot be read is 0. Never raises."""
    record = Record()
    for line in content.decode("ascii", "replace").split("\n"):
        name, _, digits = line.partition(" ")
        if name in Record.__slots__ and digits.isascii() and digits.isdigit() and len(digits) < 20:
            setattr(record, name, int(digits))
    return record


def settle(record: Record, now_us: int) -> None:
    """Let nothing have happened later than now: a clock that was set back would silence us."""
    for name in ("compacted_us", "handed_us", "prompt_us", "started_us"):
        if getattr(record, name) > now_us:
            setattr(record, name, now_us)


def record_bytes(record: Record) -> bytes:
    """Give a record as lines of a name and a number, by name; what is 0 is left out."""
    pairs = [(name, int(getattr(record, name))) for name in sorted(Record.__slots__)]
    return "".join([f"{name} {value}\n" for name, value in pairs if value > 0]).encode("ascii")


def window_of(tokens: int, known: int, limits: tuple[int, ...]) -> int:
    """Give the window that counts: what is known of the model's, and no more than anybody asked.

    Args:
        tokens: how many are in it.
        known: what the host says of the model's window; 0 when it says nothing.
        limits: smaller windows that were asked for; 0 for none.
    """
    usual = LARGE_WINDOW_TOKENS if tokens > WINDOW_TOKENS else WINDOW_TOKENS
    return min([known or usual, *[limit for limit in limits if limit > 0]])


def judge(record: Record, tokens: int, levels: Levels, state_us: int) -> int:
    """Give the level to speak of now, or ``NONE``, and note it in the record.

    Each level is spoken of once; again only when STATE.md was not written since and the context
    has grown by a good deal. A context that fell is a new one.
    """
    if tokens * 100 < record.tokens * (100 - FALL_PERCENT):
        forget_levels(record)
    if _is_other(record.tokens, tokens):
        record.tokens = tokens
    level = levels.level(tokens)
    again = max(AGAIN_TOKENS_MIN, levels.trigger // AGAIN_PARTS)
    is_untouched = record.said_state == state_us and tokens - record.said_tokens >= again
    if level == NONE or level < record.level or (level == record.level and not is_untouched):
        return NONE
    record.level, record.said_tokens, record.said_state = level, tokens, state_us
    record.tokens = tokens
    return level


def forget_levels(record: Record) -> None:
    """Begin anew: the context is another one."""
    record.level = record.said_tokens = record.said_state = record.tokens = 0


def compact(record: Record, now_us: int, *, is_over: bool) -> None:
    """Note that the context is or was compacted; the same compaction may be told several times."""
    forget_levels(record)
    if now_us - record.handed_us > ONE_COMPACTION_US:
        record.owed = SURELY_OWED if is_over else max(record.owed, DOUBTED_PROMPTS)
        record.compacted_us = now_us


def hand_over(record: Record, now_us: int) -> None:
    """Note that STATE.md is given back after a compaction."""
    record.owed = 0
    forget_levels(record)
    record.handed_us = record.compacted_us = now_us


def look_at_state(record: Record, state_us: int) -> bool:
    """Note when STATE.md was written; True when that is news."""
    if record.seen_state == state_us:
        return False
    record.seen_state, record.prompts = state_us, 0
    return True


def _is_other(before: int, now: int) -> bool:
    """Tell whether a count moved by more than a fiftieth: less is not worth a write."""
    return abs(now - before) * 50 > before


def sentence(level: int, tokens: int, levels: Levels, age: str) -> str:
    """Give the one line a seat is told.

    Args:
        age: how long ago STATE.md was written, in words; empty without one.
    """
    written = f"STATE.md was last written {age} ago" if age else "there is no STATE.md yet"
    what = "little room is left before" if level == URGENT else "the context nears"
    return (
        f"Cortex context meter: {tokens:,} of about {levels.trigger:,} tokens are used; {what} "
        f"compaction. {written[0].upper()}{written[1:]}. Only what it says is given back "
        "afterwards, so rewriting it is the next tool call (`cortex state set`)."
    )


def age_text(span_us: int) -> str:
    """Give a span in words, such as ``42 min``; one that is negative is none."""
    minutes = max(0, span_us) // 60_000_000
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"
