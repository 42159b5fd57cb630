"""The duel solved exactly: the search, strategies and their checker, arguments, the atlas."""
