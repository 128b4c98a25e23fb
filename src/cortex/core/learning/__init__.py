"""What does use teach, and how far may it move an answer?"""
