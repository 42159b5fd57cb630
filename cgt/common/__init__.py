"""What every room needs and no game knows: errors, files, checkpoints, chance, statistics, jobs."""
