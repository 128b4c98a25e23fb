"""Which tables hold backup and restore?"""

SQL = """
"""
