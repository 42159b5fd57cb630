"""Proof search by jobs: who wins a board, found out by many processes or machines together.

A leader keeps the top of the game tree with proof numbers (`tree`, `leader`). A job is one position
to search for a while (`work`); it is done by a process that keeps its solver from job to job. What
a job does not decide, the leader expands. `solver` makes a solver of all this.
"""
