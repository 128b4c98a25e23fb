"""Which tables hold sources and what they produced?"""

SQL = """
"""
