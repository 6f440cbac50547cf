"""The pages with a player's own hands, sittings and results; the records themselves are read in `games.history`."""
