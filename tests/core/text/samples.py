"""Which texts does every text test try? Strategies shared by the files of this folder."""

from hypothesis import strategies as st

_FRAGMENTS = [
    *"aB9_-./:@'#+$,=~\\ {\"`",
    *("::", "--", "http://", "2024-05-01", "1,000", "C++", "e.g.", "is ", ": ", "=", "\n"),
    *("数据", "한국", "ไทย", "é", "\u200b", "\u0301", "\u2019", "\ud83d", "🎉", "\x00", "\u202e"),
    *("password", "token", "sk-", "ghp_", "aB3dE5gH7jK9mN1pQ3sT", "://", "eyJ", "bearer "),
    *("[redacted]", "-----BEGIN PRIVATE KEY", "-----", "\x1b["),
    *("<", ">", "</", "<private", "cortex-memory", "system", "Human", "[INST]"),
]

any_text = st.one_of(
    st.text(st.characters(codec=None), max_size=60),
    st.lists(st.sampled_from(_FRAGMENTS), max_size=24).map("".join),
)
"""Any text, lone surrogates included, and texts made of what the rules look for."""
