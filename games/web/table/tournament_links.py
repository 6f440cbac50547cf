"""URLs of the tournament app on a tournament table's page; that app registers them when Django starts."""

from collections.abc import Callable

_action_url: Callable[[int], str] | None = None


def register_action_url(action_url: Callable[[int], str]) -> None:
    """Registers the function that returns, for a tournament id, the URL for its players' decisions."""
    global _action_url
    _action_url = action_url


def action_url_of(tournament: int | None) -> str:
    """The URL to which players of this tournament post their decisions; "" for a cash table."""
    return _action_url(tournament) if tournament and _action_url else ""
