"""How good is recall, in figures? Metrics over labelled sets; nothing here asks a store."""
