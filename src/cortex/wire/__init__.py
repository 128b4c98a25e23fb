"""How do values look outside? JSON, envelopes and exit statuses."""
