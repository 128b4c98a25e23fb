"""Do grants open what they name, and shut out the rest?"""

import pytest

from cortex.core.permissions.rule import NEEDED, is_allowed
from cortex.model.operations import WRITING_OPERATIONS, Operation
from cortex.model.permissions import EVERY, Grant, Permission


def grant(client: str, permission: Permission, scope: str = EVERY) -> Grant:
    """Give a grant."""
    return Grant(client, permission, scope, "cli", 0)


def test_without_grants_everything_is_allowed() -> None:
    """A brain nobody set permissions in serves every client."""
    assert all(is_allowed([], "any", operation) for operation in Operation)


def test_each_operation_has_a_level_and_writing_ones_more_than_read() -> None:
    """No operation is forgotten, and none that writes is open to a reader."""
    assert set(Operation) == set(NEEDED)
    reading = {one for one in Operation if NEEDED[one] is Permission.READ}
    assert set(Operation) - WRITING_OPERATIONS == reading


@pytest.mark.parametrize(
    ("held", "operation", "expected"),
    [
        (grant("code", Permission.READ), Operation.QUERY, True),
        (grant("code", Permission.READ), Operation.COMMIT, False),
        (grant("code", Permission.WRITE), Operation.QUERY, True),
        (grant("code", Permission.WRITE), Operation.RESOLVE, False),
        (grant("code", Permission.ADMIN), Operation.RESOLVE, True),
        (grant("other", Permission.ADMIN), Operation.QUERY, False),
        (grant(EVERY, Permission.READ), Operation.QUERY, True),
        (grant("code", Permission.WRITE, "commit"), Operation.COMMIT, True),
        (grant("code", Permission.WRITE, "commit"), Operation.QUERY, False),
    ],
)
def test_client_scope_and_level_must_all_fit(
    held: Grant,
    operation: Operation,
    expected: bool,  # A parameter of the test.
) -> None:
    """A higher level includes the lower ones; a name fits itself or the star."""
    assert expected is is_allowed([held], "Code", operation)
