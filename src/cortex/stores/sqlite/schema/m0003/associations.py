"""Which tables hold the routes learned between words of observations?"""

SQL = ""
