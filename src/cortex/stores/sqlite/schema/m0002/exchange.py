"""Which tables hold what was imported?"""

SQL = """
"""
