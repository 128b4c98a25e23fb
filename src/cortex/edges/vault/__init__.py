"""How does `cortex vault` read its words and print its one envelope?"""
