"""What does Cortex decide? Pure functions: same input, same bytes."""
