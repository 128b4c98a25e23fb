"""Which tables hold revisions, relations, threads and obligations?"""

SQL = """
"""
