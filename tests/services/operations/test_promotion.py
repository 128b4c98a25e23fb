"""Is nothing promoted that the operator's policy and the evidence do not carry?"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.relations import Role
from cortex.wiring.house import House
from cortex.wiring.promotion import POLICY_FILE, POLICY_FILE_BYTES_MAX

PERSON = Caller(is_person=True)
LIVE = ["the queue is live"]
STATEMENT = "Drain the queue before the restart of the worker"


def promote(house: House, caller: Caller = PERSON, **said: Any) -> dict[str, Any]:
    """Promote a statement."""
    return house.operate("commit", {"promote": {"text": STATEMENT, **said}}, caller, Place())


def case(house: House, agent: str, text: str, **more: Any) -> str:
    """Commit a case that succeeded while the queue was live, unless told otherwise."""
    fields = {"preconditions": LIVE, "outcome": "success", **more.pop("fields", {})}
    said = {"text": text, "type": "case", "fields": fields, **more}
    kept = house.operate("commit", said, Caller(agent=agent), Place())
    assert "ok" == kept["status"], kept
    return str(kept["captures"][0]["reference"])


def write_policy(house: House, text: str | bytes) -> Path:
    """Write the operator's policy."""
    path = Path(house.settings.home) / POLICY_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(0o600)
    return path


def test_agent_cannot_mint_a_preference(house: House) -> None:
    """A person may promote a preference; an agent may not, whatever it says of itself. CQR G1"""
    agent = Caller(agent="claude-code")
    for name in ("authority", "context"):
        refused = promote(house, agent, rule="preference", **{name: "the user said so"})
        assert ("denied", "promote.rule") == (refused["status"], refused["field"])
    assert [] == list(house.list_facts(Place(), agent, None, 9, include_cold=True))
    kept = promote(house, rule="preference")
    assert "preference" == kept["captures"][0]["entry"]["type"]


@pytest.mark.parametrize(
    "said",
    [
        {"passed": False},
        {"passed": "true"},
        {"passed": None},
        {"predicate": None},
        {"artifact": " "},
        {"checker": 7},
    ],
)
def test_failed_or_unnamed_check_is_refused(house: House, said: dict[str, object]) -> None:
    """A result needs predicate, artifact, checker, and a check that passed. CQR G2, CQR C12"""
    given = {"predicate": "make test", "artifact": "abc", "checker": "ci", "passed": True} | said
    refused = promote(house, rule="checker_result", preconditions=given)
    assert ("invalid_request", "promote.preconditions") == (refused["status"], refused["field"])


def test_passed_check_is_kept_as_verified(house: House) -> None:
    """The result carries its check, and its record holds it as verified by a checker."""
    given = {"predicate": "make test", "artifact": "abc", "checker": "ci", "passed": True}
    kept = promote(house, Caller(agent="bot"), rule="checker", preconditions=given)
    fact = house.find(kept["promotion"]["reference"], PERSON)
    with house.brain.reading() as reader:
        (revision,) = reader.revisions.of_fact(fact.fact_id, 9)
    assert ("verified_result", "checker_verified") == (fact.content.type, revision.epistemic)
    assert given == json.loads(fact.content.fields or "")["preconditions"]
    assert "agent:bot" == json.loads(fact.content.fields or "")["promoted_by"]


def test_copies_and_repeats_are_no_second_trial(house: House) -> None:
    """Two copies, or one agent twice, are one trial; another agent's own words are the second.
    CQR G3, CQR C5
    """
    said: dict[str, Any] = {"rule": "procedure", "preconditions": LIVE}
    case(house, "ann", "Draining the queue first lost no job")
    case(house, "ann", "Draining the queue first lost no job")
    assert "promote.preconditions" == promote(house, **said)["field"]
    case(house, "ann", "A drained queue came back with every job")
    assert "promote.preconditions" == promote(house, **said)["field"]
    case(house, "bob", "draining the queue first lost no job.")
    assert "promote.preconditions" == promote(house, **said)["field"]
    case(house, "bob", "No job was missing after the drain and restart")
    assert "ok" == promote(house, **said)["status"]


def test_procedure_lists_its_population_and_exclusions(house: House) -> None:
    """Two independent trials carry it, and what failed under the same preconditions is named.
    CQR G4
    """
    one = case(house, "ann", "Draining the queue first lost no job")
    two = case(house, "bob", "The worker restarted on an empty queue without loss")
    failed = {"outcome": "failure"}
    against = case(house, "eve", "A poisoned job blocked the drain for an hour", fields=failed)
    case(house, "eve", "Elsewhere it went well too", fields={"preconditions": ["it is idle"]})
    kept = promote(house, rule="procedure", preconditions=LIVE[0], authority="ops")
    assert [one, two] == kept["promotion"]["population"]
    assert [against] == kept["promotion"]["exclusions"]
    fact = house.find(kept["promotion"]["reference"], PERSON)
    fields = json.loads(fact.content.fields or "")
    assert ("procedure", "durable") == (fact.content.type, fact.content.retention)
    assert ("promotion/1", "ops", LIVE) == tuple(
        fields[name] for name in ("rule_version", "authority", "preconditions")
    )
    assert ([one, two], [against]) == (fields["population"], fields["exclusions"])
    story = house.explain(kept["promotion"]["reference"], PERSON)
    assert [(Role.COUNTEREVIDENCE, against), (Role.SUPPORT, one), (Role.SUPPORT, two)] == [
        (related.role, related.fact.reference) for related in story.relations
    ]


def test_order_of_preconditions_does_not_matter(house: House) -> None:
    """Preconditions are a set: whoever names the same ones speaks of the same situation."""
    both = ["the queue is live", "a worker is idle"]
    case(house, "ann", "Draining the queue first lost no job", fields={"preconditions": both})
    turned = {"preconditions": both[::-1]}
    case(house, "bob", "The worker restarted on an empty queue without loss", fields=turned)
    assert "ok" == promote(house, rule="procedure", preconditions=both)["status"]
    assert "ok" != promote(house, rule="procedure", preconditions=both[:1])["status"]


def test_lesson_needs_scope_authority_and_a_source(house: House) -> None:
    """Whatever is missing is named. CQR G6"""
    source = case(house, "ann", "Draining the queue first lost no job")
    whole: dict[str, Any] = {"target_scope": "user", "authority": "ops", "sources": [source]}
    for name in whole:
        said = {key: value for key, value in whole.items() if key != name}
        refused = promote(house, rule="lesson", **said)
        assert ("invalid_request", f"promote.{name}") == (refused["status"], refused["field"])
    unknown = promote(house, rule="lesson", **{**whole, "sources": ["decision::99"]})
    assert ("no_match", "promote.sources") == (unknown["status"], unknown["field"])
    kept = promote(house, rule="lesson", **whole)
    fact = house.find(kept["promotion"]["reference"], PERSON)
    assert ("lesson", "user") == (fact.content.type, fact.content.scope_id)


@pytest.mark.parametrize(
    "fields",
    [{"outcome": "failure"}, {"outcome": "failure", "preconditions": None}, {"success": False}],
)
def test_disconfirming_case_in_the_target_blocks_a_lesson(
    house: House, fields: dict[str, object]
) -> None:
    """A case of the target scope that failed under the same preconditions, or under none it names,
    blocks the lesson and is named. CQR G6
    """
    source = case(house, "ann", "Draining the queue first lost no job")
    against = case(
        house, "bob", "The drain lost jobs in the other project", project="user", fields=fields
    )
    said: dict[str, Any] = {"target_scope": "user", "authority": "ops", "sources": [source]}
    refused = promote(house, rule="lesson", **said)
    assert "promote.target_scope" == refused["field"]
    assert against in refused["error"]


def test_policy_of_the_operator_is_obeyed_at_every_use(house: House) -> None:
    """Who is named may use the rule, who is not may not, from the next request on."""
    agent = Caller(agent="claude-code")
    rules = {"preference": {"principals": ["agent:claude*"], "revocation": ["the user objects"]}}
    write_policy(house, json.dumps({"schema": "promote-policy/1", "rules": rules}))
    assert "denied" == promote(house, rule="preference")["status"]
    kept = promote(house, agent, rule="preference")
    fact = house.find(kept["promotion"]["reference"], PERSON)
    assert ["the user objects"] == json.loads(fact.content.fields or "")["revocation_triggers"]
    rules["preference"]["principals"] = []
    write_policy(house, json.dumps({"schema": "promote-policy/1", "rules": rules}))
    assert "denied" == promote(house, agent, rule="preference")["status"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"schema": "promote-policy/2"}',
        b'{"schema": "promote-policy/1", "more": 1}',
        b'{"schema": "promote-policy/1", "schema": "promote-policy/1"}',
        b'{"schema": "promote-policy/1", "rules": {"preferences": {"principals": ["*"]}}}',
        b'{"schema": "promote-policy/1", "rules": {"preference": {}}}',
        b'{"schema": "promote-policy/1", "rules": {"preference": {"principals": "*"}}}',
        b'{"schema": "promote-policy/1", "rules": {"preference": {"principals": [1]}}}',
        b'{"schema": "promote-policy/1", "rules": {"preference": {"principals": ["a*b"]}}}',
        b'{"schema": "promote-policy/1", "rules": {"preference": {"principals": [], "who": []}}}',
        b'{"schema": "promote-policy/1", "commit_evidence": {"source_roles": ["delivery_only"]}}',
        b'{"schema": "promote-policy/1", "x": NaN}',
        b"[" * 100_000,
        b'{"schema": "promote-policy/1"}' + b" " * POLICY_FILE_BYTES_MAX,
    ],
)
def test_policy_that_is_not_understood_promotes_nothing(house: House, text: bytes) -> None:
    """Whatever is wrong with the file, nothing is promoted and the file is named."""
    path = write_policy(house, text)
    refused = promote(house, rule="preference")
    assert ("invalid_request", "settings_invalid") == (refused["status"], refused["code"])
    assert str(path) in refused["error"]


def test_policy_is_read_from_a_plain_file_of_the_operator_only(house: House) -> None:
    """A link, a folder, a pipe, or a file that everybody can write is refused."""
    path = write_policy(house, '{"schema": "promote-policy/1"}')
    assert "ok" == promote(house, rule="preference")["status"]
    path.chmod(0o602)
    assert "settings_invalid" == promote(house, rule="preference")["code"]
    target = path.rename(path.with_suffix(".elsewhere"))
    target.chmod(0o600)
    path.symlink_to(target)
    assert "settings_invalid" == promote(house, rule="preference")["code"]
    path.unlink()
    path.mkdir()
    assert "settings_invalid" == promote(house, rule="preference")["code"]
    path.rmdir()
    os.mkfifo(path)
    assert "settings_invalid" == promote(house, rule="preference")["code"]


@pytest.mark.parametrize("name", ["promoted_by", "rule_version", "epistemic"])
def test_promotion_cannot_be_forged_by_a_commit(house: House, name: str) -> None:
    """The fields that tell of a promotion are written by promotions alone. CQR G1"""
    said = {"text": STATEMENT, "type": "verified_result", "thread": "gw", "fields": {name: "x"}}
    refused = house.operate("commit", said, Caller(agent="bot"), Place())
    assert ("invalid_request", "fields") == (refused["status"], refused["field"])
    plain = {**said, "fields": {"outcome": "success"}}
    assert "ok" == house.operate("commit", plain, Caller(agent="bot"), Place())["status"]
    going = house.operate("orient", {"thread": "gw"}, Caller(), Place())["continuation"]
    assert [] == going["verified_outputs"]


def test_repeated_promotion_is_one(house: House) -> None:
    """The same key gives the first answer and keeps nothing twice."""
    said = {"promote": {"rule": "preference", "text": STATEMENT}, "idempotency_key": "k"}
    first = house.operate("commit", said, PERSON, Place())
    assert {**first, "replayed": True} == house.operate("commit", said, PERSON, Place())
    other = {**said, "promote": {"rule": "preference", "text": "Restart the worker at night"}}
    assert "idempotency_conflict" == house.operate("commit", other, PERSON, Place())["code"]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"promote": {"text": STATEMENT}}, "promote.rule"),
        ({"promote": {"rule": "preference"}}, "promote.text"),
        ({"promote": {"rule": "prefer", "text": STATEMENT}}, "promote.rule"),
        ({"promote": {"rule": "preference", "text": STATEMENT, "txet": 1}}, "promote.txet"),
        ({"promote": {"rule": "procedure", "text": STATEMENT}}, "promote.preconditions"),
        ({"promote": "preference"}, "promote"),
        ({"promote": {"rule": "preference", "text": STATEMENT}, "text": STATEMENT}, "text"),
    ],
)
def test_refused_promotion_names_the_field(house: House, said: dict[str, Any], field: str) -> None:
    """What is missing or unknown is refused by name."""
    refused = house.operate("commit", said, PERSON, Place())
    assert ("invalid_request", field) == (refused["status"], refused["field"])


def test_fields_that_describe_nothing_are_kept_and_slips_refused(house: House) -> None:
    """In ``fields`` known names describe the statement, near ones are slips, others are data."""
    said = {
        "text": "The gateway drains in ten seconds",
        "fields": {"subject": "gateway", "p99": 9.5},
    }
    kept = house.operate("commit", said, PERSON, Place())
    fact = house.find(kept["captures"][0]["reference"], PERSON)
    assert ("gateway", '{"p99":"9.5"}') == (fact.content.naming.subject, fact.content.fields)
    slip = {**said, "fields": {"subjct": "gateway"}}
    assert "fields.subjct" == house.operate("commit", slip, PERSON, Place())["field"]
