"""Why is a fact here, and why was it, or was it not, an answer? `cortex why`."""

from __future__ import annotations

from cortex.edges.cli.options import option, reference_argument
from cortex.edges.cli.session import Session
from cortex.edges.cli.stories import show_story
from cortex.edges.cli.verb import Options, Verb
from cortex.edges.cli.verbs.query import limit_option, question_from, question_options
from cortex.edges.cli.verdicts import show_verdict
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.stories import story_json
from cortex.wire.verdicts import verdict_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            reference_argument(),
            option(
                "--question", "explain why the fact does or does not answer this", metavar="TEXT"
            ),
            *question_options(),
            limit_option("most facts the answer may have"),
        ],
        about="Explain the fact REFERENCE: what it rests on, its conflicts, neighbours, "
        "handles and log entries. With --question: whether it answers the question, and why.",
        examples=[
            "cortex why decision::12",
            'cortex why decision::12 --question "which port does the gateway use?"',
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> None:
    """Explain the fact, alone or against a question."""
    caller = session.caller(options)
    text = options["question"]
    with session.open() as house:
        story = house.explain(options["reference"], caller)
        if text is None:
            session.answer(story_json(story), lambda screen: show_story(screen, story))
            return
        question = question_from(options, text, options["limit"])
        view = house.why_not(story.fact.fact_id, question, session.place(options), caller)
    data = verdict_json(story.fact, view)
    session.answer(data, lambda screen: show_verdict(screen, story.fact, view))
