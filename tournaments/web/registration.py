"""Registers tournaments with the pages of the card room when Django starts."""

from django.urls import reverse

from games.web.api import register_action_url


def register_with_card_room() -> None:
    """Gives tournament tables the URL to which their pages post players' decisions."""
    register_action_url(_action_url)


def _action_url(tournament: int) -> str:
    return reverse("tournaments:action", args=(tournament,))
