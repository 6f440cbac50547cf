"""The sockets of the card room's pages, and the feed that all of them share.

What their HTML looks like is decided in `games.web.table` and `games.web.lobby`.
"""
