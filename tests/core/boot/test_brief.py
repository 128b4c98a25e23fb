"""Does a brief show what binds whole, say what it leaves out, and keep to its limit?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.boot.brief import compile_brief
from cortex.core.boot.packing import json_bytes
from cortex.model.boot import (
    FORM_COMPACT,
    FORM_RESUMED,
    BootFact,
    BootLimit,
    BootMaterial,
    BootQuestion,
)
from cortex.model.scopes import user_scope
from tests.core.boot.facts import NOW_US, QUESTION, SCOPE, fact, material

WIDE = BootLimit(5_000)
GOLDEN = """\
# Memory of project demo (branch main)
## Standing rules
- [feedback m2] Always run the linter
## Constraints
- [constraint d1] Never deploy on Friday
- [decision d9] Kept because it is durable
## Pinned
- [note d3] The staging host is blue
## Open conflicts
- [d5] The port is 8080 vs [d4] The port is 80
## TRUTH
FACT? Use PostgreSQL for billing  (valid 2026-06-01 -> now)  [d6]
FACT! The owner is Ada  (valid 2026-06-01 -> now)  [d7]"""


def full() -> BootMaterial:
    """Give a material with something in every part; facts of one part turn up in others too."""
    constraint = fact(1, "Never deploy on Friday", type="constraint")
    pinned = fact(3, "The staging host is blue", type="note")
    ranked = fact(6, "Use PostgreSQL for billing")
    return material(
        binding=[constraint],
        rules=[
            fact(2, "Always run the linter", kind="memory", type="feedback"),
            fact(8, "The linter is fast", kind="memory", type="feedback"),
        ],
        pinned=[constraint, pinned],
        conflicts=[(fact(5, "The port is 8080"), fact(4, "The port is 80"))],
        candidates=[
            fact(7, "The owner is Ada", is_stated=True, retention="operational"),
            ranked,
            constraint,
            pinned,
            fact(4, "The port is 80"),
        ],
        durable=[ranked, fact(9, "Kept because it is durable")],
    )


def test_full_brief_is_the_golden_one() -> None:
    """Every part stands in its place, and no fact is shown twice."""
    brief = compile_brief(full(), QUESTION, WIDE)
    assert GOLDEN == brief.prompt
    assert -(-len(GOLDEN) // 4) == brief.token_estimate
    shown = [fact_id for capsule in brief.capsules for fact_id in capsule.fact_ids]
    assert sorted(set(shown)) == sorted(shown)


def test_nothing_known_is_an_empty_brief() -> None:
    """An empty brain has nothing to say, not even a heading."""
    brief = compile_brief(material(), QUESTION, WIDE, raw_chars=0)
    assert ("", 0, (), 0) == (
        brief.prompt,
        brief.token_estimate,
        brief.capsules,
        brief.savings.percent,
    )


def test_constraints_that_find_no_room_are_counted() -> None:
    """A constraint is shown whole or not at all, and the text says how many are missing."""
    binding = [fact(place, f"rule {place} " + "x" * 80, type="rule") for place in range(1, 31)]
    brief = compile_brief(material(binding=binding), QUESTION, BootLimit(200))
    lines = brief.prompt.splitlines()
    shown = [line for line in lines if line.startswith("- [rule")]
    assert all(line.endswith("x" * 80) for line in shown)
    assert f"- {30 - len(shown)} more constraints not shown (budget)" == lines[-1]
    (capsule,) = brief.capsules
    assert (30 - len(shown), "budget", True) == (
        capsule.left_out,
        capsule.reason,
        capsule.is_included,
    )


def test_list_limit_is_another_reason_than_the_budget() -> None:
    """With room for all, the forty-first constraint is left out by the limit, and so it says."""
    binding = [fact(place, f"rule {place}", type="rule") for place in range(1, 41)]
    brief = compile_brief(material(binding=binding, binding_count=45), QUESTION, WIDE)
    assert "- 5 more constraints not shown (limit)" == brief.prompt.splitlines()[-1]
    counted = compile_brief(material(binding=binding, binding_count=100), QUESTION, WIDE)
    assert "- at least 60 more constraints not shown (limit)" == counted.prompt.splitlines()[-1]


def test_too_long_a_constraint_is_left_out_whole() -> None:
    """A constraint larger than the brief gives way to the next one, and is counted."""
    binding = [fact(1, "y" * 3_000, type="rule"), fact(2, "short", type="rule")]
    brief = compile_brief(material(binding=binding), QUESTION, BootLimit(600))
    assert "yyy" not in brief.prompt
    assert "- [rule d2] short\n- 1 more constraint not shown (budget)" in brief.prompt


def test_binding_facts_are_counted_even_where_nothing_fits() -> None:
    """A brief too small for its own heading still says that something binds."""
    known = material(
        binding=[fact(1, "y" * 300, type="rule"), fact(2, "z" * 300, type="rule")],
        candidates=[fact(3, "short")],
    )
    brief = compile_brief(known, QUESTION, BootLimit(12))
    assert "- 2 constraints not shown (budget)" == brief.prompt
    assert "" == compile_brief(known, QUESTION, BootLimit(4)).prompt


def test_unreadable_part_is_not_an_empty_one() -> None:
    """A part that could not be read says so in the text, even when nothing else is known."""
    unread = material(unavailable=[("constraints", "SQLError"), ("truth", "SQLError")])
    brief = compile_brief(unread, QUESTION, WIDE)
    assert (
        "## Constraints\n"
        "[unavailable] constraints could not be read; do not assume this set is empty\n"
        "## TRUTH\n"
        "[unavailable] truth could not be read; do not assume this set is empty"
    ) in brief.prompt
    assert ["unavailable", "unavailable"] == [capsule.reason for capsule in brief.capsules]


def test_facts_of_other_folders_stay_away() -> None:
    """In a subfolder a fact bound to another one is neither ranked nor listed, but is counted."""
    web, api = {"paths": ("web/**",)}, {"paths": ("api/**",)}
    asked = BootQuestion(SCOPE, "/srv/demo/web", NOW_US)
    brief = compile_brief(
        material(
            binding=[fact(1, "web rule", type="rule", **web), fact(2, "no", type="rule", **api)],
            candidates=[fact(3, "web fact", **web), fact(4, "no", **api)],
        ),
        asked,
        WIDE,
    )
    assert [(1,), (3,)] == [capsule.fact_ids for capsule in brief.capsules]
    assert "- 1 more constraint not shown (limit)" in brief.prompt


def test_compacted_session_is_told_what_binds_and_what_is_new() -> None:
    """Case 41: after a compaction the brief is a delta; what merely ranks is not said again."""
    asked = BootQuestion(SCOPE, "/srv/demo", NOW_US, since_version=1)
    known = full()
    known.new = (fact(20, "Brought meanwhile"),)
    brief = compile_brief(known, asked, WIDE, FORM_COMPACT)
    names = [capsule.name for capsule in brief.capsules]
    assert ["rules", "constraints", "pinned", "conflicts", "new"] == names
    assert brief.prompt.startswith("# Memory of project demo (branch main), restated after a com")
    assert "## New since this session began\nFACT? Brought meanwhile" in brief.prompt


def test_resumed_session_is_told_only_what_is_new() -> None:
    """A resumed session has its brief still, so it hears of changes or nothing."""
    asked = BootQuestion(SCOPE, "/srv/demo", NOW_US, since_version=1)
    known = full()
    assert "" == compile_brief(known, asked, WIDE, FORM_RESUMED).prompt
    known.new = (fact(20, "Brought meanwhile"),)
    brief = compile_brief(known, asked, WIDE, FORM_RESUMED)
    assert ["new"] == [capsule.name for capsule in brief.capsules]


@pytest.mark.parametrize("form", [FORM_COMPACT, FORM_RESUMED])
def test_session_nobody_remembers_is_told_everything(form: str) -> None:
    """Without a mark of what was told before, nothing can be left out as known."""
    brief = compile_brief(full(), QUESTION, WIDE, form)
    assert GOLDEN.partition("\n")[2] == brief.prompt.partition("\n")[2]


def test_person_without_a_project_gets_a_plain_title() -> None:
    """In the user's own scope there is no project to name."""
    asked = BootQuestion(user_scope(), "/", NOW_US)
    brief = compile_brief(material(candidates=[fact(scope_id="user")]), asked, WIDE)
    assert "# Memory" == brief.prompt.partition("\n")[0]


def test_savings_are_estimates_with_a_floor() -> None:
    """Savings compare with reading everything, never fall below zero, and may be unknown."""
    brief = compile_brief(full(), QUESTION, WIDE, raw_chars=10_000)
    assert (2_500, 2_500 - brief.token_estimate) == (
        brief.savings.raw_tokens,
        brief.savings.saved_tokens,
    )
    assert 0 == compile_brief(full(), QUESTION, WIDE, raw_chars=4).savings.saved_tokens
    assert compile_brief(full(), QUESTION, WIDE).savings.percent is None


TEXTS = st.text(max_size=300) | st.text('\u8a9e"\\\n', max_size=300)
FACTS = st.builds(fact, st.integers(1, 60), TEXTS, type=st.sampled_from(["rule", "x"]) | TEXTS)


@given(
    facts=st.lists(FACTS, max_size=40),
    budget=st.integers(0, 700),
    bytes_max=st.none() | st.integers(0, 2_500),
)
def test_brief_never_exceeds_its_limit(
    facts: list[BootFact], budget: int, bytes_max: int | None
) -> None:
    """Case 46: whatever the facts, neither tokens nor bytes go over, and lines stay whole."""
    known = material(
        binding=facts[::3],
        rules=facts[:4],
        pinned=facts[1::5],
        conflicts=list(zip(facts[::2], facts[1::2], strict=False)),
        candidates=facts,
        durable=facts[::4],
    )
    brief = compile_brief(known, QUESTION, BootLimit(budget, bytes_max))
    assert brief.token_estimate <= budget
    assert bytes_max is None or json_bytes(brief.prompt) <= bytes_max
    assert brief.prompt == compile_brief(known, QUESTION, BootLimit(budget, bytes_max)).prompt
