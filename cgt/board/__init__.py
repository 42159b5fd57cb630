"""Boards as values: grids, symmetries, polyominoes, piece sets, regions, files. Knows no game."""
