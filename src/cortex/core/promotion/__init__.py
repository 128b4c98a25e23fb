"""Decisions about what may be promoted."""
