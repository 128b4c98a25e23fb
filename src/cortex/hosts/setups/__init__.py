"""What does each host need in which of its files? One module a host; versions are data."""
