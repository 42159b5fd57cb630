"""Results in words and as data, whatever shows them. Each module has one subject, with the words
for people (`describe_…`) and the data for scripts (`…_data`) side by side.

Terminals, figures and pages all take their words from here, so they say the same, and none edits
another's sentences.
"""
