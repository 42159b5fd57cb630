"""How a time limit is divided among several questions: all the shares, in one place.

A share is a part of the time that is left. So the first questions get the most time, and every
question gets some.
"""

from __future__ import annotations

SECONDS_TO_STOP = 0.1  # after the end of the limits, for work that should stop by itself

# choosing a move
WHO_WINS = 0.7  # of the whole, before any move is looked at
NEXT_MOVE = 0.5  # of what is left, for each move, the most promising first
ONE_OF_MANY = 0.1  # of what is left, for each of many boards that are equally likely to matter
SECONDS_FOR_HARDEST = 5.0  # at most, where all moves lose
SECONDS_TO_LOOK = 0.1  # for a look into the table, which takes less

# levels
SECONDS_FOR_TRAPS = 1.0  # at most, where all moves lose
PATIENCE_WHEN_WON = 10  # times the limit, after a proven win, so as not to lose it again
AT_LEAST = 0.05  # seconds, so that small positions are known whatever the limit

# analysing a board
WHOLE_BOARD = 0.5  # of what is left, for who wins
ONE_REGION = 0.2  # of what is left, for each value of a region
ALL_MOVES = 0.9  # of what is left at the end, for what moves leave
LEAST_FOR_MOVES = 0.5  # seconds: less is too little for the moves of a board that is not decided

# what moves are worth
BEST_BEFORE_ALL = 0.3  # of what is left, for a best move, where all moves are asked for
WHO_WINS_AFTER_MOVES = 0.8  # of what is left, for the outcomes of what all moves leave
FIRST_ROUND = 0.5  # of that, in which every move gets an equal share
SECONDS_FOR_VALUES = 2.0  # at most, for the values of what moves leave, where no limit is given
