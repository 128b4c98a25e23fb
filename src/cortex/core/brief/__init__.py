"""What of a prompt is a question, and what is said beside it?"""
