"""How often may something be asked for, and how often was it?"""
