"""What may the middle of the house ask of the world? Small Protocols, contracts in prose."""
