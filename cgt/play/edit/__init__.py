"""Boards drawn on the terminal."""
