"""The Django application of the card room."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Connects the card room to the audit when Django starts."""

    name = "games"

    def ready(self) -> None:
        from games.money import escrow
        from games.store.audit import check_escrow_against_tables

        escrow.audit_with(check_escrow_against_tables)
