"""Which tables hold sets of records that belong together, and what their use taught?"""

SQL = ""
