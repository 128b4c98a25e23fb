"""What is one wording, and by which name is it kept out?"""
