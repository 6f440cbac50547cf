"""Django's handle on this wing."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The `games` wing."""

    name = "games"

    def ready(self) -> None:
        """Adds the card room's part to every audit of the books."""
        from games.money import escrow
        from games.money.audit import check_escrow_against_tables

        escrow.audit_with(check_escrow_against_tables)
