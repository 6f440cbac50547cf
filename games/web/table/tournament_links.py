"""Addresses of the tournament app on a tournament table's page, registered by that app when Django starts."""

from collections.abc import Callable

_action_url: Callable[[int], str] | None = None


def register_action_url(action_url: Callable[[int], str]) -> None:
    """Registers what gives the address to which a tournament's players post their decisions, by tournament id."""
    global _action_url
    _action_url = action_url


def action_url_of(tournament: int | None) -> str:
    """The address to which players of this tournament post their decisions; "" for a cash table."""
    return _action_url(tournament) if tournament and _action_url else ""
