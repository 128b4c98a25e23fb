"""How do agents that work on the same things keep out of each other's way?"""
