"""How does a person, or a script, talk to Cortex in a shell?"""
