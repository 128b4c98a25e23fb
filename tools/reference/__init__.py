"""Which pages are made from the code, and how? One module a page; ``pages`` lists them.

``python -m tools.reference`` writes them, ``--check`` says which ones no longer match.
"""
