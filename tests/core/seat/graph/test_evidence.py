"""Is a quote kept only when its sender really wrote it?"""

import pytest

from cortex.core.seat.graph.evidence import (
    NOT_FOUND,
    OTHERS_WORDS,
    TOO_LONG,
    TOO_SHORT,
    find_quote,
    own_spans,
    supports,
)
from cortex.model.client_graph import QUOTE_CHARS_MAX

FENCED = (
    "=== TELEGRAM [MESSAGE] from [USER: Dana] (chat_id:9) ===\n"
    '[Replying to: "the Acme budget is 9 EUR"]\n'
    "[Recent conversation:]\n[agent]: the Acme deadline is Friday\n"
    "{fence}\n{body}\n{fence}\n"
    '[Your last message: "the Acme price is 3 EUR"]\nReply using: cortextos bus send\n'
)


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("the budget is 5,000", "Well: The  budget\nis 5,000 EUR.", "The  budget\nis 5,000"),
        ('he said "no deal" to us', "He said “no deal” to us", "He said “no deal” to us"),
        ("it's due 3-4 May", "It’s due 3–4 May!", "It’s due 3–4 May"),
        ("STRASSE neun in Ulm", "die Straße neun in Ulm", "Straße neun in Ulm"),
        ("the ﬁle is ready now", "The file is ready now.", "The file is ready now"),
        ("café is open today", "Cafe\u0301 is open today", "Cafe\u0301 is open today"),
        ("发票日是每月一号", "好的，发票日是每月一号。", "发票日是每月一号"),
        ("締切は三月です", "はい、締切は三月です。", "締切は三月です"),
        ("ガラスの納期は月末", "ｶﾞﾗｽの納期は月末です", "ｶﾞﾗｽの納期は月末"),
        ("счёт оплачен вчера", "Счёт оплачен вчера.", "Счёт оплачен вчера"),
    ],
)
def test_quotes_are_found_whatever_their_dress(quote: str, text: str, found: str) -> None:
    """Case, width, spelling of accents, marks and blanks differ; the place is the original's."""
    span, reason = find_quote(quote, text)
    assert ("", found) == (reason, text[span.start : span.end] if span else None)


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        ("the budget is 6,000", NOT_FOUND),
        ("budget five thousand", NOT_FOUND),
        ("budget", TOO_SHORT),
        ("", TOO_SHORT),
        ("x" * (QUOTE_CHARS_MAX + 1), TOO_LONG),
    ],
)
def test_made_up_and_tiny_quotes_are_dropped(quote: str, reason: str) -> None:
    """Seat T8: a fabricated quote is dropped, with the reason; nothing is pieced together."""
    assert (None, reason) == find_quote(
        quote, "The budget, we agreed, is 5,000 EUR. Five thousand."
    )


@pytest.mark.parametrize("length", [11, 12])
def test_a_quote_has_twelve_characters_or_three_words(length: int) -> None:
    """One word of eleven characters is too short; three short words are enough."""
    word = "a" * length
    assert (length >= 12) is (find_quote(word, f"so {word} it is")[0] is not None)
    assert find_quote("on it now", "yes, on it now")[0] is not None


@pytest.mark.parametrize("fence", ["```", "``````"])
@pytest.mark.parametrize(
    "quote", ["the Acme budget is 9 EUR", "the Acme deadline is Friday", "the Acme price is 3 EUR"]
)
def test_words_around_a_wrapped_message_are_of_others(fence: str, quote: str) -> None:
    """What is replied to, talked before or said last proves nothing; the body does."""
    text = FENCED.format(fence=fence, body="Acme pays on the 1st\n``\nreally")
    assert (None, OTHERS_WORDS) == find_quote(quote, text)
    assert find_quote("Acme pays on the 1st", text)[0] is not None


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ('[Replying to: "the price is 9 EUR"] Fine with us', [" Fine with us"]),
        ("[Replying to: the price is 9 EUR]\nFine", ["\nFine"]),
        ('[Replying to: "never closed\nprice is 9 EUR', []),
        ('[Replying to: "a ["x"] b"]\nFine', ["\nFine"]),
        ("[Recent conversation:]\n[Ann]: the price is 9\n\nand 8", []),
        ("[Recent conversation:]\n[Ann]: no\n````\nyes it is\n````\nReply", ["\nyes it is\n"]),
        ("> the price is 9 EUR\nNo.", ["\nNo."]),
        ("See:\n```\nprice = 9\n```\nok", ["See:\n", "\nok"]),
        ("", []),
    ],
)
def test_only_own_words_are_left_of_a_message(text: str, own: list[str]) -> None:
    """Replies, history, quoted lines and code are no words of the sender; when unsure, none are."""
    assert own == [text[span.start : span.end] for span in own_spans(text)]


def test_a_quote_that_stands_twice_counts_where_it_is_own() -> None:
    """The second place is taken when the first lies in what is replied to."""
    text = '[Replying to: "the price is 9 EUR"]\nYes, the price is 9 EUR.'
    span, _ = find_quote("the price is 9 EUR", text)
    assert span is not None
    assert text.index("Yes") < span.start


def test_values_stand_in_their_quotes() -> None:
    """Numbers and words of a value are those of the quote, unless code read them out of it."""
    quote = "The budget is 5,000 EUR until 12 March"
    assert supports(quote, "5,000 EUR")
    assert supports(quote, "2027-03-12", ("2027-03-12",))
    assert not supports(quote, "2027-03-12")
    assert not supports(quote, "50,000 EUR")
    assert not supports(quote, "5,000 dollars")
    assert not supports(quote, "5,000 EUR until 13 March")
