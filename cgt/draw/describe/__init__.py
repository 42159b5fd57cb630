"""What is said of results, whatever they are shown with: one module a subject, which has the words
for people (`describe_…`) and the data for scripts (`…_data`) side by side.

Terminals, figures and pages take the words from here and none of them edits another's sentence.
"""
