"""Benchmarks: the speed of cgt compared with other programs, on the same data in the same run."""

# What `cgt bench regions` labels unless told otherwise. Here, because help must not import numpy.
BOARDS = 1_000_000
IMAGE_SIDES = (2048, 8192)
