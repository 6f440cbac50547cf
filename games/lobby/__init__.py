"""Queries for lists: the lobby, a player's tables and waiting lists, the news. Nothing here changes anything."""
