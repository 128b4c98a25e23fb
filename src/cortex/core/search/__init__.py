"""What is found for a question, in which order, and why?"""
