"""The players' pages: the tournament list, the lobby, the player search and the bar above a table."""
