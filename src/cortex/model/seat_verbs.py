"""Which verbs of the command line keep a seat whole, and what is each for?

The help screen lists them, and an agent that asks what this version can do is told them.
"""

SEAT_VERBS = (
    ("ask", "ask every layer of a seat, and prove that nothing is known"),
    ("bus", "messages, tasks, approvals, reminders and records of seats"),
    ("correct", "put right what a seat stated and was false, with proof"),
    ("digest", "write up what sessions decided, and search a seat's memory"),
    ("entity", "keep what holds about people, companies and things"),
    ("facts", "list what compactions of a seat's sessions said"),
    ("gate", "work through claims that wait to be verified"),
    ("graph", "ask what message logs say about people and things"),
    ("log", "write into the daily log, with the clock's time"),
    ("note", "keep one lesson a note, listed and checked"),
    ("seat", "make a folder a seat, and check that it is whole"),
    ("state", "keep where a seat stands, and what it is given back"),
)
