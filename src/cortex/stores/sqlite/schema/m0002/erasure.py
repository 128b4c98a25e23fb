"""Which tables hold what was forgotten?"""

SQL = """
"""
