"""Which tables hold ageing, clusters, cold blocks and the outbox?"""

SQL = """
"""
