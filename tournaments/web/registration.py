"""Registers tournaments with the pages of the card room when Django starts."""

from django.urls import reverse

from games.web.api import register_tournament_urls


def register_with_card_room() -> None:
    """Gives tournament tables the URLs for players' decisions and for the way to their seat."""
    register_tournament_urls(action=_action_url, own_seat=_own_seat_url)


def _action_url(tournament: int) -> str:
    return reverse("tournaments:action", args=(tournament,))


def _own_seat_url(tournament: int) -> str:
    # The page goes on to the viewer's seat, as after entering.
    return f"{reverse('tournaments:lobby', args=(tournament,))}?entered"
