"""What is everything else made of? Frozen values, ids, errors and limits."""
