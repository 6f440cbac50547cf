"""Django's handle on this wing."""

from django.apps import AppConfig
from django.core.checks import register

from games import compiled


class GamesConfig(AppConfig):
    """The `games` wing."""

    name = "games"

    def ready(self) -> None:
        """Adds the card room's part to every audit of the books, and the engine's to Django's checks."""
        from games import buyin
        from games.auditing import felt_agrees

        buyin.audit_with(felt_agrees)
        register(compiled.is_of_this_source)
