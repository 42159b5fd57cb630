"""What others published, rebuilt here and compared with what they found."""
