"""What every room needs and no game knows: errors, files and their headers, limits,
checkpoints, chance, statistics, jobs, pictures in notebooks."""
