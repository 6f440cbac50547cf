"""Django's admin of the card room, for developers; pages of players and staff live in `games.web`."""

from games.admin import access, conduct, merge, tables

__all__ = ["access", "conduct", "merge", "tables"]
