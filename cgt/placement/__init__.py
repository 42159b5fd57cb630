"""Placement games: positions and their values, who wins, and which move to choose."""

# Here, because the command line has to name them before anything large is imported.
LEVEL_NAMES = ("beginner", "easy", "medium", "hard", "perfect")
