"""Games of a person against the program, on a terminal.

The games and the program's levels know nothing of screens. Only the modules that draw need the
package textual.
"""
