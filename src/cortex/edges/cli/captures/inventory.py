"""Which files may be taken in, and how far did that come?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.captures.doing import Data, doing
from cortex.edges.cli.options import agent_option, count_option, flag, option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.model.limits import BOOTSTRAP_BYTES_MAX, BOOTSTRAP_SOURCES_MAX
from cortex.wire.observations import inventory_json

if TYPE_CHECKING:
    from cortex.wiring.capture import Capture


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("inventory", "list the registered files as they are now", _inventory_verb(name)),
        ("bootstrap", "take in the next files of a list", _bootstrap_verb(name)),
        ("reconcile", "look at the files of a list again", _reconcile_verb(name)),
    ]


def _inventory_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import TakingIn

        del session
        taking, revision = TakingIn(capture.house, capture.caller), options["revision"]
        found = taking.take_stock() if revision is None else taking.find_inventory(revision)
        return inventory_json(found)

    return Verb(
        name,
        doing(act),
        [_revision_option(is_required=False), agent_option()],
        about="List the registered files as they are now, under a new revision; or show a list as "
        "it stands. Nothing of them is read.",
        examples=["cortex capture inventory"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _bootstrap_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import Budget, TakingIn

        del session
        budget = Budget(options["max_sources"], options["max_bytes"], options["skip_blocked"])
        taking = TakingIn(capture.house, capture.caller)
        return inventory_json(taking.bootstrap(options["revision"], budget))

    return Verb(
        name,
        doing(act),
        [
            _revision_option(is_required=True),
            count_option(
                "--max-sources", "files of this call", BOOTSTRAP_SOURCES_MAX, BOOTSTRAP_SOURCES_MAX
            ),
            count_option(
                "--max-bytes", "bytes of this call", BOOTSTRAP_BYTES_MAX, BOOTSTRAP_BYTES_MAX
            ),
            flag("--skip-blocked", "pass over files that cannot be taken in, instead of stopping"),
            agent_option(),
        ],
        about="Take in the next files of a list, and move on behind each of them. One that cannot "
        "be taken in says why and stops the walk. Called again it goes on where it was.",
        examples=["cortex capture bootstrap --revision 0f9a... --max-sources 20"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _reconcile_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wiring.intake import TakingIn

        del session
        taking = TakingIn(capture.house, capture.caller)
        return inventory_json(taking.reconcile(options["revision"]))

    return Verb(
        name,
        doing(act),
        [_revision_option(is_required=True), agent_option()],
        about="Look at every file of a list again and say how it stands, and how many were "
        "registered since. Nothing is taken in.",
        examples=["cortex capture reconcile --revision 0f9a..."],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _revision_option(*, is_required: bool) -> click.Option:
    return option("--revision", "name of the list", required=is_required, metavar="REVISION")
