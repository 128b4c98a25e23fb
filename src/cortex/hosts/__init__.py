"""How does each agent host speak? One file a host."""
