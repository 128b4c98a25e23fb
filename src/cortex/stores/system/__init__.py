"""What does this machine tell Cortex? Clock, ids, environment, folders, locks and the journal."""
