"""Does Cortex do its main job on this machine? A tour that shows each step and checks it.

``python -m tools.tour`` works with the installed `cortex` command on a home that is thrown away,
and ends with 1 when anything is not as promised.
"""
