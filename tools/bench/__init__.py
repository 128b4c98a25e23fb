"""How fast is Cortex, compared with something everybody knows, on this machine, in this run?

``python -m tools.bench`` prints one table and writes the same as JSON. Every figure that can be is
a ratio to a reference from the same run. Source: ADR 0060, docs/guide/measuring.md.
"""
