"""What may a source hand over, and what is a citation worth?"""
