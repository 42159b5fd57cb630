"""Placement games: positions and their values, who wins, and which move to choose."""

# They stand here because the command line names them before it imports anything large.
LEVEL_NAMES = ("beginner", "easy", "medium", "hard", "perfect")
