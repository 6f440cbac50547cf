"""Groups and hints of tournaments: a hint only announces a change, which is then read from the store."""

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
    """Send the director a hint to read its orders; never fails its caller."""
    games.notify(games.reports_group(tournament_id))
