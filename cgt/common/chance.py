"""Seeds: many independent random sequences from one number."""

from __future__ import annotations


def derived_seed(seed: int, stream: int) -> int:
    """The seed of one of several independent random sequences (two rounds of splitmix64)."""
    mixed = seed
    for step in (stream + 1, 1):
        mixed = (mixed + step * 0x9E3779B97F4A7C15) % 2**64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        mixed ^= mixed >> 31
    return mixed
