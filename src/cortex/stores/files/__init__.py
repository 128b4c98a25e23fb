"""How are a person's own files read and written, without ever leaving the folder they named?"""
