"""Tetris on the terminal."""
