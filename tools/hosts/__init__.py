"""How do we run whole sessions of real hosts without a model? Against a stand-in on loopback."""
