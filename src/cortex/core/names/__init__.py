"""Which name did the person probably mean?"""
