"""The duel decided exactly: the search, strategies, their checker, arguments, the atlas."""
