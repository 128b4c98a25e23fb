"""How does a text become the handles it can be found by?"""
