"""Which tables hold what was put beside a prompt?"""

SQL = ""
