"""What does a recipe give for a set of facts, and when may the same be given again?"""
