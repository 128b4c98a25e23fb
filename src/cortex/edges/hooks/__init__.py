"""How does an agent host reach Cortex? Read once, answer or be silent, exit 0."""
