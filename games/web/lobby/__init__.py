"""The lobby page, waiting lists and tables that players open; what happens at a table is in `games.web.table`."""
