"""Which tables hold what an agent asked to be told, and what it was given?"""

SQL = ""
