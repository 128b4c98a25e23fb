"""How does `cortex bus` read its arguments and show its answers?"""
