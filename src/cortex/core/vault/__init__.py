"""What is in a vault: text files as records, what they answer, and what makes them unreadable?"""
