"""Is the operator's word on hosts kept, and how far their transcripts were read?"""

from cortex.model.host_grants import HostGrant, ReadPosition
from cortex.model.scopes import USER_SCOPE_ID
from cortex.ports.brain import Brain
from tests.contracts.brains import NOW_US

ME, OTHER = "solo", "user:2"
CLAUDE = HostGrant("local-host:claude-code", "claude-code", USER_SCOPE_ID, "2.1.197")
CODEX = HostGrant("a", "codex", "project::x", "", "1", 1_000, is_live=False, is_history=True)


def test_nothing_is_granted_before_the_operator_said_so(brain: Brain) -> None:
    """An empty store has no grant and no position."""
    with brain.reading() as reader:
        assert reader.hosts.find_grant(ME, CLAUDE.key) is None
        assert [] == reader.hosts.grants(ME)
        assert reader.hosts.position(ME, "/a.jsonl") is None


def test_grants_are_found_by_principal_and_key(brain: Brain) -> None:
    """A grant comes back with every field, by key, and only to whom it belongs."""
    with brain.writing() as writer:
        writer.hosts.grant(ME, CLAUDE, NOW_US)
        writer.hosts.grant(ME, CODEX, NOW_US)
        assert CLAUDE == writer.hosts.find_grant(ME, CLAUDE.key)
    with brain.reading() as reader:
        assert [CODEX, CLAUDE] == reader.hosts.grants(ME)
        assert [] == reader.hosts.grants(OTHER)
        assert reader.hosts.find_grant(OTHER, CLAUDE.key) is None


def test_grant_that_is_taken_away_is_gone(brain: Brain) -> None:
    """Revoking takes one grant away, and twice changes nothing more."""
    with brain.writing() as writer:
        writer.hosts.grant(ME, CLAUDE, NOW_US)
        writer.hosts.grant(ME, CODEX, NOW_US)
        writer.hosts.revoke(ME, CODEX.key)
        writer.hosts.revoke(ME, CODEX.key)
        writer.hosts.revoke(OTHER, CLAUDE.key)
    with brain.reading() as reader:
        assert [CLAUDE] == reader.hosts.grants(ME)


def test_position_is_replaced_and_belongs_to_one(brain: Brain) -> None:
    """The last position noted stands, for one principal and name."""
    with brain.writing() as writer:
        writer.hosts.set_position(ME, "/a.jsonl", ReadPosition("1", 10, "x"), NOW_US)
        writer.hosts.set_position(ME, "/a.jsonl", ReadPosition("2", 20), NOW_US + 1)
        assert ReadPosition("2", 20, "") == writer.hosts.position(ME, "/a.jsonl")
    with brain.reading() as reader:
        assert reader.hosts.position(OTHER, "/a.jsonl") is None
        assert reader.hosts.position(ME, "/b.jsonl") is None
