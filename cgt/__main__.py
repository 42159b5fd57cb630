"""Runs the command as a module: python -m cgt."""

from cgt.cli import main

main()
