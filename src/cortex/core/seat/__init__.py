"""What does a seat's memory say, and what may be written into it?"""
