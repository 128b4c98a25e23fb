"""Which records belong together, and what did their use teach?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cortex.edges.cli.captures.doing import Data, show_data
from cortex.edges.cli.options import agent_option, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import read_text
from cortex.edges.cli.verb import Options, Run, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.model.limits import ASSEMBLY_BYTES_MAX
from cortex.wire.assemblies import (
    assembly_json,
    bundles_json,
    event_json,
    expanded_json,
    read_assembly,
    read_event,
)
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.wiring.assemblies import Assemblies

Act = Callable[["Assemblies", Options], Data]


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("assemble", "put records together", _assemble_verb(name)),
        ("assembly-get", "show which records are put together", _get_verb(name)),
        ("assembly-expand", "print what is put together whole", _expand_verb(name)),
        ("learn-event", "report what an assembly was worth", _event_verb(name)),
        ("learn-retract", "take a report back", _retract_verb(name)),
        ("learn-erase", "let nothing count that rests on a source", _erase_verb(name)),
        ("routes-rebuild", "show assemblies where they helped", _switch_verb(name, is_on=True)),
        ("routes-reset", "show assemblies no more", _switch_verb(name, is_on=False)),
        ("why", "show which assemblies a question leads to, and why", _why_verb(name)),
    ]


def _assemble_verb(name: str) -> Verb:
    def read(options: Options) -> Act:
        del options
        spec = read_assembly(read_text("assembly", ASSEMBLY_BYTES_MAX))

        def act(kept: Assemblies, options: Options) -> Data:
            del options
            opened, is_duplicate = kept.assemble(spec)
            return assembly_json(opened, is_duplicate=is_duplicate)

        return act

    return Verb(
        name,
        _reading(read),
        [agent_option(), *place_options()],
        about="Put the records together that the JSON object on standard input names. The name of "
        "an assembly there is already gives it a new revision.",
        examples=["cortex capture assemble < release.json"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _get_verb(name: str) -> Verb:
    return Verb(
        name,
        _doing(lambda kept, options: assembly_json(kept.get(options["id"]))),
        [_id_option(), agent_option()],
        about="Show which records an assembly is made of, without their texts.",
        examples=["cortex capture assembly-get --id asm:release"],
        exits=(EXIT_NOT_FOUND,),
    )


def _expand_verb(name: str) -> Verb:
    return Verb(
        name,
        _doing(lambda kept, options: expanded_json(kept.expand(options["id"]))),
        [_id_option(), agent_option()],
        about="Print every record of an assembly whole, or none of them when one that limits the "
        "others cannot be read.",
        examples=["cortex capture assembly-expand --id release@2"],
        exits=(EXIT_NOT_FOUND,),
    )


def _event_verb(name: str) -> Verb:
    def read(options: Options) -> Act:
        del options
        told = read_event(read_text("event", ASSEMBLY_BYTES_MAX))

        def act(kept: Assemblies, options: Options) -> Data:
            del options
            recorded = kept.record(told)
            return {"recorded": recorded.is_recorded, "status": recorded.status}

        return act

    return Verb(
        name,
        _reading(read),
        [agent_option(), *place_options()],
        about="Keep the report that the JSON object on standard input makes of an assembly's use. "
        "The same report again changes nothing.",
        examples=["cortex capture learn-event < report.json"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _retract_verb(name: str) -> Verb:
    def act(kept: Assemblies, options: Options) -> Data:
        return event_json(kept.retract(options["origin"], options["event"], options["reason"]))

    return Verb(
        name,
        _doing(act),
        [
            option("--origin", "who reported", required=True, metavar="NAME"),
            option("--event", "its own name for the report", required=True, metavar="NAME"),
            option("--reason", "why it is taken back", required=True, metavar="TEXT"),
            agent_option(),
        ],
        about="Let a report count nothing any more. It is not taken in again.",
        examples=['cortex capture learn-retract --origin ci --event 7 --reason "flaky run"'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _erase_verb(name: str) -> Verb:
    return Verb(
        name,
        _doing(lambda kept, options: {"retracted": kept.erase(options["source"])}),
        [
            option("--source", "an observation or fact", required=True, metavar="REFERENCE"),
            agent_option(),
        ],
        about="Let no report count that rests on a source, take the words of such reports out, and "
        "take no later one in.",
        examples=["cortex capture learn-erase --source obs:12"],
        exits=(EXIT_BUSY,),
    )


def _switch_verb(name: str, *, is_on: bool) -> Verb:
    def act(kept: Assemblies, options: Options) -> Data:
        del options
        if is_on:
            return {"edges": kept.rebuild()}
        kept.reset()
        return {"status": "disabled"}

    word = "rebuild" if is_on else "reset"
    return Verb(
        name,
        _doing(act),
        [agent_option(), *place_options()],
        about="Show the assemblies of this scope beside the answers they were useful for; gives "
        "how many words lead to one."
        if is_on
        else "Show none of them until `cortex capture routes-rebuild`. Reports stay.",
        examples=[f"cortex capture routes-{word}"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _why_verb(name: str) -> Verb:
    return Verb(
        name,
        _doing(lambda kept, options: bundles_json(kept.why(options["query"]))),
        [
            option("--query", "a question (default: everything that was useful)", metavar="TEXT"),
            agent_option(),
            *place_options(),
        ],
        about="Show which assemblies of this scope a question leads to, and which reports say so.",
        examples=['cortex capture why --query "release"'],
        exits=(EXIT_NOT_FOUND,),
    )


def _id_option() -> click.Option:
    return option("--id", "the assembly, or one revision of it", required=True, metavar="ASSEMBLY")


def _doing(act: Act) -> Run:
    return _reading(lambda _: act)


def _reading(read: Callable[[Options], Act]) -> Run:
    """Give what a verb runs that reads its input before it opens anything."""

    def run(session: Session, options: Options) -> None:
        from cortex.wiring.assemblies import Assemblies

        act = read(options)
        with session.open() as house:
            place = session.place(options)
            data = act(Assemblies(house, session.caller(options), place), options)
        session.answer(data, lambda screen: _show(screen, data))

    return run


def _show(screen: Screen, data: Data) -> None:
    explanations = data.get("explanations")
    if isinstance(explanations, list):
        if not explanations:
            is_off = data["status"] == "disabled"
            screen.line("No routes are used here." if is_off else "It leads to no assembly.")
        for bundle in explanations:
            screen.line(f"{display_line(str(bundle['revision_id']))}  {bundle['utility']:.3f}")
            _show_members(screen, bundle["members"])
        return
    members = data.get("members")
    named = {key: value for key, value in data.items() if key not in ("guards", "members")}
    show_data(screen, named)
    if isinstance(members, list):
        _show_members(screen, members)


def _show_members(screen: Screen, members: list[dict[str, object]]) -> None:
    for member in members:
        text = member.get("text", member.get("preview")) or ""
        shown = f"{member['role']} {member['revision_id']}: {text}" if text else None
        screen.line("  " + display_line(shown or f"{member['role']} {member['revision_id']}"))
