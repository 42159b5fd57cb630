"""Proofs of placement games: lists of lost positions that anybody can check.

The checkers stand here, and share nothing with the search but the words: `plain` is the one to
read, with `shapes` and `terms` that say what a file's words mean; the native one, for millions of
positions, has its own room in the core. `verify` chooses between them.
"""
