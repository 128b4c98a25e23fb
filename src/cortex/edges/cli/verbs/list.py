"""Which facts are there? `cortex list`, a page or everything."""

from __future__ import annotations

from collections.abc import Mapping

from cortex.edges.cli.facts import show_facts
from cortex.edges.cli.options import agent_option, count_option, flag, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.ages import AgedForm
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.model.facts import Fact
from cortex.wire.outcomes import facts_json
from cortex.wiring.maintenance import forms_of

PAGE_FACTS = 50
PAGE_FACTS_MAX = 1000  # Rows of one page: what a person scrolls and one answer should hold.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            count_option("--limit", "facts of one page", PAGE_FACTS, PAGE_FACTS_MAX),
            option(
                "--after", "start below this fact, the last of the page before", metavar="REFERENCE"
            ),
            flag("--all", "every page"),
            flag("--history", "superseded, retracted, archived and expired facts too"),
            flag("--clusters", "facts that say much the same, together"),
            flag("--everywhere", "of every scope"),
            agent_option(),
            *place_options(),
        ],
        about="List the facts that hold in this scope, newest first. In the JSON object `next` is "
        "what --after takes for the next page, null on the last one.",
        examples=[
            "cortex list",
            "cortex list --clusters",
            "cortex list --after decision::120",
            "cortex list --all --json",
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> None:
    """Print a page, or all of them."""
    if options["clusters"]:
        from cortex.edges.cli.clusters import list_clusters

        list_clusters(session, options)
        return
    place, caller = session.place(options), session.caller(options)
    limit: int = PAGE_FACTS_MAX if options["all"] else options["limit"]
    facts: list[Fact] = []
    with session.open() as house:
        after = options["after"]
        after_id = None if after is None else house.find(after, caller).fact_id
        while True:
            page = house.list_facts(place, caller, after_id, limit, include_cold=options["history"])
            facts.extend(page)
            if not options["all"] or len(page) < limit:
                break
            after_id = page[-1].fact_id
        forms = forms_of(house, facts)
    has_more = not options["all"] and len(facts) == limit
    session.answer(
        facts_json(facts, has_more=has_more, forms=forms),
        lambda screen: _show(screen, facts, forms, has_more=has_more),
    )


def _show(
    screen: Screen, facts: list[Fact], forms: Mapping[int, AgedForm], *, has_more: bool
) -> None:
    if not facts:
        screen.line("No facts are kept here yet.")
        return
    displays = {fact_id: form.display for fact_id, form in forms.items() if form.display}
    show_facts(screen, facts, displays)
    if has_more:
        screen.line()
        screen.line(f"More: cortex list --after {facts[-1].reference}")
