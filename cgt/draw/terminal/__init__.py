"""Results as text on a terminal or in a pipe, by rich."""
