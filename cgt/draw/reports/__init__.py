"""Pages in one file to click through: boards, games, strategies, the atlas."""
