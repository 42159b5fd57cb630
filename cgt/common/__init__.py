"""What every room needs and what knows no game: errors, files and their headers, limits,
checkpoints, random seeds, statistics, parallel jobs, pictures in notebooks."""
