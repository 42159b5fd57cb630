"""What others published, rebuilt here and compared with their results."""
