"""How a limit of time is divided, in one place: whoever asks several questions within one limit
takes a share for each from here.

A share is a part of the time that is left, so the first questions get most and every question
something.
"""

from __future__ import annotations

# choosing a move
WHO_WINS = 0.7  # of the whole, before any move is looked at
NEXT_MOVE = 0.5  # of what is left, for each move in the order in which they promise most
ONE_OF_MANY = 0.1  # of what is left, for each of many boards that are equally likely to matter
SECONDS_FOR_HARDEST = 10.0  # at most, where all moves lose
SECONDS_TO_LOOK = 0.1  # what is known is looked up or not there: looking takes no longer
SECONDS_FOR_PROOF = 60.0  # at most, for the move of a win that is proven

# levels
SECONDS_FOR_TRAPS = 1.0  # at most, where all moves lose
PATIENCE_WHEN_WON = 10  # times the limit, where a win was proven that must not be let go
AT_LEAST = 0.05  # seconds, so that small positions are known whatever the limit

# all there is to know of a board
WHOLE_BOARD = 0.5  # of what is left, for who wins
ONE_REGION = 0.2  # of what is left, for each value of a region
