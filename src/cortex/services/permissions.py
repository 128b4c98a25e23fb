"""Who may ask for what over MCP and `cortex op`? Only the operator at a prompt decides it.

Source: ADR 0092, docs/formats/permissions.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.names.nearness import nearest_name
from cortex.core.permissions.rule import NEEDED, is_allowed
from cortex.core.text.cleaning import clean_name
from cortex.model.errors import Denied, InvalidRequest, NotFound
from cortex.model.limits import NAME_CHARS_MAX
from cortex.model.operations import Operation
from cortex.model.permissions import EVERY, GRANTS_MAX, Grant, Permission
from cortex.wire.encoding import encode
from cortex.wire.permissions import grant_json

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import Brain

EVENT_GRANTED = "permission_granted"
EVENT_REVOKED = "permission_revoked"


def require(brain: Brain, caller: Caller, operation: Operation) -> None:
    """Let an allowed request pass.

    Raises:
        Denied: the grants there are do not allow it.
    """
    with brain.reading() as reader:
        grants = reader.permissions.grants(caller.owner_id or 0)
    if not is_allowed(grants, caller.agent, operation):
        needed = NEEDED[operation].value
        message = f"the client '{caller.agent}' has no {needed} permission for {operation.value}"
        remedy = "the operator of this machine can give it with `cortex permissions grant`"
        raise Denied(message, remedy=remedy)


def grants(brain: Brain, caller: Caller) -> list[Grant]:
    """Give every grant, by client, permission and scope."""
    with brain.reading() as reader:
        return reader.permissions.grants(caller.owner_id or 0)


def grant_of(client: str, permission: Permission, scope: str, by: str, now_us: int) -> Grant:
    """Give a checked grant.

    Raises:
        InvalidRequest: the client has no name that may be kept, or the scope is no operation.
    """
    kept = clean_name(client).text.casefold()
    if not kept or len(kept) > NAME_CHARS_MAX:
        message = "'client' is no name of a client"
        raise InvalidRequest(message, remedy="write the name it introduces itself by, or *")
    names = (EVERY, *(operation.value for operation in Operation))
    chosen = scope.strip().lower() or EVERY
    if chosen not in names:
        near = nearest_name(chosen, names)
        message = f"there is no operation '{scope[:60]}'"
        remedy = f"did you mean '{near}'?" if near else f"it is one of: {', '.join(names)}"
        raise InvalidRequest(message, remedy=remedy, field="scope")
    return Grant(kept, permission, chosen, by, now_us)


def grant(brain: Brain, caller: Caller, new: Grant) -> list[Grant]:
    """Give a client a permission, and every grant there is then; a second time changes nothing.

    Raises:
        InvalidRequest: there are too many already.
    """
    owner_id = caller.owner_id or 0
    with brain.writing() as writer:
        if len(writer.permissions.grants(owner_id)) >= GRANTS_MAX:
            message = f"there are {GRANTS_MAX} grants already"
            raise InvalidRequest(message, remedy="revoke some, or grant to *")
        writer.permissions.grant(owner_id, new)
        writer.add_event(EVENT_GRANTED, encode(grant_json(new)), caller.agent, new.granted_us)
        return writer.permissions.grants(owner_id)


def revoke(brain: Brain, caller: Caller, old: Grant) -> list[Grant]:
    """Take a permission back, and give every grant that is left.

    Raises:
        NotFound: it was never given.
    """
    owner_id = caller.owner_id or 0
    with brain.writing() as writer:
        if not writer.permissions.revoke(owner_id, old):
            message = f"'{old.client}' has no {old.permission.value} permission for '{old.scope}'"
            raise NotFound(message, remedy="`cortex permissions list` lists what was granted")
        writer.add_event(EVENT_REVOKED, encode(grant_json(old)), caller.agent, old.granted_us)
        return writer.permissions.grants(owner_id)
