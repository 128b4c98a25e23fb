"""Do both stores keep grants once, owner by owner?"""

from cortex.model.permissions import Grant, Permission
from cortex.ports.brain import Brain

ME, OTHER = 0, 2


def grant(client: str, permission: Permission = Permission.READ, scope: str = "*") -> Grant:
    """Give a grant."""
    return Grant(client, permission, scope, "cli", 5)


def test_second_grant_keeps_the_first_giver(brain: Brain) -> None:
    """Granting again changes neither who gave it nor when."""
    with brain.writing() as writer:
        writer.permissions.grant(ME, grant("b"))
        writer.permissions.grant(ME, grant("b")._replace(granted_by="x", granted_us=9))
        writer.permissions.grant(ME, grant("a", Permission.WRITE))
        writer.permissions.grant(OTHER, grant("z"))
        expected = [grant("a", Permission.WRITE), grant("b")]
        assert expected == writer.permissions.grants(ME)


def test_only_what_was_granted_is_revoked(brain: Brain) -> None:
    """Client, permission, scope and owner must all be the same."""
    with brain.writing() as writer:
        rows = writer.permissions
        rows.grant(ME, grant("b"))
        for other in (grant("c"), grant("b", Permission.ADMIN), grant("b", scope="query")):
            assert not rows.revoke(ME, other)
        assert not rows.revoke(OTHER, grant("b"))
        assert rows.revoke(ME, grant("b"))
        assert not rows.revoke(ME, grant("b"))
        assert [] == rows.grants(ME)
