"""The Tetris duel: Bad chooses pieces, Good places them, and full rows are cleared.

`well` is the board, `moves` the rules, `players` who plays, `simulate` a game played out, `cycles`
how a game is seen to go on for ever, `hatetris` an enemy with public replays.
"""
