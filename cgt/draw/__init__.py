"""Drawing: what the program finds, as pictures. Knows boards and regions, nothing of commands."""
