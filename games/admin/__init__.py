"""Django's admin of the card room, for operators and the floor; pages of players are in `games.web`."""

from games.admin import access, conduct, merge, tables

__all__ = ["access", "conduct", "merge", "tables"]
