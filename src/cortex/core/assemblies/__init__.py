"""How are records that belong together packed, judged by their use, and told?"""
