"""What do other programs' memories say, one statement at a time?"""
