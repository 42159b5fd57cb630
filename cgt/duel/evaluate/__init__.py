"""What a well is worth: features, weights, and the placements they recommend."""
