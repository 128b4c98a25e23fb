"""Is a STATE.md read as it was meant, and written so that it is read the same?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.core.seat.state import (
    CHECKPOINT,
    DEAD_ENDS,
    PROMISES,
    RULES,
    SECTIONS,
    WORDS,
    completed,
    is_template,
    lost_promises,
    next_step,
    open_promises,
    parse_state,
    rendered,
    section_of,
    stamp_of,
    template,
    with_section,
)

AT_US = 1_767_262_500_000_000  # 2026-01-01T10:15:00Z


def test_template_has_every_section_in_order_and_nothing_in_it() -> None:
    """The file of a seat that has not begun has the eight headings, and is known for a template."""
    state = parse_state(template())
    assert list(SECTIONS) == [section.title for section in state.sections]
    assert is_template(state)
    assert "" == next_step(state)
    assert not is_template(with_section(state, CHECKPOINT, "task: invoices"))


def test_heading_is_known_by_its_beginning_whatever_its_case() -> None:
    """People shorten headings; what is no section of ours is kept under its own name."""
    text = "# S\n## PROMISES\na\n## the user\u2019s rules in their own words:\nb\n## Weather\nc"
    titles = [section.title for section in parse_state(text).sections]
    assert [PROMISES, RULES, "Weather"] == titles


def test_heading_in_a_code_block_is_text() -> None:
    """A quoted file does not become a section."""
    state = parse_state("## Dead ends\n```\n## Checkpoint\n```\ndone")
    assert "```\n## Checkpoint\n```\ndone" == state.body(DEAD_ENDS)
    assert None is state.body(CHECKPOINT)


def test_code_block_that_is_never_closed_hides_no_section() -> None:
    """A forgotten end of a code block does not swallow the promises behind it."""
    state = parse_state("## Checkpoint\n```\nmake\n## Promises\n- [open] pay\n")
    assert ["pay"] == open_promises(state)


def test_heading_that_is_there_twice_loses_nothing() -> None:
    """What stands below each of them is one section when the file is written."""
    state = parse_state("## Promises\n- [open] a\n## Dead ends\nx\n## Promises\n- [open] b")
    assert "- [open] a\n\n- [open] b" == state.body(PROMISES)
    again = parse_state(rendered(state, stamp_of(AT_US)))
    assert ["a", "b"] == open_promises(again)


def test_rewriting_keeps_what_is_no_section() -> None:
    """Text before the first heading, a second title and foreign sections survive a rewrite."""
    text = "# STATE\nlead\n# Second title\n\n## Checkpoint\ntask: x\n\n## Weather\nrain\n"
    written = rendered(parse_state(text), stamp_of(AT_US))
    assert written.startswith("# STATE (rewritten 2026-01-01T10:15:00Z)\n\nlead\n# Second title\n")
    assert written.endswith("## Weather\n\nrain\n")


@given(st.text(alphabet="ab#- \n`~[]():\u7aef\u00e9", max_size=200))
def test_what_was_written_is_read_the_same(text: str) -> None:
    """Writing a file that was read changes nothing more the second time, whatever it held."""
    once = rendered(completed(parse_state(text)), stamp_of(AT_US))
    assert once == rendered(completed(parse_state(once)), stamp_of(AT_US))


def test_one_section_is_changed_and_the_others_are_as_they_were() -> None:
    """A section may be rewritten alone; one that was missing is added."""
    state = parse_state("## Checkpoint\ntask: x\n\n## Dead ends\n- a\n")
    changed = with_section(state, DEAD_ENDS, "- b")
    assert ("task: x", "- b") == (changed.body(CHECKPOINT), changed.body(DEAD_ENDS))
    assert "- c" == with_section(state, PROMISES, "- c").body(PROMISES)
    assert ["Checkpoint", "Dead ends"] == [section.title for section in state.sections]


def test_next_step_is_what_follows_its_key() -> None:
    """It may stand on its line or below it, in any script, and a mark for nothing is nothing."""
    assert "book them" == next_step(parse_state("## Checkpoint\n- **Exact next step:** book them"))
    below = parse_state("## Checkpoint\ntask: a\nexact next step:\n\u5199\u62a5\u544a\nstands: b")
    assert "\u5199\u62a5\u544a" == next_step(below)
    for nothing in ("", "\u2026", "...", "TBD", "none", "- none", "<?>"):
        assert "" == next_step(parse_state(f"## Checkpoint\nexact next step: {nothing}"))


def test_promise_that_is_named_no_more_is_missed() -> None:
    """An open promise may be done or changed in its brackets, but not go silently."""
    before = parse_state("## Promises\n- [open] send the report (due Monday)\n- [open] call Ana\n")
    kept = parse_state("## Promises\n- [done] Send the  report (sent)\n- [open] call Ana, later")
    assert [] == lost_promises(before, kept)
    assert ["call Ana"] == lost_promises(
        before, parse_state("## Promises\n- [open] send the report")
    )
    assert 2 == len(lost_promises(before, parse_state("## Promises\n- none")))


def test_section_is_called_by_its_word_or_its_title() -> None:
    """Every word means another section; what means none gives none."""
    assert list(SECTIONS) == [section_of(word) for word in WORDS]
    assert "Dead ends" == section_of("dead ends")
    assert PROMISES == section_of("Promises to the user")
    assert "" == section_of("weather")
    assert "" == section_of("")
