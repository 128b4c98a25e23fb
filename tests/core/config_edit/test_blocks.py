"""Does a stretch of ours come and go in a Markdown file, and is a change inside it seen?"""

import pytest

from cortex.core.config_edit.blocks import drop_block, drop_script, put_block, put_script
from cortex.model.installation import Block, EditRefused, Script

BLOCK = Block("# Ours\n\nä line")
RULE = Block("ours", "---\nalways: true\n---\n\n")
SCRIPT = Script("let x = 1\n", "//")


@pytest.mark.parametrize(
    "text", ["", "# Mine\n", "# Mine\r\n\r\ntext\r\n", "text\n\n\n", "`<!-- cortex:end -->` is\n"]
)
def test_block_comes_and_goes_without_a_trace(text: str) -> None:
    """Text around the stretch stays as it is, line ends included; twice is once."""
    with_it = put_block(text, BLOCK, "1")
    assert with_it.startswith(text)
    assert "ä line" in with_it
    assert ("\r\n" in text) == ("\r\n" in with_it)
    assert with_it == put_block(with_it, BLOCK, "2")
    assert text == drop_block(with_it, BLOCK, is_forced=False)


def test_a_newer_stretch_replaces_an_older_one_in_place() -> None:
    """An upgrade changes the stretch and nothing before or behind it."""
    old = put_block("above\n", BLOCK, "1") + "below\n"
    new = put_block(old, Block("other"), "2")
    assert new.startswith("above\n\n<!-- cortex:begin version=2 ")
    assert new.endswith("-->\nother\n<!-- cortex:end -->\nbelow\n")


def test_a_change_inside_is_seen_and_kept() -> None:
    """What somebody wrote between the markers is neither replaced nor removed unless forced."""
    edited = put_block("", BLOCK, "1").replace("ä line", "my line")
    with pytest.raises(EditRefused, match="somebody changed"):
        put_block(edited, BLOCK, "2")
    with pytest.raises(EditRefused, match="somebody changed"):
        drop_block(edited, BLOCK, is_forced=False)
    assert "" == drop_block(edited, BLOCK, is_forced=True)


@pytest.mark.parametrize(
    "text",
    [
        "<!-- cortex:begin version=1 sha256=0123456789abcdef -->\nx\n",
        "<!-- cortex:end -->\n",
        "<!-- cortex:end -->\n<!-- cortex:begin version=1 -->\n",
        put_block(put_block("", BLOCK, "1") + "\n", BLOCK, "1") + put_block("", BLOCK, "1"),
    ],
)
def test_markers_that_do_not_pair_up_are_refused(text: str) -> None:
    """A missing, lonely, twisted or doubled marker touches nothing."""
    with pytest.raises(EditRefused, match="do not pair up"):
        put_block(text, BLOCK, "1")
    with pytest.raises(EditRefused, match="do not pair up"):
        drop_block(text, BLOCK, is_forced=True)


def test_a_preface_opens_a_new_file_only() -> None:
    """A file made for the stretch begins with what its host needs, and goes whole."""
    made = put_block("", RULE, "1")
    assert made.startswith(RULE.preface)
    assert "" == drop_block(made, RULE, is_forced=False)
    assert not put_block("mine\n", RULE, "1").startswith(RULE.preface)


def test_a_script_is_replaced_only_when_nobody_touched_it() -> None:
    """A whole file of ours names its digest; a changed or foreign one is refused."""
    made = put_script("", SCRIPT, "1")
    assert made == put_script(made, SCRIPT, "2")
    newer = put_script(made, Script("let x = 2\n", "//"), "2")
    assert newer.endswith("\nlet x = 2\n")
    assert "" == drop_script(newer, is_forced=False)
    for foreign in ("let x = 1\n", made + "// mine\n"):
        with pytest.raises(EditRefused):
            put_script(foreign, SCRIPT, "1")
        with pytest.raises(EditRefused):
            drop_script(foreign, is_forced=False)


NAMED = Block("- named line", name="recall-order")


@pytest.mark.parametrize("text", ["", "# Mine\n", "# Mine\r\n\r\ntext\r\n"])
@pytest.mark.parametrize("order", [(BLOCK, NAMED), (NAMED, BLOCK)])
def test_stretches_of_two_names_stand_beside_each_other(
    text: str, order: tuple[Block, Block]
) -> None:
    """Each is put in, renewed and taken out by its name, and the other one is not touched."""
    first, second = order
    one = put_block(text, first, "1")
    both = put_block(one, second, "1")
    assert (both, both) == (put_block(both, first, "2"), put_block(both, second, "2"))
    assert 1 == both.count("cortex:begin recall-order version=1 ")
    assert one == drop_block(both, second, is_forced=False)
    left = drop_block(both, first, is_forced=False)
    assert left.strip() == put_block(text, second, "1").strip()


def test_a_name_is_not_part_of_another() -> None:
    """A stretch called ``recall`` is not the one called ``recall-order``."""
    text = put_block("", NAMED, "1")
    other = put_block(text, Block("x", name="recall"), "1")
    assert text == drop_block(other, Block("x", name="recall"), is_forced=False)
    assert text in other


def test_a_doubled_name_is_refused() -> None:
    """Two stretches of one name touch nothing; the remedy says the name."""
    text = put_block("", NAMED, "1")
    with pytest.raises(EditRefused, match="do not pair up") as caught:
        put_block(text + text, NAMED, "2")
    assert "cortex:end recall-order" in caught.value.remedy
