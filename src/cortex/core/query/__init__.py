"""How does a question become a bounded frame of evidence to look for?"""
