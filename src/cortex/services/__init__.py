"""What can a user ask for? One use case a module; each owns its transaction."""

from __future__ import annotations
