"""Which candidates are let in, in what order, and why?"""
