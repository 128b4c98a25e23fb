"""Which vaults do the laws of a vault meet? Files, words, and what must stay hidden."""

import json

from hypothesis import strategies as st

SECRET = "zqsecretzq"

_FRAGMENTS = [
    *("---\n", "---", "\n", "\r\n", "\r", "\u2028", "\ufeff", "\u00a0", " ", "\t", "- ", "'", '"'),
    *("id: ", "title: ", "type:", "created: ", "updated:", "ts: ", "valid_from: ", "slug: "),
    *("a", "b", "2026-01-01", "2026-02-30", "2026-01-01T10:00:00.5+14:00", "9999-12-31", "#x"),
    *("<", ">", "/", "private", "<private>", "</private>", "<private/>", "< PRIVATE k=1 >"),
    *("\uff1cprivate", "pri\u200bvate", "[[a]]", "[[", "]]", "|", "![[b#c|d]]", "é", "日本", "😀"),
    *("\x00", "\x85", "\x7f", "{", "}", "[", "]", "\\u003c", "\\ud800", ":", ",", "null", "1e999"),
]
_ROW_VALUES: st.SearchStrategy[object] = st.one_of(
    st.lists(st.sampled_from(_FRAGMENTS), max_size=6).map("".join),
    st.sampled_from(["", "2026-01-01", "2026-01-02T00:00Z", None, 5, ["a"], ["a", ""], {}, True]),
)
_KEYS = st.sampled_from(
    "id type title created updated source source_kind source_session content related valid_from "
    "valid_until unknown __proto__".split()
)
broken_rows = st.dictionaries(_KEYS, _ROW_VALUES).map(json.dumps)
sound_text = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=30)
_named = sound_text.map(lambda text: f"n{text}")
_instants = st.sampled_from(["2026-01-01", "2026-01-01T00:00Z", "0100-01-01", "2026-01-01T01:00Z"])
rows = st.fixed_dictionaries(
    {
        "id": _named,
        "type": _named,
        "title": _named,
        "created": _instants,
        "updated": st.just("9999-12-31T23:59:59.999999999-23:59"),
        "content": st.one_of(sound_text, st.just("x\n- slug: a\n[[b]]")).map(
            lambda text: f"c{text}"
        ),
    },
    optional={
        "source": _named,
        "source_kind": _named,
        "source_session": st.one_of(st.none(), sound_text),
        "related": st.lists(_named, max_size=3),
        "valid_from": st.one_of(st.none(), st.just("2026-01-01")),
        "valid_until": st.one_of(st.none(), st.just("2026-01-01T00:00:00.001Z")),
    },
)
"""Rows that keep every rule, as objects."""

note_texts = st.one_of(
    st.lists(st.sampled_from(_FRAGMENTS), max_size=40).map("".join),
    st.text(max_size=80),
)
file_bytes = st.one_of(
    note_texts.map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.one_of(broken_rows, rows.map(json.dumps), note_texts), max_size=4).map(
        lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")
    ),
    st.binary(max_size=60),
)
file_names = st.sampled_from(
    [
        "a.md",
        "b.jsonl",
        "sub/c.md",
        "sub/d.jsonl",
        "n<private>x.md",
        "é.md",
        "[x](y).md",
        "e.md/f.md",
    ]
)
vaults = st.dictionaries(file_names, file_bytes, max_size=5)
"""File name below KNOWLEDGE -> bytes."""

_OPTIONS = [
    *("--anchor", "--memory-root", "--now", "--recency", "--tolerant", "--page", "--frob", "--"),
    *(
        "--before",
        "--expand",
        "--type",
        "--after",
        "--from",
        "--max-nodes",
        "--to",
        "-",
        "--page=1",
    ),
    *("--adapter", "--max-tokens", "--source", "--page-size", "--session", "--from-canonical"),
    "--allow-write",
]
_COMMANDS = ["status", "search", "timeline", "get", "export", "rebuild", "doctor", "remember"]
_WORDS = st.lists(
    st.one_of(
        st.sampled_from([*"ab", "alpha", "status"]),
        st.sampled_from(_OPTIONS),
        st.sampled_from(
            ["1", "0", "-1", "1e3", "0x1", "0x" + "f" * 400, "Infinity", "1e308", " ", "", "codex"]
        ),
        st.sampled_from(["2026-01-01", "9999-12-31T23:59-23:59", "0100-01-01T00:00+23:59", "none"]),
        st.text(st.characters(codec=None, exclude_characters="\x00"), max_size=8),
    ),
    max_size=9,
)
words = st.one_of(
    st.tuples(st.sampled_from(_COMMANDS), _WORDS).map(lambda pair: [pair[0], *pair[1]]), _WORDS
)
"""Words of a command line, lone surrogates for bytes that are no UTF-8 included."""

_SPACE = st.sampled_from(["", " ", "\t", "\u00a0", "\ufeff", "\u3000"])
_NAME = st.sampled_from(["private", "PRIVATE", "Private", "pRiVaTe"])
_ATTRIBUTES = st.sampled_from(["", " ", " k='v'", ' a="b" c', " key"])


@st.composite
def spans(draw: st.DrawFn, *, depth: int = 1) -> str:
    """Give a well closed span with the secret inside, written in one of many ways."""
    inside = SECRET
    for _ in range(draw(st.integers(1, depth))):
        before = f"<{draw(_SPACE)}{draw(_NAME)}{draw(_ATTRIBUTES)}>"
        after = f"<{draw(_SPACE)}/{draw(_SPACE)}{draw(_NAME)}{draw(_ATTRIBUTES)}>"
        inside = f"{before}{draw(st.sampled_from(['', ' ', 'x ']))}{inside}{after}"
    return inside


_CUTS = st.sampled_from(
    ["<private>", "<private/>", "<privateer>", "<pri vate>", "<private", "<\u200bprivate>",
     "\uff1cprivate\uff1e", "<private\u0301>", "<\uff50rivate>", "<private-note> </private> "]
)  # fmt: skip
_VISIBLE = st.sampled_from(["", "alpha ", "x < y ", "</private>", "</pri vate>", "<b>", "é", "`"])


@st.composite
def guarded(draw: st.DrawFn, *, is_open: bool = True) -> str:
    """Give a text in which every secret is hidden, by a closed span or by what cuts the rest."""
    pieces = draw(st.lists(st.one_of(_VISIBLE, spans(depth=3)), max_size=5))
    end = draw(st.one_of(st.just(""), _CUTS.map(lambda cut: cut + SECRET))) if is_open else ""
    return "".join(pieces) + end
