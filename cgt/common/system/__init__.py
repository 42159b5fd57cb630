"""What differs between Windows and the other systems: one small module for each thing, with both
sides behind the same functions.

Everything above asks for what it wants and does not know where it runs. `make lint` checks the
types of both sides.
"""
