"""Django's handle on this wing."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The `tournaments` wing."""

    name = "tournaments"
