"""Which tables hold what use taught, and answers worked out before?"""

SQL = """
"""
