"""What can be done with sources and what they produce? One file a group of actions."""
