"""How are the parts of the seat kit put together over real files?"""
