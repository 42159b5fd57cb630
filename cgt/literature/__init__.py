"""What others published, rebuilt and laid beside it."""
