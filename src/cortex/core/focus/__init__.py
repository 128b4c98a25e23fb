"""What is left of a span of work when it ends?"""
