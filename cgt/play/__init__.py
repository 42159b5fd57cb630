"""Games of a person against the program, on a terminal.

What is played and who plays are kept apart from what is seen: the games and the program's levels
know nothing of screens. Only the modules that draw need the package textual.
"""
