"""Finished hands and results of one player: queries, links to hands and files. Pages are in `games.web.history`."""
