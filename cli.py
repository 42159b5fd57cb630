"""Runs the command from a checkout: python cli.py analyse boards/midgame.txt."""

from cgt.cli import main

main()
