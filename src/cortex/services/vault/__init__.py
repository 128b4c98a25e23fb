"""What can be asked of a vault, step by step?"""
