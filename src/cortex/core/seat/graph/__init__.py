"""Which facts do message logs hold about people and things, in whose exact words?"""
