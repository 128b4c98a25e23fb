"""The local brain: one SQLite file, hand-written SQL beside its use."""
