"""Groups and hints of tournaments: a hint says that something has changed, the store says what."""

from games import api as games

SCHEDULE = "tournaments"
"""The group of pages with lists of tournaments."""


def tournament_group(tournament_id: int) -> str:
    """The group of the pages about one tournament."""
    return f"tournament.{tournament_id}"


def player_group(user_id: int) -> str:
    """The group of the tournament pages that one player has open."""
    return f"tournament_player.{user_id}"


def notify_director(tournament_id: int) -> None:
    """Has the director read what was asked; never fails its caller."""
    games.notify(games.reports_group(tournament_id))
