"""The Tetris duel: Bad chooses pieces, Good places them, and full rows are cleared.

`well` is the board, `moves` how pieces move, `rules` what is played, `players` who plays, `game` a
game played out, `cycles` how a game is proved to go on for ever. `evaluate` says what a well is
worth, `exact` who wins.
"""
