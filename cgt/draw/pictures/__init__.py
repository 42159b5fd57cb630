"""Results as drawings: a picture with the words of its description around it."""
