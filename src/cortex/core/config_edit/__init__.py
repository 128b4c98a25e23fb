"""How is another program's configuration changed without touching what is not ours? ADR 0160."""
