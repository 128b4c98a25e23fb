"""How many microseconds does a span of time have? Every instant in Cortex is a count of them."""

SECOND_US = 1_000_000
DAY_US = 86_400 * SECOND_US
