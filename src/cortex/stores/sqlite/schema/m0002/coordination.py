"""Which tables hold locks, sessions, tasks, messages, feed, focus, permissions, audits?"""

SQL = """
"""
