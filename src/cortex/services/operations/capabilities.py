"""What can be asked of this memory, by which names, and on which store?"""

from cortex import __version__
from cortex.core.recall.presence import Presence
from cortex.core.recipes.templates import TEMPLATES
from cortex.model.callers import Caller, Place
from cortex.model.cards import POLICY_EPOCH
from cortex.model.errors import CortexError
from cortex.model.operations import (
    LEGACY_NAMES,
    REMOVED_NAMES,
    TOOL_PREFIX,
    Operation,
    OperationStatus,
)
from cortex.model.profiles import PROFILES
from cortex.model.promotion import Rule
from cortex.model.seat_verbs import SEAT_VERBS
from cortex.model.threads import ObligationState
from cortex.services.operations import checkpoint, coordinate
from cortex.services.operations.answers import DEPTHS
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.changes import RULE_VERSION
from cortex.services.operations.host import OperationHost
from cortex.services.operations.needs import NEEDS
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.services.operations.query import PASSED_OVER
from cortex.services.operations.recipes import PROPOSED
from cortex.services.operations.relations import ROLES
from cortex.wire.outcomes import scope_json
from cortex.wire.refusals import refused

PROTOCOL_VERSION = "1"
FIELDS = Fields(*PASSED_OVER, **PLACE_FIELDS)


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Give the vocabulary of the operations, the scope of this place, and the open store.

    The vocabulary is given even when the store cannot be read; ``brain`` then says why, and the
    status is partial.

    Raises:
        CortexError: the place is none.
    """
    status = OperationStatus.OK
    try:
        brain = _brain(host, caller)
    except CortexError as error:
        status, brain = OperationStatus.PARTIAL, refused(error)
    return {
        "status": status.value,
        "name": "cortex",
        "version": __version__,
        "protocol_version": PROTOCOL_VERSION,
        "operations": [operation.value for operation in Operation],
        "profiles": list(PROFILES),
        "needs": list(NEEDS),
        "statuses": [status.value for status in OperationStatus],
        "evidence_depths": list(DEPTHS),
        "relation_roles": list(ROLES),
        "presence_decisions": [word.value for word in Presence],
        "change_rule": RULE_VERSION,
        "checkpoint_actions": list(checkpoint.ACTIONS),
        "obligation_states": [state.value for state in ObligationState],
        "coordination_actions": list(coordinate.ACTIONS),
        "recipes": [*sorted(TEMPLATES), PROPOSED],
        "promotion_rules": [rule.value for rule in Rule],
        "legacy_aliases": {
            TOOL_PREFIX + name: operation.value for name, operation in LEGACY_NAMES.items()
        },
        "removed_tools": dict(REMOVED_NAMES),
        "seat_verbs": dict(SEAT_VERBS),
        "durability_profile": host.durability,
        "observation_bridge": True,
        "assembly_bridge": True,
        "scope": scope_json(host.scope(place_of(arguments, place))),
        "brain": brain,
    }


def _brain(host: OperationHost, caller: Caller) -> dict[str, object]:
    with host.brain.reading() as reader:
        figures = reader.figures()
    return {
        "id": figures.brain_id,
        "path": figures.path,
        "schema_version": figures.schema_version,
        "restore_epoch": figures.restore_epoch,
        "policy_epoch": POLICY_EPOCH,
        "head": figures.head_version,
        "team_mode": caller.owner_id is not None,
    }
