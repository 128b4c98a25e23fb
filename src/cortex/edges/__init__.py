"""How does the world reach Cortex? Parse, call, render; no decisions."""
