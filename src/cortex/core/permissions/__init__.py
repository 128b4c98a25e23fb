"""What may a client ask for?"""
