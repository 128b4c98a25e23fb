"""Where could the answer be? `cortex search`, leads from everything that was seen or kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.options import (
    INSTANT,
    NameType,
    agent_option,
    count_option,
    flag,
    many,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.limits import SEARCH_LEADS_MAX
from cortex.model.search import LeadKind, SearchQuestion
from cortex.wire.display import display_line
from cortex.wire.search import search_json

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session
    from cortex.model.search import ScoreStory, SearchCoverage, SearchLead, SearchPage

DEFAULT_LIMIT = SearchQuestion("").limit
PAGES_MAX = 10_000

SESSION_CHARS_MAX = 64
"""Characters of a session's id that are shown: those of every host we know, to give ``--session``
back; a longer one comes from a program of its own."""
KINDS = tuple(kind.value for kind in LeadKind)


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            words_argument("text"),
            many("--kind", "only leads of this kind: " + ", ".join(KINDS), "KIND",
                 type=NameType("kind", KINDS)),
            option("--since", "said or kept at that instant or later", type=INSTANT,
                   metavar="INSTANT"),
            option("--until", "said or kept before that instant", type=INSTANT, metavar="INSTANT"),
            option("--session", "only turns of this session of a host", metavar="ID"),
            count_option("--limit", "leads of one page", DEFAULT_LIMIT, SEARCH_LEADS_MAX),
            count_option("--page", "which page", 1, PAGES_MAX),
            flag("--explain", "say what each lead's score is made of"),
            flag("--everywhere", "search every scope"),
            agent_option(),
            *place_options(),
        ],
        about="Find the passages, turns and facts that may hold the answer to TEXT, best first. "
        "A lead is a place to look, not a claim: `cortex query` gives the facts that answer. In "
        "the JSON object `next` is how many leads come before the next page, null on the last.",
        examples=[
            'cortex search "why did we drop the retry queue"',
            'cortex search "deploy failed" --kind tool --since 2026-01-01 --explain',
            "cortex search gateway timeout --page 2 --json",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )  # fmt: skip


def run(session: Session, options: Options) -> None:
    """Search and print a page."""
    from cortex.wiring.search import search_in

    question = _question(options)
    with session.open() as house:
        page = search_in(house, question, session.place(options), session.caller(options))
    is_explained = options["explain"]
    session.answer(
        search_json(page, is_explained=is_explained),
        lambda screen: _show(screen, page, options["page"], is_explained=is_explained),
    )


def _question(options: Options) -> SearchQuestion:
    """Read the options.

    Raises:
        InvalidRequest: the window is empty.
    """
    since_us, until_us = options["since"], options["until"]
    if since_us is not None and until_us is not None and since_us >= until_us:
        message = "--since is not before --until, so nothing lies between"
        raise InvalidRequest(message, remedy="swap them", field="since")
    limit: int = options["limit"]
    return SearchQuestion(
        text=" ".join(options["text"]),
        kinds=tuple(LeadKind(kind) for kind in dict.fromkeys(options["kind"])),
        since_us=since_us,
        until_us=until_us,
        session=options["session"],
        limit=limit,
        skip=limit * (options["page"] - 1),
    )


def _show(screen: Screen, page: SearchPage, number: int, *, is_explained: bool) -> None:
    from cortex.wiring.quoting import quoted

    if not page.leads:
        screen.line("Nothing here shares a word with that." if number == 1 else "No more leads.")
    for lead in page.leads:
        screen.line(f"{screen.strong(_name(lead))}  {screen.faint(_origin(lead))}")
        screen.line(display_line(quoted(str(lead.passage))), indent=2)
        if is_explained and lead.story is not None:
            screen.line(screen.faint(_reason(lead.story)), indent=2)
    _show_coverage(screen, page.coverage)
    if page.next_skip is not None:
        screen.line()
        screen.line(f"More: the same with --page {number + 1}")


def _name(lead: SearchLead) -> str:
    whole = lead.start == 0 and lead.end == lead.text_length
    return lead.reference if whole else f"{lead.reference} [{lead.start}:{lead.end}]"


def _origin(lead: SearchLead) -> str:
    from cortex.wire.instants import instant_json

    speaker = "" if lead.speaker == lead.kind.value else display_line(lead.speaker)
    said = [lead.kind.value, speaker, str(instant_json(lead.at_us))[:10]]
    if lead.session:
        said.append(f"session {display_line(lead.session, SESSION_CHARS_MAX)}")
    return ", ".join(part for part in said if part)


def _reason(story: ScoreStory) -> str:
    words = ", ".join(
        f"{display_line(term.word)}{f' ({display_line(term.through)})' if term.through else ''}"
        f" {term.weight / 1000:.2f}"
        for term in story.terms
    )
    shares = (
        ("own words", story.own),
        ("neighbours", story.neighbours),
        ("session", story.session),
    )
    parts = [f"{name} {share / 1000:.2f}" for name, share in shares if share]
    parts += [f"x{permille / 1000:.2f} {name}" for name, permille in story.factors]
    return f"why: {words}; {', '.join(parts)}"


def _show_coverage(screen: Screen, coverage: SearchCoverage) -> None:
    for asked, taken in coverage.replaced:
        screen.line(f"'{display_line(asked)}' is nowhere; searched '{display_line(taken)}'.")
    if coverage.unseen:
        screen.line(f"Found nowhere: {display_line(', '.join(coverage.unseen))}")
    if coverage.pending:
        screen.line(f"{coverage.pending} observations wait to be indexed: cortex maintain")
