"""Interactive pages, each in one file: boards, games, strategies, the atlas."""
