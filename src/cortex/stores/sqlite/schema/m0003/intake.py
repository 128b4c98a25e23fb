"""Which tables hold where a source's intake stands, and which files are asked for?"""

SQL = ""
