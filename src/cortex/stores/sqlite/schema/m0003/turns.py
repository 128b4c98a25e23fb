"""Which tables hold the sessions of hosts, the order of their turns, and how they are found?"""

SQL = ""
