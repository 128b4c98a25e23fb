"""What do all layers of a memory say to one question, in which order, and was all searched?"""
