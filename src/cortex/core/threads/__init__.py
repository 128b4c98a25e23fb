"""Decisions about work in threads."""
