"""Which house rules does no off-the-shelf linter check?

``python -m tools.tidy`` prints what breaks them; ``tests/tidy`` runs the same rules and proves that
each of them can fail. CONVENTIONS.md says what the rules are for.
"""
