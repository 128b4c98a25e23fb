"""How are other programs' files read, without changing or holding them?"""
