"""Nim tetris on the terminal."""
