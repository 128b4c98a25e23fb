"""Which bytes does a name mean, and may they be edited through it?"""
