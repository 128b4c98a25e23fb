"""How is text that anybody may have written shown to whoever reads a screen, an agent included?"""

from cortex.core.text.fence import neutralise


def quoted(text: str) -> str:
    """Give a text without the force of role labels, of tags that hosts obey, and of hidden signs.

    For lines on a screen only; JSON and `capture get` give what was kept, exactly.
    """
    return neutralise(text).text
