"""The brain in dictionaries: the contract suite's second opinion, and fast tests of services."""
